import type { RoomEvent } from '@collagility/protocol/events';
import type { ApprovalId, CardId } from '@collagility/protocol/ids';
import { pageWithKeys } from '../own-page.ts';
import { type KeyAction, pressed } from '../terminal/keys.ts';
import { type LiveFrame, liveScreen } from '../terminal/live-screen.ts';
import type { InputMode, LiveView } from '../terminal/live-view.ts';
import { qrLines } from '../terminal/qr.ts';
import { readyScreen } from '../terminal/ready-screen.ts';
import { safeLines, safeText } from '../terminal/safe-text.ts';
import { Screen } from '../terminal/screen.ts';
import { type Style, wrap } from '../terminal/style.ts';
import { selectedApproval, viewOfRoom } from '../terminal/view-of-room.ts';
import { endWords } from './end-words.ts';
import type { Face, HostActions, Ready, RoomWindow } from './face.ts';
import { logLines } from './text-face.ts';

/** A request, or somebody at the door, that just came under the finger is not what the key was meant for. */
const armDelayMs = 300;
const redrawEveryMs = 1_000;

type Terminal = {
  input: {
    setRawMode(isRaw: boolean): unknown;
    setEncoding(encoding: 'utf8'): unknown;
    on(event: 'data', listener: (bytes: Buffer | string) => void): unknown;
    off(event: 'data', listener: (bytes: Buffer | string) => void): unknown;
    resume(): unknown;
    pause(): unknown;
  };
  output: ConstructorParameters<typeof Screen>[0] & {
    on(event: 'resize', listener: () => void): unknown;
    off(event: 'resize', listener: () => void): unknown;
  };
  style: Style;
  signals: Pick<NodeJS.Process, 'on' | 'off'>;
};
type Live = { ready: Ready; window: RoomWindow; actions: HostActions };

