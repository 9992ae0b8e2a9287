import type { RoomState } from '@collagility/protocol/state';
import type { Choice } from './choose-agent.ts';
import type { RunOptions } from './cli/options.ts';
import { whereabouts } from './commands/agents.ts';
import type { Ready } from './faces/face.ts';
import type { Reach } from './listeners/reach.ts';
import type { OwnPage } from './own-page.ts';
import type { SharedFolder } from './shared-folder.ts';
import { safeText } from './terminal/safe-text.ts';
import { version } from './version.ts';

export type ReadyFacts = {
  options: RunOptions;
  folder: SharedFolder;
  choice: Choice;
  reach: Reach;
  state: RoomState;
  link: string;
  page: OwnPage;
  comeBack(): string;
  inviteLabel: string;
  lobby: boolean;
  isResumed: boolean;
  /** Secret values that are taken out of everything that leaves this process. */
  hiddenValues: number;
  notices: string[];
};

/** What is said when the room is open. */
export function readyOf(facts: ReadyFacts): Ready {
  const { options, folder, choice, reach, state, link } = facts;
  const { factory, detection } = choice.chosen;
  return {
    roomId: state.roomId,
    links: [{ label: facts.inviteLabel, url: link }],
    relay: reach.relayName,
    page: facts.page,
    comeBack: facts.comeBack,
    agent: {
      id: factory.provider,
      name: factory.name,
      why: choice.why,
      ...(detection.version === undefined ? {} : { version: detection.version }),
    },
    view: {
      version,
      workspace: safeText(folder.name),
      ...(folder.branch === undefined ? {} : { branch: safeText(folder.branch) }),
      agent: agentText(facts),
      why: choice.why,
      alsoHere: choice.others.map((other) => `${other.factory.name} ${whereabouts(other)} (${other.factory.provider})`),
      relay: reach.relayText,
      reach: reach.reachText,
      title: safeText(state.title),
      isResumed: facts.isResumed,
      guestsSee: `prompts, what the agent says and does, diffs${filesSeen(folder)}${options.history === 'all' ? ', from the beginning' : ', from when they come'}`,
      staysHere: staysHere(facts.hiddenValues),
      invite: `co-driver who suggests, ${facts.lobby ? 'you let people in' : 'no lobby: who has it is in'}`,
      link,
      isLocal: reach.isLocal,
      notices: facts.notices,
    },
  };
}

function filesSeen({ hasGit, repository }: SharedFolder): string {
  if (!hasGit) return '';
  return repository === undefined ? ', the files of this folder' : ', files that git does not ignore';
}

function agentText({ choice, options, state }: ReadyFacts): string {
  const { factory, detection } = choice.chosen;
  const [agent] = Object.values(state.agents);
  const parts = [`${factory.name}${detection.version === undefined ? '' : ` ${detection.version}`}`];
  if (agent?.model !== undefined) parts.push(safeText(agent.model));
  const unasked = agent?.unasked ?? [];
  if (options.mode === 'act') parts.push('acts without asking');
  else if (unasked.length > 0) parts.push(`runs unasked: ${unasked.map(safeText).join(', ')}`);
  else parts.push('asks before it changes something');
  return parts.join(', ');
}

function staysHere(hiddenValues: number): string {
  if (hiddenValues === 0) return 'keys, your other files';
  return `keys, your other files, ${hiddenValues} secret value${hiddenValues === 1 ? '' : 's'} of .env and the environment`;
}
