/** A running relay as the contract needs it: reached by its URL, looked into only for what is at rest. */
export type RelayUnderTest = {
  url: string;
  /** Puts the room to sleep with its sockets open; nothing where the host never does that. */
  evict(roomId: string): Promise<void>;
  /** All values at rest for a room, table by table. */
  stored(roomId: string): Promise<Record<string, unknown[]>>;
  close(): Promise<void>;
};
