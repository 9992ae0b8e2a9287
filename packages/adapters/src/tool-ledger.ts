/** Output kept per running tool for the case that its end does not repeat it; more is left to the agent's own word. */
const maxKeptUnits = 16 * 1024 * 1024;

type Running<Turn> = { turn: Turn | undefined; parts: string[]; units: number };

/** The tool calls that run now, so that none stays "running" after its turn. */
export class ToolLedger<Turn> {
  readonly #running = new Map<string, Running<Turn>>();

  start(toolId: string, turn: Turn | undefined): void {
    this.#running.set(toolId, { turn, parts: [], units: 0 });
  }

  find(toolId: string): { turn: Turn | undefined } | undefined {
    return this.#running.get(toolId);
  }

  add(toolId: string, text: string): void {
    const tool = this.#running.get(toolId);
    if (tool === undefined || tool.units >= maxKeptUnits) return;
    tool.parts.push(text);
    tool.units += text.length;
  }

  end(toolId: string): { turn: Turn | undefined; output: string } | undefined {
    const tool = this.#running.get(toolId);
    if (tool === undefined) return undefined;
    this.#running.delete(toolId);
    return { turn: tool.turn, output: tool.parts.join('') };
  }

  openIds(turn: Turn | undefined): string[] {
    return [...this.#running].filter(([, tool]) => tool.turn === turn).map(([toolId]) => toolId);
  }
}
