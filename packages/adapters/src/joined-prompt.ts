import type { PromptPayload } from './port.ts';

/**
 * A prompt as one text, for agents that take nothing else: files first, the participant's own words last and unchanged.
 * Pictures are left to the driver.
 */
export function joinedPrompt(prompt: PromptPayload): string {
  const parts: string[] = [];
  for (const { kind, name, bytes } of prompt.attachments ?? []) {
    if (kind !== 'image') parts.push(fileText(name, Buffer.from(bytes).toString('utf8')));
  }
  for (const { filePath, content, lineRange } of prompt.contextFiles ?? []) {
    const lines = lineRange === undefined ? '' : `, lines ${lineRange[0]}–${lineRange[1]}`;
    parts.push(content === undefined ? `See the file ${filePath}${lines}.` : fileText(`${filePath}${lines}`, content));
  }
  if (prompt.text.trim() !== '') parts.push(prompt.text);
  return parts.join('\n\n');
}

const fileText = (name: string, content: string): string => `<file name=${JSON.stringify(name)}>\n${content}\n</file>`;
