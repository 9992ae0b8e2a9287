/** The message that the page's address asks for, from the first look at it until the room is drawn. */
let asked: number | undefined;

export function askForSeq(seq: number | undefined): void {
  asked = seq;
}

export function takeAskedSeq(): number | undefined {
  const seq = asked;
  asked = undefined;
  return seq;
}
