/** What stands above the line that brings the room back. A quick tunnel has another address at each start. */
export const endWords = (comeBack: string): string =>
  / --tunnel( |$)/.test(comeBack)
    ? 'Ended. The room is kept. It comes back, and its links with another address, by:'
    : 'Ended. The room is kept. It comes back under the same link by:';
