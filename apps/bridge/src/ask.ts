import { createInterface } from 'node:readline/promises';
import type { DetectedAgent } from '@collagility/adapters/registry';
import { whereabouts } from './commands/agents.ts';
import type { Surroundings } from './commands/say.ts';
import type { StopSignal } from './stop-signal.ts';
import { safeText } from './terminal/safe-text.ts';
import { cut } from './terminal/style.ts';

/** Questions to the person at the terminal, before the room is open. Absent where nobody sits there. */
export type Questions = {
  agent(question: string, agents: DetectedAgent[]): Promise<DetectedAgent>;
  yes(question: string): Promise<boolean>;
  /** Enter alone is a no: of what cannot be undone. */
  sure(question: string): Promise<boolean>;
};

const isNamed = (answer: string, { factory }: DetectedAgent, at: number): boolean =>
  answer === String(at + 1) || answer === factory.provider;

/** Ctrl+C at a question ends the start. */
export function questionsAt({ stdin, stderr, style }: Surroundings, stop: StopSignal): Questions | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  // The end of the input is one wish, however many questions meet it: only a second Ctrl+C ends at once.
  const giveUp = () => {
    if (!stop.isRequested) stop.request();
  };
  const line = async (text: string): Promise<string> => {
    // Ctrl+D between two questions: nothing will be typed any more.
    if (stdin.readableEnded || stdin.destroyed) {
      giveUp();
      return '';
    }
    const reader = createInterface({ input: stdin, output: stderr });
    reader.on('SIGINT', () => stop.request());
    // A window that was closed in the meantime, or the end that was typed before the question stood there.
    reader.on('error', giveUp);
    reader.on('close', giveUp);
    try {
      return (await Promise.race([reader.question(text), stop.requested.then(() => '')])).trim();
    } catch (error) {
      // Ctrl+D, which ends the start as Ctrl+C does.
      if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
      giveUp();
      return '';
    } finally {
      reader.off('close', giveUp);
      reader.close();
    }
  };
  return {
    async agent(question, agents) {
      const [first] = agents;
      if (first === undefined) throw new Error('No agent to choose from.');
      const list = agents.map(
        (agent, at) => `  ${style.bold(String(at + 1))}  ${agent.factory.name}  ${style.quiet(whereabouts(agent))}\n`,
      );
      stderr.write(`\n  ${question}\n${list.join('')}`);
      for (;;) {
        const answer = await line(`  1–${agents.length} (Enter: 1) `);
        const chosen = answer === '' ? first : agents.find((agent, at) => isNamed(answer, agent, at));
        if (chosen !== undefined || stop.isRequested) return chosen ?? first;
        stderr.write(`  "${cut(safeText(answer), 40)}" is none of these: type a number from 1 to ${agents.length}.\n`);
      }
    },
    sure: async (question) => /^(?:y|yes)$/i.test(await line(`  ${question} [y/N] `)) && !stop.isRequested,
    yes: async (question) => /^(?:y|yes|)$/i.test(await line(`  ${question} [Y/n] `)) && !stop.isRequested,
  };
}
