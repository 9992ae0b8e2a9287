import { AgentAdapterError } from '@collagility/adapters/errors';
import type { AdapterFactory } from '@collagility/adapters/port';
import type { AgentId } from '@collagility/protocol/ids';
import type { AgentMemory, JournalMeta } from '../journal/meta.ts';
import type { ForkOf } from './agents.ts';

/** An agent that could be started, as a person who may is told; no path of the host's machine is in it. */
export type AvailableAgent = {
  provider: string;
  name: string;
  installed: boolean;
  loggedIn?: boolean;
  version?: string;
  /** The exact command that fixes what is missing. */
  fix?: string;
};

/** What the bridge can do about agents beside the one it was started with. */
export type OtherAgents = {
  /** Looked up anew each time. */
  list(): Promise<AvailableAgent[]>;
  /** A worktree beside the repository for this agent, or why there is none. */
  ownFolder(agentId: AgentId): Promise<{ path: string; branch: string } | { refusal: string }>;
};

export type Place = { kind: 'shared' } | { kind: 'own'; branch: string };
export type PlaceOrder = { agentId: AgentId; provider: string; place: Place['kind']; forkOf?: ForkOf };
export type Placed = { name: string; place: Place } | { code: string; detail: string };

type Options = {
  folder: string;
  /** The agent that the host named at the start. */
  provider: string;
  factories: { find(provider: string): AdapterFactory | undefined };
  others: OtherAgents | undefined;
  meta: JournalMeta;
  redact(text: string): string;
  /** Its files are compared by themselves from now on. */
  addFolder(agentId: AgentId, folder: string): void;
};

const noPlace =
  'The agent gave that turn’s end no name, so it cannot branch off there: it failed, was interrupted, or is of an older version.';
const noFolder = 'No folder of its own can be made here.';

/** A second one of a kind is called so: people tell them apart by name. */
const nameOf = (agentId: AgentId, { provider, name }: AdapterFactory): string =>
  agentId === provider ? name : `${name} ${agentId.slice(provider.length + 1)}`;

/** Which driver and which folder each agent of the room has; both outlive the bridge. */
export class AgentPlaces {
  readonly #options: Options;
  readonly #compared = new Set<AgentId>();
  /** What shares more than an agent and was named by the host in this run of the bridge. */
  readonly #named: Set<string>;

  constructor(options: Options) {
    this.#options = options;
    this.#named = new Set([options.provider]);
  }

  /** Folders of their own from earlier runs, also of agents that are not started again: what is asked about them is asked there. */
  reopen(agentIds: readonly AgentId[]): void {
    for (const agentId of agentIds) {
      const folder = this.#options.meta.agent(agentId)?.folder;
      if (folder !== undefined) this.#compare(agentId, folder);
    }
  }

