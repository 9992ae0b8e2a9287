import { type TerminalOptions, terminalCommandFactory } from '@collagility/adapters/drivers/terminal';
import type { FakeTime } from '@collagility/protocol/testing/fake-time';

type Pty = ReturnType<Awaited<ReturnType<NonNullable<TerminalOptions['loadPty']>>>['spawn']>;

/** A program on paper: echoes what is typed; `exit` ends it. */
export class PaperProgram {
  readonly typed: string[] = [];
  readonly sizes: Array<[number, number]> = [];
  #data: (data: Buffer) => void = () => undefined;
  #exit: (exit: { exitCode: number }) => void = () => undefined;

  readonly module = { spawn: (): Pty => this.#pty() };

  print(text: string): void {
    this.#data(Buffer.from(text));
  }
  exit(exitCode: number): void {
    this.#exit({ exitCode });
  }

  #pty(): Pty {
    return {
      // No process has this number.
      pid: 2 ** 30,
      onData: (listener) => {
        this.#data = listener;
        this.print('welcome\r\n');
      },
      onExit: (listener) => {
        this.#exit = listener;
      },
      write: (text) => {
        this.typed.push(text);
        this.print(text);
      },
      resize: (columns, rows) => void this.sizes.push([columns, rows]),
      pause: () => undefined,
      resume: () => undefined,
    };
  }
}

/** A terminal driver whose program is on paper. */
export const paperFactory = (program: PaperProgram, { clock, timer }: FakeTime) =>
  terminalCommandFactory('terminal:cat', { clock, startTimer: timer, loadPty: async () => program.module });
