import { Buffer } from 'node:buffer';
import type { Fields } from '../../fields.ts';
import type { PromptPayload } from '../../port.ts';

/**
 * Left out at the source. The first tells the host's name and installation; the others repeat what comes otherwise
 * (the room takes its diffs from git and from the file changes).
 */
const unwantedNotifications: readonly string[] = [
  'remoteControl/status/changed',
  'thread/readState/changed',
  'turn/diff/updated',
];

export const initializeParams: Fields = {
  clientInfo: { name: 'collagility_bridge', title: 'Collagility', version: '0.1.0' },
  // Background terminals, which an interrupt leaves running, can only be ended with it.
  capabilities: { experimentalApi: true, optOutNotificationMethods: unwantedNotifications },
};

const text = (words: string): Fields => ({ type: 'text', text: words, text_elements: [] });

const fileText = (name: string, content: string): Fields =>
  text(`<file name=${JSON.stringify(name)}>\n${content}\n</file>`);

/** A prompt as Codex takes it; the participant's own words stand last, unchanged. */
export function inputOf(prompt: PromptPayload): Fields[] {
  const input: Fields[] = [];
  for (const { kind, name, mimeType, bytes } of prompt.attachments ?? []) {
    const data = Buffer.from(bytes);
    if (kind === 'image') input.push({ type: 'image', url: `data:${mimeType};base64,${data.toString('base64')}` });
    else input.push(fileText(name, data.toString('utf8')));
  }
  for (const { filePath, content, lineRange } of prompt.contextFiles ?? []) {
    const lines = lineRange === undefined ? '' : `, lines ${lineRange[0]}–${lineRange[1]}`;
    if (content === undefined) input.push(text(`See the file ${filePath}${lines}.`));
    else input.push(fileText(`${filePath}${lines}`, content));
  }
  if (prompt.text.trim() !== '') input.push(text(prompt.text));
  return input;
}
