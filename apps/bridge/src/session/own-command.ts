/** `@path`: the agent itself reads the file in, unasked. */
const mentions = /(?<=^|\s)@\S+/g;
/** At the very start; `!` runs a shell line in some agents, and is never passed on as such. */
const slashCommand = /^\/([\w:.-]+)(?=\s|$)/;

/** The name of the agent's command that a prompt is, if it is one. */
export const commandIn = (text: string): string | undefined => slashCommand.exec(text)?.[1];

export const hasMention = (text: string): boolean => text.search(mentions) !== -1;

const actsIn = (text: string): string[] => {
  const name = commandIn(text);
  return [...(name === undefined ? [] : [`/${name}`]), ...(text.match(mentions) ?? [])].map((act) => act.toLowerCase());
};

/**
 * Whether the command or a mention in `text` came from others' words: whoever runs them may have changed one letter
 * elsewhere, so it is the host's own only where nothing that was given has it in any place, or where it was the host's
 * own before, in `own` (B22).
 */
export function isOthersCommand(text: string, given: readonly string[], own = ''): boolean {
  const owned = actsIn(own);
  const words = given.map((one) => one.toLowerCase());
  return actsIn(text).some((act) => !owned.includes(act) && words.some((one) => one.includes(act)));
}
