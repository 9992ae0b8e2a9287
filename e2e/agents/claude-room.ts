import { execFileSync } from 'node:child_process';
import { hostname } from 'node:os';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import type { AgentId, PromptId } from '@collagility/protocol/ids';
import type { ApprovalItem, PromptItem, RoomState, TimelineItem } from '@collagility/protocol/state';
import { RoomGuest } from '@collagility/protocol/testing/room-guest';
import { Bridge, type ReadyLine } from '../world/bridge.ts';
import { openRealClaude, type RealClaude } from './real-claude.ts';

const turnMs = 30_000;
type Answer = Partial<Record<'feedback' | 'updatedInput' | 'rule', string>> & {
  decision: 'allow' | 'deny';
  scope?: 'once' | 'session' | 'rule';
  answers?: Record<string, string>;
};

/** The real Claude Code behind the real bridge and relay, a host's device and a guest who was let in at the door. */
export class ClaudeRoom {
  readonly real: RealClaude;
  /** Everything that the guest's device was ever given, as text: nothing of the host's machine may be in it. */
  seenByGuest = '';
  #bridge: Bridge;
  #host: RoomGuest;
  readonly guest: RoomGuest;

  private constructor(real: RealClaude, bridge: Bridge, host: RoomGuest, guest: RoomGuest) {
    this.real = real;
    this.#bridge = bridge;
    this.#host = host;
    this.guest = guest;
  }

  static async open(): Promise<ClaudeRoom> {
    const real = await openRealClaude();
    execFileSync('git', ['init', '--quiet', '-b', 'main'], { cwd: real.folder });
    const { bridge, ready } = await startBridge(real);
    const host = await RoomGuest.open(ready.hostLink, 'Hana');
    await host.inRoom();
    const guest = await RoomGuest.open(ready.links[0]?.url ?? '', 'Bo');
    const room = new ClaudeRoom(real, bridge, host, guest);
    const card = await host.until('a card', ({ lobby }) => lobby[0]);
    const words = await guest.until('at the door', ({ phase }) => phase.name === 'waiting_at_door' && phase.words);
    if (words.join() !== card.words?.join()) throw new Error('The words differ.');
    host.client.send({ type: 'lobby.answer', cardId: card.cardId, decision: 'admit' });
    await guest.inRoom();
    await guest.until('Claude is ready', ({ state }) => agentIn(state)?.status === 'READY', turnMs);
    return room;
  }

  get host(): RoomGuest {
    return this.#host;
  }
  get bridge(): Bridge {
    return this.#bridge;
  }
  get agentId(): AgentId {
    const agent = agentIn(this.guest.view.state);
    if (agent === undefined) throw new Error('There is no agent in the room.');
    return agent.agentId;
  }
  /** What the guest sees. */
  get state(): RoomState {
    const { state } = this.guest.view;
    if (state === undefined) throw new Error('The guest has no room.');
    return state;
  }

  /** What the model answers next. */
  script(steps: readonly ModelStep[]): void {
    this.real.model.clear();
    this.real.model.addTurn(steps);
  }

  /** The host runs a prompt; the end of its turn as the guest sees it is awaited with `ended`. */
  prompt(text: string, steps?: readonly ModelStep[], agentId = this.agentId): PromptId {
    if (steps !== undefined) this.script(steps);
    return String(this.#host.client.send({ type: 'prompt.run', agentId, text })) as PromptId;
  }

  /** The prompt after its turn, both for the guest and for the host. */
  async ended(promptId: PromptId): Promise<PromptItem> {
    const look = ({ state }: { state?: RoomState }) => {
      const item = promptIn(state, promptId);
      return ['completed', 'failed', 'interrupted'].includes(item?.state ?? '') ? item : undefined;
    };
    await this.#host.until('the turn ended for the host', look, turnMs);
    const item = await this.guest.until('the turn ended for the guest', look, turnMs);
    this.seenByGuest += JSON.stringify(this.guest.view);
    return item;
  }

  /** The request that waits, once guest and host both see it: a device signs only what it has been shown. */
  async request(kind = 'permission'): Promise<ApprovalItem['request']> {
    const seenBy = (person: RoomGuest) =>
      person.until(
        `a ${kind} waits`,
        ({ state }) => openRequests(state).find((item) => item.request.kind === kind),
        turnMs,
      );
    const [{ request }] = await Promise.all([seenBy(this.guest), seenBy(this.host)]);
    this.seenByGuest += JSON.stringify(this.guest.view);
    return request;
  }

  /** Answers it from that device, by the signed command, and waits for the host's last word on it. */
  async answer(by: RoomGuest, request: ApprovalItem['request'], { decision, ...extra }: Answer): Promise<string> {
    return this.send(by, {
      type: 'approval.answer',
      approvalId: request.approvalId,
      decision,
      extra: JSON.stringify({ scope: 'once', ...extra }),
    });
  }

  async send(by: RoomGuest, command: Parameters<RoomGuest['client']['send']>[0]): Promise<string> {
    const id = by.client.send(command);
    return by.until('the host’s last word', ({ commands }) => {
      const sent = commands.find((known) => known.commandId === id);
      if (sent === undefined || ['sending', 'sent', 'accepted'].includes(sent.state)) return undefined;
      return sent.outcome?.state ?? sent.state;
    });
  }

  /** What a turn left in the guest's transcript, in its order. */
  itemsOf(promptId: PromptId): TimelineItem[] {
    return this.state.items.filter((item) =>
      item.kind === 'approval' ? item.request.promptId === promptId : 'promptId' in item && item.promptId === promptId,
    );
  }

  /** The worst for the bridge, then the same room again; the guest's device comes back by itself. */
  async killAndResume(extra: Record<string, string> = {}): Promise<void> {
    await this.#bridge.kill();
    this.#host.stop();
    const { bridge, ready } = await startBridge(this.real, ['--resume', '--end-survivors'], extra);
    this.#bridge = bridge;
    this.#host = await RoomGuest.open(ready.hostLink, 'Hana');
    await this.#host.inRoom();
    this.guest.client.reconnectNow();
    await this.guest.until(
      'back, with Claude ready',
      ({ liveness, state }) => liveness.name === 'live' && agentIn(state)?.status === 'READY',
      turnMs,
    );
  }

  /** Words of the host's machine that must never reach a guest. */
  get hostsOwnWords(): string[] {
    const { folder, home, environment } = this.real;
    return [folder, home, hostname(), environment['ANTHROPIC_BASE_URL'] ?? '', '.agents/claude'];
  }

  async close(): Promise<void> {
    this.#host.stop();
    this.guest.stop();
    await this.#bridge.stop();
    await this.real.close();
  }
}

function startBridge(
  real: RealClaude,
  args: string[] = [],
  extra: Record<string, string> = {},
): Promise<{ bridge: Bridge; ready: ReadyLine }> {
  const env = { ...real.environment, ...extra };
  return Bridge.start({ folder: real.folder, home: real.home, args: ['--agent', 'claude', ...args], env });
}

export const agentIn = (state: RoomState | undefined) => Object.values(state?.agents ?? {})[0];

const promptIn = (state: RoomState | undefined, promptId: PromptId) => {
  const item = state?.items.find((found) => found.kind === 'prompt' && found.promptId === promptId);
  return item?.kind === 'prompt' ? item : undefined;
};

const openRequests = (state: RoomState | undefined): ApprovalItem[] =>
  (state?.items ?? []).flatMap((item) => (item.kind === 'approval' && item.resolution === undefined ? [item] : []));
