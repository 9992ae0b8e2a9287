import type { BlobRef } from '@collagility/protocol/events';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../redaction/redactor.ts';
import { valueNeedles } from '../redaction/secret-values.ts';
import { makeShown } from './shown.ts';

const redactor = new Redactor(valueNeedles(['hunter2-hunter2']));
const kept: string[] = [];
const keepBlob = (bytes: Uint8Array): BlobRef => {
  kept.push(new TextDecoder().decode(bytes));
  return { blob: `b${kept.length}`, len: bytes.length, hash: 'aa', head: '', tail: '' };
};
const show = (input: Record<string, unknown>) => {
  kept.length = 0;
  const request = { tool: 'Bash', input, cwd: '/app', agentId: 'a', risks: [], call: 'cc' };
  return makeShown(request, redactor, keepBlob);
};

describe('[CLG-71] what is shown', () => {
  it('says tool, input, folder, agent, risks, hidden, elided and call', () => {
    const { text } = show({ command: 'npm test' });
    expect(JSON.parse(text)).toEqual({
      tool: 'Bash',
      input: { command: 'npm test' },
      cwd: '/app',
      agentId: 'a',
      risks: [],
      hidden: 0,
      elided: [],
      call: 'cc',
    });
  });

  it('hides secret values and counts them', () => {
    const { text, hidden } = show({ command: 'login hunter2-hunter2', deep: [{ key: 'hunter2-hunter2' }] });
    expect(hidden).toBe(2);
    expect(text).not.toContain('hunter2');
  });

  it('[A6] is one well-formed text for odd inputs, and shows what runs', () => {
    const odd = JSON.parse('{"a":1,"a":2,"__proto__":"x","n":9007199254740993,"u":"\\ud800","b":"\\u202e"}');
    const { text } = show(odd);
    expect(text.isWellFormed()).toBe(true);
    const input = JSON.stringify(JSON.parse(text).input);
    expect(input).toBe(JSON.stringify({ ...odd, u: '\ufffd' }));
  });

  it('[A6] [CLG-73] takes the longest parts of 5 MB out, and names each', () => {
    const { text, elided } = show({
      path: 'a.ts',
      content: '"\n'.repeat(2_500_000),
    });
    expect(JSON.stringify(text).length).toBeLessThan(24 * 1024);
    expect(elided.map(({ path }) => path)).toEqual(['/content']);
    expect(kept[0]?.length).toBe(5_000_000);
    expect(JSON.parse(text)).toMatchObject({ input: { path: 'a.ts' }, elided: [{ path: '/content', blob: 'b1' }] });
    const own = JSON.parse(`{"__proto__":"${'y'.repeat(30_000)}","a~/b":"${'z'.repeat(30_000)}"}`);
    expect(show(own).elided.map(({ path }) => path)).toEqual(['/__proto__', '/a~0~1b']);
  });

  it('takes the whole out where it has very many short parts', () => {
    const { text, elided } = show({ list: Array.from({ length: 20_000 }, (_, n) => `part ${n}`) });
    expect(text.length).toBeLessThan(2_000);
    expect(elided.map(({ path }) => path)).toEqual(['']);
    expect(JSON.parse(kept[0] ?? '')).toHaveProperty('list.19999', 'part 19999');
  });
});
