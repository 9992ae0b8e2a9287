/**
 * What a person's device signs (CLG-70): 138 bytes of a fixed layout, kept and sent as they were signed.
 *
 *     u8 kind ‖ commandId 16 ‖ objectId 16 ‖ u8 decision ‖ u64 atSeq ‖ h_atSeq 32 ‖ shownHash 32 ‖ extraHash 32
 */
import { equal, readU64, utf8, view, writeU64 } from './bytes.ts';
import { hash } from './crypto/hash.ts';
import { sign, verify } from './crypto/sign.ts';

export const statementBytes = 138;

const kinds = { approval: 1, prompt: 2, suggestion: 3, answer: 4, vote: 5 } as const;
const decisions = { none: 0, allow: 1, deny: 2, up: 3, down: 4 } as const;
export type StatementKind = keyof typeof kinds;
export type StatementDecision = keyof typeof decisions;

const decisionsOf: Record<StatementKind, readonly StatementDecision[]> = {
  approval: ['allow', 'deny'],
  prompt: ['none'],
  suggestion: ['none'],
  answer: ['none', 'allow', 'deny'],
  vote: ['none', 'up', 'down'],
};

export type Statement = {
  kind: StatementKind;
  commandId: Uint8Array;
  /** What it is about; its own command for prompts and suggestions. */
  objectId: Uint8Array;
  decision: StatementDecision;
  /** The chain as the person saw it. */
  atSeq: number;
  atHash: Uint8Array;
  /** Of prompts and suggestions: the hash of their aim (CLG-78); 32 zeros in rooms that are older than that rule. */
  shownHash: Uint8Array;
  extraHash: Uint8Array;
};

export function encodeStatement(statement: Statement): Uint8Array {
  const bytes = new Uint8Array(statementBytes);
  const into = view(bytes);
  bytes[0] = kinds[statement.kind];
  bytes.set(statement.commandId, 1);
  bytes.set(statement.objectId, 17);
  bytes[33] = decisions[statement.decision];
  writeU64(into, 34, statement.atSeq);
  bytes.set(statement.atHash, 42);
  bytes.set(statement.shownHash, 74);
  bytes.set(statement.extraHash, 106);
  return bytes;
}

/** `undefined` for anything that an honest device would not make. */
export function decodeStatement(bytes: Uint8Array): Statement | undefined {
  if (bytes.length !== statementBytes) return undefined;
  const kind = nameOf(kinds, bytes[0]);
  const decision = nameOf(decisions, bytes[33]);
  const atSeq = readU64(view(bytes), 34);
  if (kind === undefined || decision === undefined || atSeq === undefined) return undefined;
  const statement: Statement = {
    kind,
    commandId: bytes.slice(1, 17),
    objectId: bytes.slice(17, 33),
    decision,
    atSeq,
    atHash: bytes.slice(42, 74),
    shownHash: bytes.slice(74, 106),
    extraHash: bytes.slice(106),
  };
  return isWellFormed(statement) ? statement : undefined;
}

function isWellFormed(statement: Statement): boolean {
  if (!decisionsOf[statement.kind].includes(statement.decision)) return false;
  if (statement.kind !== 'prompt' && statement.kind !== 'suggestion') return true;
  return equal(statement.objectId, statement.commandId);
}

function nameOf<Name extends string>(table: Record<Name, number>, value: number | undefined): Name | undefined {
  for (const name in table) if (table[name] === value) return name;
  return undefined;
}

export const signStatement = (deviceSk: Uint8Array, roomId: Uint8Array, statement: Uint8Array): Uint8Array =>
  sign(deviceSk, 'stmt', roomId, statement);

export const verifyStatement = (
  devicePk: Uint8Array,
  roomId: Uint8Array,
  statement: Uint8Array,
  signature: Uint8Array,
): boolean => statement.length === statementBytes && verify(devicePk, 'stmt', roomId, statement, signature);

/**
 * Of the one text that was shown, for this request in this room (CLG-71). `undefined` for text with a lone surrogate:
 * it has no UTF-8, so two such texts would have one hash.
 */
export function shownHash(roomId: Uint8Array, objectId: Uint8Array, shown: string): Uint8Array | undefined {
  return /\p{Surrogate}/u.test(shown) ? undefined : hash(32, undefined, 'shown', roomId, objectId, utf8(shown));
}

/** Of the attachment, byte by byte as it is sent; of the empty string where there is none. */
export const extraHash = (attachment: Uint8Array): Uint8Array => hash(32, undefined, 'extra', attachment);

/** Of the agent's own request. The salt stays on the host, so that hidden values cannot be guessed (CLG-72). */
export const callHash = (salt: Uint8Array, nativeRequest: Uint8Array): Uint8Array =>
  hash(32, salt, 'call', nativeRequest);
