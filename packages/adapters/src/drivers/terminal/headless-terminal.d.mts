type Cell = { getWidth(): number; getChars(): string };
type Line = { translateToString(trimRight?: boolean): string; getCell(column: number): Cell | undefined };

/** What we use of the terminal without a face. */
export class Terminal {
  constructor(options: {
    cols: number;
    rows: number;
    scrollback: number;
    allowProposedApi: boolean;
    logLevel: 'off';
  });
  readonly cols: number;
  readonly rows: number;
  readonly modes: { readonly bracketedPasteMode: boolean };
  readonly buffer: {
    readonly active: {
      readonly cursorX: number;
      readonly cursorY: number;
      readonly baseY: number;
      getLine(row: number): Line | undefined;
    };
  };
  readonly parser: { registerOscHandler(code: number, handler: (body: string) => boolean): unknown };
  write(text: string, onRead: () => void): void;
  resize(columns: number, rows: number): void;
  onData(listener: (text: string) => void): unknown;
  loadAddon(addon: SerializeAddon): void;
  dispose(): void;
}

export class SerializeAddon {
  serialize(options: { scrollback: number }): string;
}
