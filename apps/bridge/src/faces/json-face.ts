import type { RoomEvent } from '@collagility/protocol/events';
import { type AgentId, type ApprovalId, as, type CardId } from '@collagility/protocol/ids';
import * as v from 'valibot';
import { type JsonLine, jsonLineOf, jsonLineOfCard } from '../json-line.ts';
import type { Face, HostActions, Ready, RoomWindow } from './face.ts';

const Request = v.variant('type', [
  v.object({ type: v.picklist(['admit', 'deny']), cardId: v.string() }),
  v.object({
    type: v.literal('answer'),
    approvalId: v.string(),
    decision: v.picklist(['allow', 'deny']),
    scope: v.optional(v.picklist(['once', 'session']), 'once'),
    feedback: v.optional(v.string()),
  }),
  // Without an agent: of all of them.
  v.object({ type: v.picklist(['interrupt', 'resume_queue']), agentId: v.optional(v.string()) }),
  v.object({ type: v.picklist(['panic', 'host_link', 'end']) }),
]);

const agentsOf = ({ agentId }: { agentId?: string | undefined }): AgentId[] | undefined =>
  agentId === undefined ? undefined : [as<AgentId>(agentId)];

/** A line of a program that is longer than this is not one of ours. */
const maxLineUnits = 64 * 1024;

/** `--json`: one JSON object a line on stdout, answers as lines on stdin. */
export class JsonFace implements Face {
  readonly #write: (text: string) => void;
  #window: RoomWindow | undefined;
  #actions: HostActions | undefined;
  #told = new Set<string>();
  #rest = '';
  readonly #early: JsonLine[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** The first line is `ready`: what comes before it waits. */
  notice(text: string): void {
    const line = { type: 'notice', level: 'warning', code: 'bridge', text };
    if (this.#window === undefined) this.#early.push(line);
    else this.line(line);
  }

  ready(ready: Ready, window: RoomWindow, actions: HostActions): void {
    this.#window = window;
    this.#actions = actions;
    const { roomId, links, relay, agent } = ready;
    this.line({ type: 'ready', roomId, hostLink: actions.newHostLink(), links, relay, agent });
    for (const line of this.#early.splice(0)) this.line(line);
    for (const text of ready.view.notices) this.notice(text);
  }

  event(event: RoomEvent): void {
    if (this.#window === undefined) return;
    const line = jsonLineOf(event, this.#window.state());
    if (line !== undefined) this.line(line);
  }

  changed(): void {
    const cards = this.#window?.cards() ?? [];
    for (const card of cards) if (!this.#told.has(card.cardId)) this.line(jsonLineOfCard(card));
    this.#told = new Set(cards.map((card) => card.cardId));
  }

  ending(): void {
    // The end itself is the line.
  }

  ended(): void {
    this.line({ type: 'end' });
  }

  /** Bytes of stdin; whole lines are requests. */
  received(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, maxLineUnits);
    for (const line of lines) if (line.trim() !== '') this.#request(line);
  }

  line(line: JsonLine): void {
    this.#write(`${JSON.stringify(line)}\n`);
  }

  #request(text: string): void {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Request), text);
    const actions = this.#actions;
    if (!parsed.success || actions === undefined) {
      this.line({ type: 'error', code: 'bad_request', message: 'A line on stdin was not understood.' });
      return;
    }
    const request = parsed.output;
    switch (request.type) {
      case 'admit':
        actions.admit(as<CardId>(request.cardId));
        return;
      case 'deny':
        actions.turnAway(as<CardId>(request.cardId));
        return;
      case 'answer': {
        const { scope, feedback } = request;
        actions.answer(as<ApprovalId>(request.approvalId), {
          allow: request.decision === 'allow',
          scope,
          ...(feedback === undefined ? {} : { feedback }),
        });
        return;
      }
      case 'interrupt':
        actions.interrupt(agentsOf(request));
        return;
      case 'resume_queue':
        actions.goOn(agentsOf(request));
        return;
      case 'panic':
        actions.panic();
        return;
      case 'host_link':
        this.line({ type: 'host_link', hostLink: actions.newHostLink() });
        return;
      case 'end':
        actions.end();
        return;
    }
  }
}
