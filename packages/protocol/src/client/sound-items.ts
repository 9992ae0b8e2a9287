import * as v from 'valibot';
import type { TimelineItem } from '../state.ts';

const text = v.string();
const list = v.array(v.unknown());
const inItem = { id: text, seq: v.number(), lastSeq: v.number(), atMs: v.number() };
const value = v.union([v.looseObject({ text }), v.looseObject({ blob: text, head: text, tail: text })]);
const block = { agentId: text, streamId: text, state: text, content: v.optional(value) };

/** What is read of an item before it is drawn: by its kind, the least without which nothing can be done with it. */
const needed: Record<Exclude<TimelineItem['kind'], 'unknown'>, v.ObjectEntries> = {
  prompt: { agentId: text, promptId: text, by: text, text, attachments: list, state: text },
  text: block,
  reasoning: block,
  tool: { agentId: text, toolId: text, toolKind: text, title: text, status: text, input: value },
  file: { agentId: text, path: text, change: text, added: v.number(), removed: v.number() },
  plan: { agentId: text, entries: v.array(v.looseObject({ text, status: text })) },
  approval: {
    request: v.looseObject({
      agentId: text,
      approvalId: text,
      kind: text,
      title: text,
      shown: text,
      risks: v.array(text),
      elided: list,
    }),
  },
  error: { code: text, message: text },
  notice: { level: text, text },
  people: { what: text, participantId: text, name: text },
  suggestion: { suggestion: v.looseObject({ text }), outcome: text, by: text },
  steer: { by: text, text, state: text },
  restore: { agentId: text, by: text, undo: text, sum: v.optional(v.looseObject({ files: v.number() })) },
};
const shapes = new Map(
  Object.entries(needed).map(([kind, entries]) => [kind, v.looseObject({ ...inItem, ...entries })]),
);
const Kind = v.looseObject({ kind: text });

/**
 * The items of a snapshot as they can be used. One that does not hold what its kind promises stands as `unknown`, so
 * that it takes nothing else with it (B07); a kind that only a newer host knows is left as it is.
 */
export function soundItems(items: unknown): TimelineItem[] {
  if (!Array.isArray(items)) return [];
  return items.map((item: TimelineItem, index): TimelineItem => {
    const kind = v.safeParse(Kind, item);
    const shape = kind.success ? (shapes.get(kind.output.kind) ?? v.looseObject(inItem)) : undefined;
    if (shape !== undefined && v.is(shape, item)) return item;
    const nativeType = kind.success ? kind.output.kind : 'nothing';
    return { kind: 'unknown', id: `unsound:${index}`, seq: 0, lastSeq: 0, atMs: 0, nativeType };
  });
}
