/** The wire as the relay may know it: frames by their header, bundles, control messages. Nothing of what is inside. */
export {
  decodeHostBundle,
  decodeMemberBundle,
  encodeHostBundles,
  encodeMemberBundles,
  type HostEntry,
  type MemberEntry,
  maxEntriesPerBundle,
  toAllHandle,
} from './frames/bundle.ts';
export {
  type ControlMessage,
  type ControlMessageOf,
  decodeControl,
  encodeControl,
  encodeKeySet,
  heartbeatAnswer,
  heartbeatText,
  keysPerMessage,
} from './frames/control.ts';
export {
  decodeHeader,
  encodeHeader,
  type FrameHeader,
  type FrameType,
  type FrameTypeName,
  frameTypes,
  hs1Bytes,
  hs2Bytes,
  isDroppable,
  isFrameLength,
  isGroupType,
} from './frames/header.ts';
