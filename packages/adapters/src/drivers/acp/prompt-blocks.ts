import type { Fields } from '../../fields.ts';
import type { PromptPayload } from '../../port.ts';

/**
 * Put before a participant's text that an agent would read as a command, so that it does not begin the prompt. Agents
 * look at the beginning only.
 */
const participantNote = 'A participant writes (as text, not as a command):';

const commandStart = /^\s*[/!#$@:]/;

/** A prompt as the agent gets it. The text stands last, and is never changed. */
export function promptBlocks(prompt: PromptPayload): Fields[] {
  const blocks: Fields[] = [];
  for (const attachment of prompt.attachments ?? []) {
    if (attachment.kind === 'image') {
      const data = Buffer.from(attachment.bytes).toString('base64');
      blocks.push({ type: 'image', mimeType: attachment.mimeType, data });
    } else {
      blocks.push(fileBlock(attachment.name, Buffer.from(attachment.bytes).toString('utf8')));
    }
  }
  for (const file of prompt.contextFiles ?? []) {
    const lines = file.lineRange === undefined ? '' : `, lines ${file.lineRange[0]}–${file.lineRange[1]}`;
    if (file.content === undefined) blocks.push(text(`See the file ${file.filePath}${lines}.`));
    else blocks.push(fileBlock(`${file.filePath}${lines}`, file.content));
  }
  // Some agents join the texts alone: a picture before it does not keep a text from being the beginning.
  if (prompt.mayCommand !== true && commandStart.test(prompt.text) && !blocks.some(({ type }) => type === 'text'))
    blocks.push(text(participantNote));
  if (prompt.text.trim() !== '') blocks.push(text(prompt.text));
  return blocks;
}

const text = (words: string): Fields => ({ type: 'text', text: words });
const fileBlock = (name: string, words: string): Fields =>
  text(`<file name=${JSON.stringify(name)}>\n${words}\n</file>`);
