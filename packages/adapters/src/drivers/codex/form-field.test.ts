import { describe, expect, it } from 'vitest';
import { elicitation } from './elicitation.ts';

/** A form with these fields, and what the server is answered. */
function form(properties: Record<string, object>, required: string[] = []) {
  const requestedSchema = { type: 'object', properties, required };
  const native = elicitation({ serverName: 's', mode: 'form', message: 'Which?', requestedSchema });
  const asked = native.questions ?? [];
  const reply = (...given: string[]) =>
    native.reply({
      approved: true,
      answers: Object.fromEntries(asked.map(({ question }, at) => [question, given[at] ?? ''])),
    });
  return { asked, reply };
}
const accepted = (content: object) => ({ action: 'accept', content, _meta: null });
const declined = { action: 'decline', content: null, _meta: null };

// Tryanks/tcode #162: each of these reached the server as nothing it could read.
describe('a form of an MCP server', () => {
  it.each([
    ['enum', { type: 'string', enum: ['a', 'b'] }, ['a', 'b'], 'b', 'b'],
    [
      'enum with names',
      { type: 'string', enum: ['a', 'b'], enumNames: ['First', 'Second'] },
      ['First', 'Second'],
      'Second',
      'b',
    ],
    ['oneOf', { oneOf: [{ const: 'x', title: 'The X' }, { const: 'y' }] }, ['The X', 'y'], 'The X', 'x'],
    ['numbers', { type: 'integer', enum: [1, 2] }, ['1', '2'], '2', 2],
    ['yes or no', { type: 'boolean' }, ['true', 'false'], 'false', false],
  ])('gives one of a list as its value: %s', (_kind, property, labels, answer, value) => {
    const { asked, reply } = form({ field: property }, ['field']);
    expect(asked[0]?.options.map(({ label }) => label)).toEqual(labels);
    expect(reply(answer)).toEqual(accepted({ field: value }));
    expect(reply('something else')).toEqual(declined);
  });

  it('gives several of a list as a list, also where their names hold commas', () => {
    const items = {
      anyOf: [
        { const: 1, title: 'red' },
        { const: 2, title: 'red, dark' },
        { const: 3, title: 'blue' },
      ],
    };
    const { asked, reply } = form({ colors: { type: 'array', items } }, ['colors']);
    expect(asked[0]?.multiSelect).toBe(true);
    expect(reply('red, dark, blue, red')).toEqual(accepted({ colors: [2, 3, 1] }));
    expect(reply('red, green')).toEqual(declined);
    const free = form({ tags: { type: 'array', items: { type: 'string' } } }, ['tags']);
    expect(free.reply('one, two')).toEqual(accepted({ tags: ['one', 'two'] }));
  });

  it('takes whole numbers for whole numbers only', () => {
    const { reply } = form({ count: { type: 'integer' } }, ['count']);
    expect([reply('3'), reply('3.5'), reply('many'), reply('')]).toEqual([
      accepted({ count: 3 }),
      declined,
      declined,
      declined,
    ]);
  });

  it('leaves out what is optional, and says that it may be', () => {
    const { asked, reply } = form({ name: { type: 'string' }, note: { type: 'string' } }, ['name']);
    expect(asked.map(({ options }) => options.map(({ label }) => label))).toEqual([[], ['Leave empty']]);
    expect(reply('x', 'Leave empty')).toEqual(accepted({ name: 'x' }));
  });

  it('asks two fields of one title apart, so that each has its own answer', () => {
    const { asked, reply } = form({ from: { title: 'Date' }, to: { title: 'Date' } }, ['from', 'to']);
    expect(asked.map(({ question }) => question)).toEqual(['Which? Date', 'Which? Date (to)']);
    expect(reply('1', '2')).toEqual(accepted({ from: '1', to: '2' }));
  });
});
