/** How Codex starts a command: a shell of the user's with the command as one word. */
const wrapper = /^((?:\S*\/)?(?:ba|z|da)?sh -l?c) ([\s\S]+)$/;

/**
 * The command as the model wrote it, without the shell that Codex puts around it. Where that is not surely one word, all
 * is shown. What Codex says of its parts is never taken for it: that leaves parts out.
 */
export function plainCommand(command: string): { command: string; shell?: string } {
  const [, shell, quoted = ''] = wrapper.exec(command) ?? [];
  const word = shell === undefined ? undefined : unquoted(quoted);
  return word === undefined || shell === undefined ? { command } : { command: word, shell };
}

/** One word of a shell, as it is after quoting; undefined where it is more than one, or quoted in a way not known. */
function unquoted(text: string): string | undefined {
  let word = '';
  for (let rest = text; rest !== ''; ) {
    const [all, single, double, escaped, bare] =
      /^(?:'([^']*)'|"([^"\\$`]*(?:\\[\s\S][^"\\$`]*)*)"|\\([\s\S])|([\w@%+=:,./-]+))/.exec(rest) ?? [];
    if (all === undefined) return undefined;
    word += single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? bare ?? '';
    rest = rest.slice(all.length);
  }
  return word;
}
