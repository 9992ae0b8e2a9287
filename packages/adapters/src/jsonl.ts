const lineFeed = 0x0a;
const byteOrderMark = '\uFEFF';

/** A tool result with a picture in it is a few MiB; more than this is a fault of the agent. */
const defaultMaxLineBytes = 16 * 1024 * 1024;

/** Of a line that is dropped, this much is looked at. */
const headBytes = 1_024;

export interface JsonlSink {
  /** `line` is the text as it was sent, without its end. */
  onObject(value: Record<string, unknown>, line: string): void;
  /** A line that is no JSON object: for the diagnostics, never for the transcript. */
  onNoise(text: string): void;
  /** `head` is how it begins: enough to see who asks for what. */
  onLineTooLong(byteLength: number, head: string): void;
}

export interface JsonlReader {
  push(chunk: Uint8Array): void;
  /** End of the stream: the last line needs no line feed. */
  end(): void;
}

/**
 * The one reader of JSON lines. Cuts bytes at line feeds and decodes whole lines only, so neither a read's size nor a
 * character across two reads matters; U+2028 and brackets in strings are nothing special (as they are to `readline`).
 */
export function createJsonlReader(sink: JsonlSink, maxLineBytes = defaultMaxLineBytes): JsonlReader {
  let pieces: Buffer[] = [];
  let heldBytes = 0;
  /** Bytes of an over-long line dropped so far; 0 while reading normally. */
  let skippedBytes = 0;
  let skippedHead = '';

  return {
    push(chunk) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const first = bytes.indexOf(lineFeed);
      if (first === -1) {
        if (bytes.length > 0) hold(bytes);
        return;
      }
      finish(bytes, 0, first);
      const end = bytes.lastIndexOf(lineFeed);
      if (end - first > maxLineBytes) finishEach(bytes, first + 1, end);
      else readAll(bytes.toString('utf8', first + 1, end + 1));
      if (end + 1 < bytes.length) hold(bytes.subarray(end + 1));
    },
    end() {
      finish(Buffer.alloc(0), 0, 0);
    },
  };

  /** Whole lines, each with its line feed. One decoding for all of them costs a third less than one for each. */
  function readAll(text: string): void {
    for (let start = 0, end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      if (end > start) read(text.slice(start, end));
      start = end + 1;
    }
  }

  /** The same where one of them may be too long. */
  function finishEach(bytes: Buffer, from: number, last: number): void {
    for (let start = from; start <= last; ) {
      const end = bytes.indexOf(lineFeed, start);
      finish(bytes, start, end);
      start = end + 1;
    }
  }

  function hold(rest: Buffer): void {
    if (skippedBytes > 0 || heldBytes + rest.length > maxLineBytes) {
      if (skippedBytes === 0) skippedHead = headOf([...pieces, rest]);
      skippedBytes += heldBytes + rest.length;
      pieces = [];
      heldBytes = 0;
      return;
    }
    // A copy: a small rest must not keep the whole chunk of the stream alive, nor change under us.
    pieces.push(Buffer.from(rest));
    heldBytes += rest.length;
  }

  function finish(bytes: Buffer, start: number, end: number): void {
    if (skippedBytes > 0 || heldBytes + end - start > maxLineBytes) {
      const head = skippedBytes > 0 ? skippedHead : headOf([...pieces, bytes.subarray(start, end)]);
      sink.onLineTooLong(skippedBytes + heldBytes + end - start, head);
      skippedBytes = 0;
      skippedHead = '';
      pieces = [];
      heldBytes = 0;
      return;
    }
    if (heldBytes === 0) {
      if (end > start) read(bytes.toString('utf8', start, end));
      return;
    }
    pieces.push(bytes.subarray(start, end));
    const line = Buffer.concat(pieces, heldBytes + end - start).toString('utf8');
    pieces = [];
    heldBytes = 0;
    read(line);
  }

  function read(text: string): void {
    const line = text.startsWith(byteOrderMark) ? text.slice(1) : text;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      if (line.trim() !== '') sink.onNoise(line);
      return;
    }
    if (isRecord(value)) sink.onObject(value, line);
    else sink.onNoise(line);
  }
}

function headOf(pieces: readonly Buffer[]): string {
  const first = pieces.find((piece) => piece.length > 0) ?? Buffer.alloc(0);
  const whole = first.length < headBytes ? Buffer.concat(pieces.map((piece) => piece.subarray(0, headBytes))) : first;
  return whole.toString('utf8', 0, headBytes);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
