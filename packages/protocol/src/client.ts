/** A member's side of the encrypted room: what the page's Worker, tests and load tools run. */
export type { ClientSocket, OpenSocket, SocketListener } from './client/connection.ts';
export {
  type DeviceKey,
  deviceKeyOf,
  type MemberStore,
  type Membership,
  MemoryMemberStore,
  newDeviceKey,
} from './client/member-store.ts';
export { RoomClient } from './client/room-client.ts';
export type { RoomClientOptions } from './client/room-client-options.ts';
export type { Unsigned } from './client/signed-command.ts';
export type { Uploaded } from './client/uploader.ts';
export type { ClientLiveness, ClientPhase, ClientView, Me, SentCommand, Words } from './client/view.ts';
