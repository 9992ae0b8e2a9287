import { describe, expect, it } from 'vitest';
import { meantBy } from './meant-by.ts';

const announced = (title: string, input = {}) => ({ title, input });
const asksFor = (command: string) => ({ rawInput: { command } });

describe('the call that a request with an id of its own is about', () => {
  it('names the whole command: one that only ends like it is another', () => {
    const longer = announced('terminal: echo harmless; rm -rf build');
    const meant = announced('terminal: rm -rf build');
    expect(meantBy(asksFor('rm -rf build'), [longer, meant])).toEqual({ call: meant, isNamed: true });
    expect(meantBy(asksFor('rm -rf build'), [meant, longer])).toEqual({ call: meant, isNamed: true });
  });

  it('names its beginning where a title is cut: the longest one counts', () => {
    const command = `python3 -c "${'x'.repeat(100)}"`;
    const cut = announced(`terminal: ${command.slice(0, 77)}...`);
    const bait = announced('terminal: python3...');
    const latest = announced('terminal: ls');
    expect(meantBy(asksFor(command), [bait, cut, latest])).toEqual({ call: cut, isNamed: true });
    expect(meantBy(asksFor('touch x\ntouch y'), [announced('terminal: touch x…'), latest])?.isNamed).toBe(true);
  });

  it('is known by its file, in its title or its input', () => {
    const one = announced('write: /app/one.txt');
    const two = announced('patch', { file_path: '/app/two.txt' });
    const diff = (path: string) => ({ content: [{ type: 'diff', path, newText: 'x' }] });
    expect(meantBy(diff('/app/one.txt'), [one, two])?.call).toBe(one);
    expect(meantBy(diff('/app/two.txt'), [two, one])?.call).toBe(two);
  });

  it('is the sole one where none names it, and none of several', () => {
    const one = announced('python: import os');
    expect(meantBy(asksFor('rm x'), [one])).toEqual({ call: one, isNamed: false });
    expect(meantBy(asksFor('rm x'), [one, announced('terminal: ls')])).toBeUndefined();
    expect(meantBy(asksFor('rm x'), [])).toBeUndefined();
    expect(meantBy({}, [announced('...'), announced('')])).toBeUndefined();
  });
});
