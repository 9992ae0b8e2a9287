import type { CapabilityKey, CapabilityRow } from './capabilities.ts';
import { AgentAdapterError } from './errors.ts';
import type { AdapterConfig, PromptPayload } from './port.ts';

function mustSupport(row: CapabilityRow, key: CapabilityKey, what: string): void {
  const { status, reason } = row.expectations[key];
  if (status === 'unsupported')
    throw new AgentAdapterError('UNSUPPORTED', `${row.name}: ${what} is not possible. ${reason}`);
}

/** What the row calls unsupported is refused before anything starts, never silently left out. */
export function refuseConfig(row: CapabilityRow, config: AdapterConfig): void {
  if (config.resume !== undefined) mustSupport(row, 'resume', 'resuming a session');
  if (config.resume?.fork === true) mustSupport(row, 'fork', 'branching off a session');
  if (config.resume?.at !== undefined) mustSupport(row, 'forkAt', 'branching off from an earlier turn');
  if (config.systemPromptOverlay !== undefined) mustSupport(row, 'systemPromptOverlay', 'adding to the system prompt');
  if (Object.keys(config.mcpServers ?? {}).length > 0) mustSupport(row, 'mcpPassThrough', 'passing MCP servers on');
}

/** The same for one prompt; a blank one is refused too. */
export function refusePrompt(row: CapabilityRow, prompt: PromptPayload): void {
  const attachments = prompt.attachments ?? [];
  if (prompt.text.trim() === '' && attachments.length === 0) {
    throw new AgentAdapterError('UNSUPPORTED', 'An empty prompt is not sent.');
  }
  if (attachments.some((attachment) => attachment.kind === 'image')) mustSupport(row, 'images', 'sending images');
  if ((prompt.contextFiles ?? []).length > 0) mustSupport(row, 'contextFiles', 'giving context files');
}
