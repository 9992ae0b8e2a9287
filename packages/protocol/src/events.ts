import * as v from 'valibot';
import { agentEvents } from './events/agent.ts';
import { approvalEvents } from './events/approvals.ts';
import { peopleEvents } from './events/people.ts';
import { promptEvents } from './events/prompts.ts';
import { wallMs } from './events/shared.ts';
import { terminalEvents } from './events/terminal.ts';
import { workspaceEvents } from './events/workspace.ts';

export { type AgentModel, AgentStatus, Mode, PlanEntry, TurnOutcome } from './events/agent.ts';
export { NativeOption, Question, Scope } from './events/approvals.ts';
export { Attachment, SignedStatement } from './events/prompts.ts';
export { BigText, BlobRef, RiskClass, ToolKind, Usage } from './events/shared.ts';

const schemas = {
  ...peopleEvents,
  ...promptEvents,
  ...agentEvents,
  ...approvalEvents,
  ...workspaceEvents,
  ...terminalEvents,
};

export type RoomEventType = keyof typeof schemas;

/** What every event carries: its type and the host's wall clock, for display. */
type Envelope<T> = { type: T; atMs: number };

/** One durable event of type `T`. On the wire it is the UTF-8 JSON of this object, encoded once (CLG-50). */
export type RoomEventOf<T extends RoomEventType> = Envelope<T> & v.InferOutput<(typeof schemas)[T]>;

/** Any durable event that this version knows. */
export type RoomEvent = { [T in RoomEventType]: RoomEventOf<T> }[RoomEventType];

/** An event from a newer host: shown as a small neutral card, never dropped, never fatal. */
export type UnknownEvent = { type: 'unknown'; atMs: number; nativeType: string };

const envelope = v.object({ type: v.string(), atMs: v.optional(wallMs, 0) });
const isKnown = (type: string): type is RoomEventType => Object.hasOwn(schemas, type);

/** Reads one event. Unknown fields are ignored; an unknown or malformed event is an `UnknownEvent`; never throws. */
export function parseEvent(json: unknown): RoomEvent | UnknownEvent {
  const head = v.safeParse(envelope, json);
  if (!head.success) return { type: 'unknown', atMs: 0, nativeType: 'malformed' };
  const { type, atMs } = head.output;
  if (!isKnown(type)) return { type: 'unknown', atMs, nativeType: type };
  const body = v.safeParse(schemas[type], json);
  if (!body.success) return { type: 'unknown', atMs, nativeType: type };
  return { type, atMs, ...body.output } as RoomEvent;
}
