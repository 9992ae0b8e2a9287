/** Identifiers. Hex is lower case everywhere; nothing here is secret. */

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** 32 hex digits: the hash of the room's public key (CLG-05). */
export type RoomId = Branded<string, 'RoomId'>;
/** One device in one room, 16 hex digits, given by the host at admission. */
export type MemberId = Branded<string, 'MemberId'>;
/** One person in one room; has one or more devices. */
export type ParticipantId = Branded<string, 'ParticipantId'>;
/** 32 hex digits, random, made by the device that sends the command. */
export type CommandId = Branded<string, 'CommandId'>;
/** Public id of an invite, 16 hex digits, derived from its secret (CLG-07). */
export type InviteId = Branded<string, 'InviteId'>;
/** One running agent in the room. */
export type AgentId = Branded<string, 'AgentId'>;
/** One prompt that was queued or run; the command id of the command that made it. */
export type PromptId = Branded<string, 'PromptId'>;
/** One suggested prompt; the command id of the command that made it. */
export type SuggestionId = Branded<string, 'SuggestionId'>;
/** One block of streamed text. */
export type StreamId = Branded<string, 'StreamId'>;
/** One tool call. */
export type ToolId = Branded<string, 'ToolId'>;
/** One request to a person, 32 hex digits: the objectId that a statement names (CLG-70). */
export type ApprovalId = Branded<string, 'ApprovalId'>;
/** One remembered permission. */
export type RuleId = Branded<string, 'RuleId'>;
/** One remembered state of the shared folder's files; made by the host. */
export type CheckpointId = Branded<string, 'CheckpointId'>;
/** One thread of review comments; the command id of its first comment. */
export type ThreadId = Branded<string, 'ThreadId'>;
/** One card at the door. */
export type CardId = Branded<string, 'CardId'>;

/** Brands a string whose origin vouches for it (a schema, or the function that made it). */
export const as = <T extends string>(text: string): T => text as T;
