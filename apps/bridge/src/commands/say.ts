import type { Style } from '../terminal/style.ts';

/** Where a command writes: text for people, or JSON for programs. */
export type Surroundings = {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  platform: NodeJS.Platform;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  style: Style;
};

export const writeLines = (stream: { write(text: string): unknown }, lines: readonly string[]): void => {
  stream.write(`${lines.join('\n')}\n`);
};
