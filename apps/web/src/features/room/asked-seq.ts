/** The message that the page's address asks for: kept until the room is drawn, told at once where it is. */
let asked: number | undefined;
let listener: ((seq: number) => void) | undefined;

export function askForSeq(seq: number | undefined): void {
  if (listener !== undefined && seq !== undefined) listener(seq);
  else asked = seq;
}

export function takeAskedSeq(): number | undefined {
  const seq = asked;
  asked = undefined;
  return seq;
}

/** The room is there: what is asked for from now on is gone to. Returns what ends that. */
export function listenToAskedSeq(listen: (seq: number) => void): () => void {
  listener = listen;
  return () => {
    listener = undefined;
  };
}
