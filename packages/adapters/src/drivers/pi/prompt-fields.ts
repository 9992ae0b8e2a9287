import type { Fields } from '../../fields.ts';
import { joinedPrompt } from '../../joined-prompt.ts';
import type { PromptPayload } from '../../port.ts';

/**
 * A prompt as pi takes it. It reads a text that begins with a slash as a command, a skill or a template; a space before
 * it makes it text.
 */
export function promptFields(prompt: PromptPayload): Fields {
  const text = joinedPrompt(prompt);
  const images = (prompt.attachments ?? [])
    .filter(({ kind }) => kind === 'image')
    .map(({ bytes, mimeType }) => ({ type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType }));
  return {
    message: prompt.mayCommand !== true && text.startsWith('/') ? ` ${text}` : text,
    ...(images.length === 0 ? {} : { images }),
  };
}

/** `/compact` is pi's own and known to its terminal only; here it is a command of the protocol. */
export function compactCommand(prompt: PromptPayload): Fields | undefined {
  if (prompt.mayCommand !== true) return undefined;
  const [, words] = /^\/compact(?:\s+([\s\S]*))?$/.exec(prompt.text.trim()) ?? [];
  if (!/^\/compact(?:\s|$)/.test(prompt.text.trim())) return undefined;
  return words === undefined || words === '' ? {} : { customInstructions: words };
}
