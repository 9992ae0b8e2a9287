/** The host's side of the encrypted room. */
export type {
  Clock,
  CommandSender,
  Defer,
  DeviceRecord,
  InviteRecord,
  RoomApplication,
  RoomHost,
  RoomHostOptions,
  RoomIdentity,
  RoomStore,
  Timer,
} from './host/contract.ts';
export { createRoomHost } from './host/room-host.ts';