/** At a terminal: the log scrolls, people and the request that waits stay below it, single keys decide. */
export class TerminalFace implements Face {
  readonly #terminal: Terminal;
  readonly #screen: Screen;
  #live: Live | undefined;
  #input: InputMode = { kind: 'keys' };
  #selected: ApprovalId | undefined;
  #shown: { approvalId: ApprovalId; sinceMs: number } | undefined;
  #door: { cardId: CardId; sinceMs: number } | undefined;
  /** What the last drawn frame shows of what keys decide about. */
  #seen: Omit<LiveFrame, 'lines'> = { isDoorWhole: false, request: 'absent' };
  #queue: LiveView['queue'];
  #redraw: NodeJS.Timeout | undefined;
  readonly #pressed = (bytes: Buffer | string) => this.#key(String(bytes));
  readonly #resized = () => this.changed();
  /** Whoever stopped the process, a shell took the terminal meanwhile: it is in its own mode, and has written into it. */
  readonly #continued = () => {
    const { input } = this.#terminal;
    // Still noted as raw, in which setting it would do nothing.
    input.setRawMode(false);
    input.setRawMode(true);
    this.#screen.forget();
    this.changed();
  };

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#screen = new Screen(terminal.output);
  }

  notice(text: string): void {
    // It may quote a name or an agent.
    const columns = this.#screen.columns - 4;
    // One long word is a link, and with a line end in it it cannot be copied.
    const lines = safeLines(text).flatMap((line) => (line.includes(' ') ? wrap(line, columns) : [line]));
    this.#screen.log(lines.map((line, at) => `  ${at === 0 ? this.#terminal.style.warn('!') : ' '} ${line}`));
  }

  ready(ready: Ready, window: RoomWindow, actions: HostActions): void {
    this.#live = { ready, window, actions };
    const hint = pageWithKeys(ready.page);
    const view = hint === undefined ? ready.view : { ...ready.view, notices: [...ready.view.notices, hint] };
    this.#screen.log(readyScreen(view, this.#terminal.style, this.#screen.columns, this.#screen.rows));
    const { input, output, signals } = this.#terminal;
    input.setRawMode(true);
    input.setEncoding('utf8');
    input.on('data', this.#pressed);
    input.resume();
    output.on('resize', this.#resized);
    signals.on('SIGCONT', this.#continued);
    this.#redraw = setInterval(() => this.changed(), redrawEveryMs);
    this.changed();
  }

  event(event: RoomEvent): void {
    if (this.#live === undefined) return;
    const lines = logLines(event, this.#live.window, this.#terminal.style);
    if (lines.length > 0) this.#screen.log(lines);
    this.changed();
  }

  changed(): void {
    if (this.#live === undefined) return;
    const { window } = this.#live;
    const pending = selectedApproval(window.state(), this.#selected)?.request.approvalId;
    if (pending === undefined) this.#shown = undefined;
    else if (pending !== this.#shown?.approvalId) {
      this.#shown = { approvalId: pending, sinceMs: window.hostMs() };
      if (this.#input.kind === 'feedback' || this.#input.kind === 'confirm-session') this.#input = { kind: 'keys' };
    }
    const [card] = window.cards();
    if (card?.cardId !== this.#door?.cardId)
      this.#door = card === undefined ? undefined : { cardId: card.cardId, sinceMs: window.hostMs() };
    const { columns, rows } = this.#screen;
    const view = this.#view(this.#live);
    this.#queue = view.queue;
    const { lines, ...seen } = liveScreen(view, this.#terminal.style, columns, rows);
    this.#screen.live(lines);
    const wasWhole = this.#seen.request === 'whole';
    this.#seen = seen;
    // It is not seen before it has its place, and the terminal has taken it.
    const { isTaken } = this.#screen;
    // Nor is it read as long as a part of it is left out: what came with a higher window is new.
    const isNews = seen.request === 'absent' || (seen.request === 'whole' && !wasWhole);
    if (this.#shown !== undefined && (!isTaken || isNews)) this.#shown.sinceMs = window.hostMs();
    if (this.#door !== undefined && !(isTaken && seen.isDoorWhole)) this.#door.sinceMs = window.hostMs();
  }

  #isArmed(drawn: { sinceMs: number } | undefined, window: RoomWindow): boolean {
    return drawn !== undefined && this.#screen.isTaken && window.hostMs() - drawn.sinceMs >= armDelayMs;
  }

  ending(): void {
    this.#input = { kind: 'ending' };
    this.changed();
  }

  ended(): void {
    clearInterval(this.#redraw);
    const { input, output, signals, style } = this.#terminal;
    signals.off('SIGCONT', this.#continued);
    input.off('data', this.#pressed);
    output.off('resize', this.#resized);
    if (this.#live !== undefined) input.setRawMode(false);
    input.pause();
    this.#screen.close();
    const comeBack = this.#live?.ready.comeBack() ?? '--resume';
    this.#screen.log(['', `  ${style.quiet(endWords(comeBack))}`, `    ${safeText(comeBack)}`]);
  }

  #view({ window, ready }: Live): LiveView {
    return viewOfRoom({
      state: window.state(),
      self: window.self,
      online: new Set(window.online()),
      cards: window.cards(),
      hostMs: window.hostMs(),
      wallMs: window.wallMs(),
      link: window.link(),
      chosen: ready.agent,
      input: this.#input,
      ...(this.#selected === undefined ? {} : { selected: this.#selected }),
    });
  }

  #key(bytes: string): void {
    if (this.#live === undefined) return;
    const view = this.#view(this.#live);
    const { approval } = view;
    const { request } = this.#seen;
    const context =
      approval === undefined || request === 'absent' || !this.#isArmed(this.#shown, this.#live.window)
        ? {}
        : {
            approval: {
              isPermission: approval.kind === 'permission',
              isWhole: request === 'whole',
              mayFeedback: approval.mayFeedback,
              ...(approval.sessionRule === undefined ? {} : { sessionRule: approval.sessionRule }),
            },
          };
    const { input, action } = pressed(this.#input, bytes, context);
    // The rule is not read before it stands there: the key that saves it needs its own moment.
    const isRuleNew = input.kind === 'confirm-session' && this.#input.kind !== 'confirm-session';
    if (isRuleNew && this.#shown !== undefined) this.#shown.sinceMs = this.#live.window.hostMs();
    if (this.#input.kind !== 'ending') this.#input = input;
    if (action !== undefined) this.#act(action, this.#live);
    this.changed();
  }

  #showCode({ isLocal, link }: Ready['view']): void {
    if (isLocal)
      this.notice(
        'This link works only on this computer, so a phone cannot open it. Start again with --resume and --tunnel, --lan or --relay <url>.',
      );
    else this.#screen.log(['', ...qrLines(link).map((line) => `  ${line}`), '']);
  }

  #act(action: KeyAction, { ready, window, actions }: Live): void {
    const [first] = window.cards();
    const isSeen = this.#seen.isDoorWhole && first?.cardId === this.#door?.cardId;
    const card = isSeen && this.#isArmed(this.#door, window) ? first : undefined;
    const approvalId = this.#shown?.approvalId;
    switch (action.do) {
      case 'admit':
        // A copied browser is decided on the page, where both sides of it are shown.
        if (card !== undefined && card.kind !== 'out-of-step') actions.admit(card.cardId);
        return;
      case 'turn-away':
        if (card !== undefined) actions.turnAway(card.cardId);
        return;
      case 'allow':
        if (approvalId !== undefined) actions.answer(approvalId, { allow: true, scope: action.scope });
        return;
      case 'deny': {
        const feedback = action.feedback === undefined ? {} : { feedback: action.feedback };
        if (approvalId !== undefined) actions.answer(approvalId, { allow: false, scope: 'once', ...feedback });
        return;
      }
      case 'next':
        this.#selected = next(window.state().pendingApprovals, approvalId);
        return;
      case 'open':
        actions.openPage();
        return;
      case 'copy':
        // OSC 52: the terminal itself puts it into the clipboard, also over ssh.
        this.#terminal.output.write(`\u001b]52;c;${Buffer.from(ready.view.link).toString('base64')}\u0007`);
        this.#screen.log([
          `  ${this.#terminal.style.quiet('The link is in the clipboard, where the terminal allows it.')}`,
        ]);
        return;
      case 'show-code':
        this.#showCode(ready.view);
        return;
      case 'interrupt':
        actions.interrupt();
        return;
      case 'go-on':
        // Those of the line, and only where it names the key.
        if (this.#queue?.mayGoOn) actions.goOn(this.#queue.agentIds);
        return;
      case 'pause-or-resume':
        actions.pauseOrResume();
        return;
      case 'panic':
        actions.panic();
        return;
      case 'end':
        actions.end();
        return;
    }
  }
}

function next(pending: readonly ApprovalId[], shown: ApprovalId | undefined): ApprovalId | undefined {
  const at = shown === undefined ? -1 : pending.indexOf(shown);
  return pending[(at + 1) % pending.length];
}
