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
/** A suggestion stands whole in its event; longer ones are prompts or files. */
export const maxSuggestionBytes = 12 * 1024;
/** Up to this length a prompt stands whole in its event beside its signature; above it is a blob. */
export const maxInlinePromptBytes = 12 * 1024;
/** Open at once: everybody who comes gets all of them, and one person may not take all there is. */
export const maxOpenSuggestions = 200;
export const maxOwnOpenSuggestions = 40;
export const maxQueuedPrompts = 200;
export const maxOwnQueuedPrompts = 40;
export const maxChatBytes = 16 * 1024;
export const maxNameUnits = 64;
/** One uploaded value, and what one member may have open (CLG-63). */
export const maxUploadBytes = 8 * 1024 * 1024;
export const maxOpenUploadBytes = 32 * 1024 * 1024;
export const maxOpenUploads = 64;
/** All members together: uploads lie in the host's memory until a command takes them, or for an hour. */
export const maxAllUploadBytes = 512 * 1024 * 1024;
/** Of one guest's attachments the host writes so much to its disk in one run. */
export const maxKeptUploadBytes = 512 * 1024 * 1024;
/** Of the memory, kept for those who manage the room; and what each, and all, may have who send no prompts at all. */
export const reservedUploadBytes = 64 * 1024 * 1024;
export const maxWatcherUploadBytes = 2 * 1024 * 1024;
export const maxAllWatcherUploadBytes = 32 * 1024 * 1024;

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
/** Relay: all member sockets of one address together; more sockets do not buy more. */
export const addressFramesPerSecond = 1_200;
export const addressFrameBurst = 4_800;
export const addressBytesPerSecond = 8 * 1024 * 1024;
export const addressByteBurst = 32 * 1024 * 1024;
/** Relay: sockets of one room that have proved nothing yet; the oldest makes room for the newest. */
export const maxUnprovenPerRoom = 512;
/** Relay: admission keys of one room: its invites and one per admitted device. */
export const maxAdmissionKeys = 10_000;
/** Relay: bytes waiting for one slow reader before ephemeral frames are dropped, and before it is closed. */
export const slowReaderDropBytes = 1024 * 1024;
export const slowReaderCloseBytes = 8 * 1024 * 1024;
/** Relay: bytes waiting for a host that reads too slowly, before it is closed to start anew. */
export const slowHostCloseBytes = 32 * 1024 * 1024;
/** A challenge is answered within this time (CLG-20). */
export const challengeMs = 10_000;
/** The page's text heartbeat, and the silence after which its socket is closed (CLG-23). */
export const heartbeatMs = 30_000;
export const silentCloseMs = 75_000;
/** Client: a socket on which a heartbeat brings nothing for this long is half-open, and is left for a new one (B43). */
export const heartbeatAnswerMs = 5_000;
/** A room is forgotten by the relay this long after its host was last seen. */
export const roomForgottenMs = 30 * 24 * 3600 * 1000;

/** Door (CLG-37): attempts by link per second with a burst, with and without a lobby, and resumes in all. */
export const lobbyAttemptsPerSecond = 2;
export const lobbyAttemptBurst = 20;
export const openAttemptsPerSecond = 50;
export const openAttemptBurst = 500;
export const resumesPerSecond = 500;
export const resumeBurst = 2_000;
export const maxHalfOpen = 512;
/** From `hs1` to `hs3` (CLG-37); a member waits as long for `hs2` and for `welcome` of a resume. */
export const handshakeMs = 10_000;
export const maxLobbyCards = 16;
export const maxLobbyCardsPerAddress = 4;
export const lobbyCardMs = 30 * 60_000;
/** A link for a host's device, and the one with which the bridge opens its own browser (CLG-39). */
export const hostInviteMs = 10 * 60_000;
export const localHostInviteMs = 60_000;
/** Invites that are listed to those who may make them, newest first. */
export const maxListedInvites = 64;
/** A device without a store is removed this long after its socket closed (CLG-09). */
export const memoryDeviceMs = 10 * 60_000;

/** Group lane: least time between two flushes by open handles (CLG-54), latest check (CLG-55), when a new epoch is due anyway (CLG-45). */
export const flushMs = { small: 16, medium: 33, large: 50 } as const;
export const smallAudience = 25;
export const mediumAudience = 200;
export const checkWithinMs = 250;
export const beatInTurnMs = 5_000;
export const beatWhenWatchedMs = 20_000;
export const maxEpochMs = 24 * 3600 * 1000;
export const maxEpochFrames = 2 ** 20;
export const maxStep = 65_535;

/** Commands of one device (CLG-66) and pulls (CLG-61). */
export const commandsPerSecond = 10;
export const commandBurst = 40;
/** Typing, presence and pings of one device; a page sends them by keystroke at most. */
export const chatterPerSecond = 5;
export const chatterBurst = 30;
/** Host: sockets that the relay may tell of, with room for those it closes and opens; client: people it may tell of. */
export const maxKnownHandles = 2 * 2_000;
export const maxToldPeople = 2_000;
/** Agents that one room may hold, running or not. */
export const maxAgents = 8;
export const maxOutstandingPulls = 8;
export const pullBytesPerSecond = 2 * 1024 * 1024;
/** Questions about the shared folder: each is work for the bridge, whatever its answer weighs. */
export const asksPerSecond = 4;
export const askBurst = 40;
export const pullByteBurst = 16 * 1024 * 1024;
export const allPullBytesPerSecond = 16 * 1024 * 1024;
export const uploadMs = 3600 * 1000;
/** A question about the shared folder is answered within this time, below `progressMs` (CLG-68). */
export const maxAskMs = 10_000;
/** Without progress on an outcome, page or blob for this long a member resumes (CLG-42). */
export const progressMs = 15_000;
/** One `terminal.input` (CLG-69): a pasted page; more is sent as several. */
export const maxTerminalKeys = 8 * 1024;
/** Client: keys that wait to be sent, and output that waits for its screen; beyond, the one is refused, the other asked anew. */
export const maxWaitingKeys = 64 * 1024;
export const maxHeldTerminalBytes = 1024 * 1024;
/** Items of the transcript in a snapshot; older ones are paged. */
export const maxSnapshotItems = 200;
/** A member that missed more events than this gets a snapshot instead of pages. */
export const maxCatchUpEvents = 2_000;

/** Client: what is kept to be sent while away, and how old an act may be that only made sense then (B44). */
export const maxUnsentCommands = 100;
export const maxUnsentBytes = 4 * 1024 * 1024;
export const staleActMs = 10_000;
/** Client: first and longest wait before dialling again, jittered. */
export const backoffFirstMs = 1_000;
export const backoffMaxMs = 30_000;