  /** Throws an AgentAdapterError where its driver is not there any more, or may not be used unless it is named anew. */
  of(agentId: AgentId): { factory: AdapterFactory; name: string; folder: string } {
    const { meta, factories, folder } = this.#options;
    const known = meta.agent(agentId);
    const factory = factories.find(known?.provider ?? agentId);
    if (known?.folder !== undefined) this.#compare(agentId, known.folder);
    if (factory === undefined)
      throw new AgentAdapterError(
        'PROVIDER_NOT_FOUND',
        `There is no agent called "${known?.provider ?? agentId}" here.`,
        {
          detail: { fix: 'Start another agent, or start the bridge again with this one.' },
        },
      );
    if (factory.onlyByName === true && !this.#named.has(agentId))
      throw new AgentAdapterError(
        'UNSUPPORTED',
        `${factory.name} was shared before and is not shared again by itself.`,
        {
          detail: { fix: 'The host starts it anew.' },
        },
      );
    return { factory, name: nameOf(agentId, factory), folder: known?.folder ?? folder };
  }

  /** Not to the host's devices alone: whoever may choose agents is told as guests are told. */
  async list(): Promise<AvailableAgent[]> {
    const { others, redact } = this.#options;
    const known = (await others?.list()) ?? [];
    return known.map((agent) => ({ ...agent, ...(agent.fix !== undefined && { fix: redact(agent.fix) }) }));
  }

  /** `isHost`: who may share more than an agent. */
  async place(agentId: AgentId, provider: string, kind: Place['kind'], isHost: boolean): Promise<Placed> {
    const { factories, others, meta } = this.#options;
    const factory = factories.find(provider);
    if (factory === undefined) return { code: 'no_such_agent', detail: `There is no agent called "${provider}".` };
    if (factory.onlyByName === true) {
      if (!isHost)
        return { code: 'right', detail: `${factory.name} is shared where the host names it, and only there.` };
      this.#named.add(agentId);
    }
    if (kind === 'shared') {
      meta.setAgent(agentId, { provider, mode: 'ask' });
      return { name: nameOf(agentId, factory), place: { kind } };
    }
    const made = await others?.ownFolder(agentId);
    if (made === undefined || 'refusal' in made)
      return { code: 'not_supported', detail: this.#options.redact(made?.refusal ?? noFolder) };
    meta.setAgent(agentId, { provider, mode: 'ask', folder: made.path });
    this.#compare(agentId, made.path);
    return { name: nameOf(agentId, factory), place: { kind, branch: made.branch } };
  }

  /** A place beside another one's, with a copy of its session. Until it has started, it is remembered as a copy to make. */
  fork(agentId: AgentId, { agentId: of, promptId }: ForkOf): Promise<Placed> {
    const { factories, meta } = this.#options;
    const known = meta.agent(of);
    const provider = known?.provider ?? of;
    const factory = factories.find(provider);
    if (factory === undefined)
      return Promise.resolve({ code: 'no_such_agent', detail: `There is no agent called "${provider}".` });
    if (known?.checkpoint === undefined)
      return Promise.resolve({ code: 'no_such_object', detail: 'There is no session yet that could be branched off.' });
    const end = promptId === undefined ? undefined : meta.turnEnd(promptId);
    // Another agent's session is not this one's to go on with: its folder, its driver and its branch are others.
    if (promptId !== undefined && end?.agentId !== of)
      return Promise.resolve({ code: 'no_such_object', detail: noPlace });
    const { folder, model, effort } = known;
    const checkpoint =
      end === undefined ? known.checkpoint : { ...known.checkpoint, nativeSessionId: end.nativeSessionId };
    meta.setAgent(agentId, {
      provider,
      mode: 'ask',
      checkpoint,
      isFork: true,
      ...(end && { forkAt: end.forkPoint }),
      ...(effort !== undefined && { effort }),
      ...(folder !== undefined && { folder }),
      ...(model !== undefined && { model }),
    });
    if (folder !== undefined) this.#compare(agentId, folder);
    return Promise.resolve({ name: nameOf(agentId, factory), place: { kind: 'shared' } });
  }

  /**
   * What is remembered of an agent. A copy keeps the mark until it has a session of its own: else it would come back as
   * the very session that it was to be a copy of.
   */
  kept(
    agentId: AgentId,
    memory: Pick<AgentMemory, 'checkpoint' | 'model' | 'effort' | 'mode'>,
  ): Partial<AgentMemory> & { mode: 'ask' | 'act' } {
    const known = this.#options.meta.agent(agentId);
    const origin = known?.isFork === true ? known.checkpoint : undefined;
    const hasOwn = memory.checkpoint !== undefined && memory.checkpoint.nativeSessionId !== origin?.nativeSessionId;
    if (origin === undefined || hasOwn) return memory;
    const { forkAt } = known ?? {};
    return { ...memory, checkpoint: origin, isFork: true, ...(forkAt !== undefined && { forkAt }) };
  }

  #compare(agentId: AgentId, folder: string): void {
    if (this.#compared.has(agentId)) return;
    this.#compared.add(agentId);
    this.#options.addFolder(agentId, folder);
  }
}
