/** Every limit of the protocol in one place, with its reason. Bytes unless the name says otherwise. */

export const headerBytes = 16;
export const tagBytes = 16;
/** Padding floor of group frames; pairwise frames hide more of their size (CLG-43). */
export const minPlaintextBytes = 256;
export const minPairwisePlaintextBytes = 512;
export const maxPlaintextBytes = 61_440;
export const maxFrameBytes = headerBytes + maxPlaintextBytes + tagBytes;
/** A WebSocket message; more is sent as several. Below every host's own limit. */
export const maxBundleBytes = 256 * 1024;
/** JSON of one control message between relay and client. */
export const maxControlBytes = 4 * 1024;
/** JSON of one event after redaction (CLG-50), so that it fits one frame with its run header. */
export const maxEventBytes = 48 * 1024;
/** Values above this (encoded) become blobs (CLG-60). */
export const maxInlineBytes = 16 * 1024;
/** Bytes of one answer to a pull (CLG-61). */
export const maxPartBytes = 48 * 1024;
export const maxJsonDepth = 32;

/** A prompt's text in UTF-8: one published limit, checked before sending and again on the bridge. */
export const maxPromptBytes = 1024 * 1024;
/** Text that goes into one command frame; longer text goes by blob (CLG-63). */
export const maxCommandTextBytes = 40 * 1024;
export const maxChatBytes = 16 * 1024;
export const maxNameUnits = 64;
/** One uploaded value, and what one member may have open (CLG-63). */
export const maxUploadBytes = 8 * 1024 * 1024;
export const maxOpenUploadBytes = 32 * 1024 * 1024;

/** Relay: per socket of a member, per second with a burst; the host's budget is apart. */
export const memberFramesPerSecond = 60;
export const memberFrameBurst = 240;
export const memberBytesPerSecond = 512 * 1024;
export const memberByteBurst = 4 * 1024 * 1024;
export const hostFramesPerSecond = 2_000;
export const hostFrameBurst = 8_000;
export const hostBytesPerSecond = 32 * 1024 * 1024;
export const hostByteBurst = 64 * 1024 * 1024;
/** Relay: sockets that one room, and one address in it, may hold; joins per second and address. */
export const maxSocketsPerRoom = 2_000;
export const maxSocketsPerAddress = 500;
export const joinsPerSecondPerAddress = 20;
export const joinBurstPerAddress = 200;
/** Relay: bytes waiting for one slow reader before ephemeral frames are dropped, and before it is closed. */
export const slowReaderDropBytes = 1024 * 1024;
export const slowReaderCloseBytes = 8 * 1024 * 1024;
/** A challenge is answered within this time (CLG-20). */
export const challengeMs = 10_000;
/** The page's text heartbeat, and the silence after which its socket is closed (CLG-23). */
export const heartbeatMs = 30_000;
export const silentCloseMs = 75_000;
/** A room is forgotten by the relay this long after its host was last seen. */
export const roomForgottenMs = 30 * 24 * 3600 * 1000;
