import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
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
    expect(asked[0]?.options.map(({ label }) => label)).toEqual(['red', 'red; dark', 'blue']);
    expect(reply('red; dark, blue, red')).toEqual(accepted({ colors: [1, 2, 3] }));
    expect(reply('red, green')).toEqual(declined);
    const free = form({ tags: { type: 'array', items: { type: 'string' } } }, ['tags']);
    expect(free.reply('one, two')).toEqual(accepted({ tags: ['one', 'two'] }));
  });

  it('takes “Leave empty” beside others of a list for those others: the rest of the form is not lost for it', () => {
    const items = { type: 'string', enum: ['a', 'b'] };
    const { asked, reply } = form({ tags: { type: 'array', items }, name: { type: 'string' } }, ['name']);
    expect(asked[0]?.options[0]?.label).toBe('Leave empty');
    expect(reply('Leave empty, b', 'Ada')).toEqual(accepted({ tags: ['b'], name: 'Ada' }));
    expect(reply('Leave empty', 'Ada')).toEqual(accepted({ name: 'Ada' }));
    expect(reply('Leave empty, c', 'Ada')).toEqual(declined);
    const needed = form({ tags: { type: 'array', items } }, ['tags']);
    expect(needed.reply('Leave empty, b')).toEqual(declined);
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

  it('is not sent with an optional field left empty that was answered with something not allowed, and says so', () => {
    const { asked, reply } = form({ name: { type: 'string' }, count: { type: 'integer' } }, ['name']);
    expect(reply('x', '3.5')).toEqual(declined);
    const requestedSchema = { properties: { count: { type: 'integer' } } };
    const native = elicitation({ mode: 'form', message: '', requestedSchema });
    expect(native.outcome({ approved: true, answers: { count: '3.5' } })).toContain('Not sent');
    expect(asked.map(({ takes }) => takes)).toEqual([undefined, 'integer']);
  });

  it('says what each field takes, so that another answer can be refused with the reason', () => {
    const { asked } = form({
      one: { enum: ['a'] },
      sure: { type: 'boolean' },
      many: { type: 'array', items: { enum: ['a'] } },
      share: { type: 'number' },
      counts: { type: 'array', items: { type: 'integer' } },
      tags: { type: 'array', items: { type: 'string' } },
      text: {},
    });
    const takes = ['listed', 'listed', 'listed', 'number', 'integers', undefined, undefined];
    expect(asked.map((question) => question.takes)).toEqual(takes);
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

  it('takes the name that was picked, though another value is spelled like it', () => {
    const oneOf = [
      { const: 'no', title: 'yes' },
      { const: 'yes', title: 'no' },
    ];
    const { reply } = form({ sure: { oneOf } }, ['sure']);
    expect(reply('no')).toEqual(accepted({ sure: 'yes' }));
    expect(reply('yes')).toEqual(accepted({ sure: 'no' }));
  });

  it('gives two that are ticked as two, though a third is named like both', () => {
    const items = { type: 'string', enum: ['src', 'test', 'src, test', 'all'] };
    const { asked, reply } = form({ remove: { type: 'array', items } }, ['remove']);
    const [src, test, both] = asked[0]?.options.map(({ label }) => label) ?? [];
    expect(reply(`${src}, ${test}`)).toEqual(accepted({ remove: ['src', 'test'] }));
    expect(reply(`${both}`)).toEqual(accepted({ remove: ['src, test'] }));
  });

  it('shows no two choices and no two questions alike, in any order, and none as an empty answer', () => {
    const field = { enum: ['a', 'b', 'Leave empty'], enumNames: ['Go', 'Go', 'Leave empty'] };
    const one = form({ c: { title: 'T (b)' }, a: { title: 'T' }, b: { title: 'T' }, go: field }, ['go']);
    expect(new Set(one.asked.map(({ question }) => question)).size).toBe(4);
    const labels = one.asked[3]?.options.map(({ label }) => label) ?? [];
    expect(new Set(labels).size).toBe(3);
    expect(labels.map((label) => one.reply('1', '2', '3', label))).toEqual(
      ['a', 'b', 'Leave empty'].map((go) => accepted({ c: '1', a: '2', b: '3', go })),
    );
    const required = form({ name: { type: 'string' } }, ['name']);
    expect(required.reply('Leave empty')).toEqual(accepted({ name: 'Leave empty' }));
  });

  it('has questions apart in what a card shows of a long message', () => {
    const properties = { from: { type: 'string' }, to: { type: 'string' } };
    const long = elicitation({ mode: 'form', message: 'x'.repeat(5_000), requestedSchema: { properties } });
    expect(new Set(long.questions?.map(({ question }) => question.slice(0, 600))).size).toBe(2);
  });

  it('is asked and answered with any value and any name of the server’s', () => {
    const odd = { toString: 1, valueOf: 1 };
    const { asked, reply } = form({ odd: { enum: [odd] } }, ['odd']);
    expect(reply(asked[0]?.options[0]?.label ?? '')).toEqual(accepted({ odd }));
    const requestedSchema = JSON.parse('{"properties":{"__proto__":{"title":"P"}},"required":["__proto__"]}');
    const named = elicitation({ mode: 'form', message: 'M', requestedSchema });
    const content = JSON.stringify(named.reply({ approved: true, answers: { 'M P': 'x' } }));
    expect(content).toContain('"content":{"__proto__":"x"}');
    const array = { type: 'array', items: { enum: ['a'] } };
    const builtIn = elicitation({ mode: 'form', message: '', requestedSchema: { properties: { toString: array } } });
    expect(builtIn.reply({ approved: true, answers: {} })).toEqual(accepted({}));
  });

  it('without an end is read in a moment', () => {
    const same = { enum: Array.from({ length: 100_000 }, () => 'x'.repeat(40)) };
    const properties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`f${at}`, { title: 'T', ...same }]),
    );
    const begun = cpuMs();
    const { reply } = form({ ...properties, many: { type: 'array', items: same } });
    reply('x, '.repeat(20_000));
    expect(cpuMs() - begun).toBeLessThan(3_000);
  });
});
