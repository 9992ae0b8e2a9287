import { as, type StreamId, type ToolId } from '@collagility/protocol/ids';
import { describe, expect, test } from 'vitest';
import { claude, fold, opening, promptId, type Told } from '../../../shots/rooms.ts';
import { asking, work } from '../../../shots/session.ts';
import { isSameRow, rowsOf } from './rows.ts';

const inTurn = { agentId: claude, promptId: promptId('p1') };
const stream = (id: string): StreamId => as<StreamId>(id);
const tool = (id: string): ToolId => as<ToolId>(id);
const rowsAfter = (told: Told[]) => rowsOf(fold(told).items);
const kinds = (told: Told[]) => rowsAfter(told).map((row) => row.kind);

describe('rows of the transcript', () => {
  test('reads in a row are one line, an edit is shown by its file, an allowed command carries its signature', () => {
    const rows = rowsAfter([...opening, ...work]);
    expect(rows.map((row) => row.kind)).toEqual([
      'item',
      'item',
      'text',
      'reads',
      'item',
      'file',
      'file',
      'tool',
      'text',
    ]);
    const reads = rows.find((row) => row.kind === 'reads');
    expect(reads?.kind === 'reads' && reads.tools).toHaveLength(3);
    const ran = rows.find((row) => row.kind === 'tool');
    expect(ran?.kind === 'tool' && ran.approval?.resolution?.outcome).toBe('allowed');
  });

  test('[B04] the same text twice is two blocks, and one that was cut off stays', () => {
    const end = (id: string, text: string, incomplete = false): Told => ({
      type: 'ai.stream.end',
      ...inTurn,
      streamId: stream(id),
      reasoning: false,
      content: { text },
      textHash: '00'.repeat(32),
      len: text.length,
      incomplete,
    });
    const start = (id: string): Told => ({
      type: 'ai.stream.start',
      ...inTurn,
      streamId: stream(id),
      reasoning: false,
    });
    const rows = rowsAfter([start('m1'), end('m1', 'Hello'), end('m2', 'Hello'), start('m3'), end('m3', 'Hel', true)]);
    expect(rows.map((row) => row.kind === 'text' && row.item.state)).toEqual(['ended', 'ended', 'incomplete']);
  });

  test('a retracted block is gone, a queued prompt stands in the queue and not here', () => {
    expect(
      kinds([
        { type: 'ai.stream.start', ...inTurn, streamId: stream('m1'), reasoning: false },
        { type: 'ai.stream.retracted', ...inTurn, streamIds: [stream('m1')] },
        { type: 'ai.prompt.queued', agentId: claude, promptId: promptId('p9'), by: as('p-host'), text: 'later' },
      ]),
    ).toEqual([]);
  });

  test('what a sub-agent does stands inside the call that started it', () => {
    const rows = rowsAfter([
      {
        type: 'ai.tool.started',
        ...inTurn,
        toolId: tool('a'),
        toolName: 'Task',
        kind: 'agent',
        title: 'Look',
        input: { text: '{}' },
      },
      {
        type: 'ai.tool.started',
        ...inTurn,
        toolId: tool('b'),
        toolName: 'Read',
        kind: 'read',
        title: 'x.ts',
        input: { text: '{}' },
        parentToolId: tool('a'),
      },
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.kind === 'tool' && rows[0].steps).toHaveLength(1);
  });

  test('a turn that ended says so after its last row', () => {
    const rows = rowsAfter([
      ...opening,
      ...work,
      {
        type: 'ai.execution.ended',
        agentId: claude,
        promptId: promptId('p1'),
        outcome: 'interrupted',
        reason: 'by Hana',
      },
    ]);
    expect(rows.at(-1)?.kind).toBe('turn_end');
  });

  test('rows of unchanged items count as the same, so that nothing is drawn again', () => {
    const state = fold([...opening, ...work]);
    const again = rowsOf([...state.items]);
    expect(rowsOf(state.items).every((row, index) => isSameRow(row, again[index] ?? row))).toBe(true);
    expect(rowsOf(fold([...opening, ...work, asking]).items).at(-1)?.kind).toBe('item');
  });

  test('a run of calls is one line when its turn is over, and what failed or was allowed stays as it is', () => {
    const call = (id: string, exitCode = 0): Told[] => [
      {
        type: 'ai.tool.started',
        ...inTurn,
        toolId: tool(id),
        toolName: 'Bash',
        kind: 'execute',
        title: id,
        input: { text: '{}' },
      },
      { type: 'ai.tool.ended', ...inTurn, toolId: tool(id), status: 'completed', output: { text: '' }, exitCode },
    ];
    const calls = ['a', 'b', 'c', 'd'].flatMap((id) => call(id));
    const prompt: Told[] = [
      { type: 'ai.prompt.queued', agentId: claude, promptId: promptId('p1'), by: as('p-host'), text: 'go' },
      { type: 'ai.execution.started', agentId: claude, promptId: promptId('p1'), correlationId: 'c' },
    ];
    const end: Told = { type: 'ai.execution.ended', agentId: claude, promptId: promptId('p1'), outcome: 'completed' };
    expect(kinds([...prompt, ...calls])).toEqual(['item', 'tool', 'tool', 'tool', 'tool']);
    expect(kinds([...prompt, ...calls, end])).toEqual(['item', 'run', 'turn_end']);
    expect(kinds([...prompt, ...calls, ...call('e', 1), end])).toEqual(['item', 'run', 'tool', 'turn_end']);
    expect(kinds([...prompt, ...call('a'), ...call('b'), end])).toEqual(['item', 'tool', 'tool', 'turn_end']);
  });

  test('a turn’s end stays where it ended when its files are put back later', () => {
    const turn = { agentId: claude, promptId: promptId('p1') };
    const told: Told[] = [
      { type: 'ai.prompt.queued', ...turn, by: as('p-host'), text: 'go' },
      { type: 'ai.execution.started', ...turn, correlationId: 'c' },
      { type: 'ai.execution.ended', ...turn, outcome: 'completed' },
      { type: 'workspace.restored', ...turn, by: as('p-host'), to: as('1'), undo: as('2') },
    ];
    expect(rowsAfter(told).map((row) => (row.kind === 'item' ? row.item.kind : row.kind))).toEqual([
      'prompt',
      'turn_end',
      'restore',
    ]);
  });

  test('where two agents speak in turn, each text says whose it is', () => {
    const other = as<typeof claude>('other-1');
    const says = (agentId: typeof claude, id: string): Told => ({
      type: 'ai.stream.end',
      agentId,
      promptId: promptId(`p-${agentId}`),
      streamId: stream(id),
      reasoning: false,
      content: { text: 'Hello' },
      textHash: '00'.repeat(32),
      len: 5,
    });
    const rows = rowsAfter([says(claude, 'a'), says(claude, 'b'), says(other, 'c'), says(claude, 'd')]);
    expect(rows.map((row) => row.kind === 'text' && row.hasHeader)).toEqual([true, false, true, true]);
  });

  test('where two agents work at once, a call is under the name of who made it', () => {
    const other = as<typeof claude>('other-1');
    const turnOf = (agentId: typeof claude) => ({ agentId, promptId: promptId(`p-${agentId}`) });
    const asks = (agentId: typeof claude): Told[] => [
      { type: 'ai.prompt.queued', ...turnOf(agentId), by: as('p-host'), text: 'go' },
      { type: 'ai.execution.started', ...turnOf(agentId), correlationId: 'c' },
    ];
    const calls = (agentId: typeof claude, id: string): Told => ({
      type: 'ai.tool.started',
      ...turnOf(agentId),
      toolId: tool(id),
      toolName: 'x',
      kind: 'execute',
      title: id,
      input: { text: '{}' },
    });
    const ends = (agentId: typeof claude): Told => ({
      type: 'ai.execution.ended',
      ...turnOf(agentId),
      outcome: 'completed',
    });
    const both = [...asks(claude), calls(claude, 'a'), ...asks(other), calls(other, 'b'), calls(claude, 'c')];
    expect(rowsAfter(both).map((row) => (row.kind === 'voice' ? row.agentId : row.kind))).toEqual([
      'item',
      'tool',
      'item',
      'tool',
      claude,
      'tool',
    ]);
    expect(rowsAfter([...asks(claude), calls(claude, 'a'), ends(claude)]).map(({ kind }) => kind)).toEqual([
      'item',
      'tool',
      'turn_end',
    ]);
  });
});
