import type { CapabilityRow } from '../../capabilities.ts';
import type { AdapterErrorCode } from '../../port.ts';

/** How far an option of a permission request reaches, where that was measured. */
type OptionReach = 'once' | 'session' | 'permanent' | 'unknown';

/**
 * All that the driver knows of one agent, as data. What is not said here is as the protocol says it.
 * A fact is in here because it was measured or read, never guessed; `row.unproven` tells which.
 */
export interface AcpProfile {
  readonly row: CapabilityRow;
  readonly start: StartFacts;
  readonly asking: AskingFacts;
  /** Which of the client's methods are offered. What is offered is done by the bridge, inside the workspace. */
  readonly offers?: { readonly files?: boolean; readonly terminal?: boolean };
  readonly session?: SessionFacts;
  readonly approvals?: ApprovalFacts;
  readonly text?: TextFacts;
  /** `last_call`: of the last model call only; `session`: summed over the session. Default: of the turn. */
  readonly usage?: 'turn' | 'last_call' | 'session';
  readonly failures?: FailureFacts;
  /** Requests of the vendor that would stall it if they were refused, with the answer that does nothing. */
  readonly harmlessAnswers?: Readonly<Record<string, unknown>>;
}

export interface StartFacts {
  /** Tried in this order on PATH, then in `places`. */
  readonly binaries: readonly string[];
  /** Usual places of installation; `~` is the home folder. */
  readonly places?: readonly string[];
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The command fetches a package first, which may take minutes. */
  readonly fetchesPackage?: boolean;
  /** The method of `authenticate` that it must be told before a session. */
  readonly authenticateBy?: string;
  readonly versionArguments?: readonly string[];
  readonly installFix: string;
  readonly loginFix: string;
}

interface AskingFacts {
  /** The vendor's mode in which it asks before it changes something; undefined where it has none. */
  readonly mode?: string;
  /** A switch among its config options that must have this value, as its "allow all". */
  readonly option?: { readonly id: string; readonly value: string };
  /** The mode's name where vendors spell it as an address: the part behind `#` is compared, too. */
  readonly modeIsAddress?: boolean;
  /** What runs unasked nevertheless, in words. */
  readonly unasked?: readonly string[];
}

interface SessionFacts {
  /** How a session is gone on with, tried in this order where the agent announces them. Default: resume, load. */
  readonly resumeBy?: ReadonlyArray<'resume' | 'load'>;
  /** Updates of the replay that may follow its response; quiet for this long ends it. */
  readonly replayQuietMs?: number;
  /** Loading within the minute in which the session was made destroys it. */
  readonly loadsFromNextMinute?: boolean;
  /** Asked to load a session that it does not know, it answers with nothing. */
  readonly refusesEmptily?: boolean;
  /** A cancelled prompt that it answers with an error stays its running one: only a new process takes the next. */
  readonly failedCancelBlocks?: boolean;
  /** Models that the vendor hosts and uses where the host chose none: refused. */
  readonly hostedDefault?: RegExp;
}

interface ApprovalFacts {
  /** The true reach of its options, by `optionId`. An `allow_always` that is not here is `unknown`. */
  readonly reach?: Readonly<Record<string, { readonly reach: OptionReach; readonly words: string }>>;
  /** A permission request names its call by an id that no announcement has. */
  readonly requestsHaveOwnIds?: boolean;
  /** Nothing more is said of a refused call: it is closed with the answer. */
  readonly refusalIsSilent?: boolean;
  /** The request of a command names it in its title only. */
  readonly titleIsCommand?: boolean;
  /** The end of many calls is never told: what was not refused and is open when a turn completes has run. */
  readonly endsUntold?: boolean;
}

interface TextFacts {
  /** A chunk of text that is news of the mode; its first group is the mode. */
  readonly modeNews?: RegExp;
  /** A chunk of text that is about the program and its user, and no word of its model. */
  readonly preamble?: RegExp;
  /** A chunk of text that is an error, where no formal field says so. */
  readonly errorNews?: RegExp;
  /** The same, of words that an answer may hold too: only where a message begins. */
  readonly errorOpening?: RegExp;
  /** `_meta` path that every genuine text of the model carries; with it a text is never an error. */
  readonly genuineMeta?: readonly string[];
  /** A line on stderr that tells of a retry; its groups are the number of the try and, where told, the milliseconds to wait. */
  readonly retryNews?: RegExp;
  /** A vendor notification that names the new mode in `currentModeId`. */
  readonly modeMethod?: string;
  /** What stands in the place of a command's output and is none. */
  readonly noOutput?: RegExp;
  /** Tool names are the part of the call's id before `__`. */
  readonly toolNameInId?: boolean;
}

interface FailureFacts {
  readonly maxTokensMeans?: AdapterErrorCode;
  /** Where its model failed it ends the turn without a word, as if all were well. What helps to find out why. */
  readonly silenceFix?: string;
}
