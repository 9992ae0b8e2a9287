import { setTimeout as wait } from 'node:timers/promises';
import { as, type PromptId, type StreamId } from '@collagility/protocol/ids';
import { agentNamed, agentStarted } from './invented-session.ts';
import type { ScriptedRoom } from './scripted-room.ts';

const noHash = '0'.repeat(64);

/** Several agents write Markdown at once, each a new block after every so many deltas. */
export async function streamText(
  room: ScriptedRoom,
  { names, perSecond, forMs, round }: { names: string[]; perSecond: number; forMs: number; round: number },
): Promise<void> {
  const perBlock = 150;
  const writers = names.map((name) => ({ agentId: agentNamed(name), block: 0, text: '' }));
  if (round === 0) room.append(names.slice(1).map((name) => agentStarted(name, Date.now())));
  const startedMs = performance.now();
  for (let n = 0; performance.now() - startedMs < forMs; n++) {
    for (const writer of writers) {
      const { agentId } = writer;
      const promptId = as<PromptId>(`live-${round}-${agentId}`);
      const streamId = as<StreamId>(`live-${round}-${agentId}-${writer.block}`);
      const at = { atMs: Date.now(), agentId, promptId, streamId, reasoning: false };
      if (n % perBlock === 0) room.append([{ type: 'ai.stream.start', ...at }]);
      const x = n % 20 === 0 ? '\n\n- **point** of it: ' : `some \`words\` number ${n} `;
      room.emit([{ k: 'text', b: streamId, o: writer.text.length, x }]);
      writer.text += x;
      if (n % perBlock === perBlock - 1) {
        const { text } = writer;
        room.append([{ type: 'ai.stream.end', ...at, content: { text }, textHash: noHash, len: text.length }]);
        writer.block += 1;
        writer.text = '';
      }
    }
    await wait(Math.max(0, startedMs + ((n + 1) * 1000) / perSecond - performance.now()));
  }
  // What is still open ends, so that the next round begins with a quiet room.
  for (const { agentId, block, text } of writers) {
    if (text === '') continue;
    const streamId = as<StreamId>(`live-${round}-${agentId}-${block}`);
    const promptId = as<PromptId>(`live-${round}-${agentId}`);
    const at = { atMs: Date.now(), agentId, promptId, streamId, reasoning: false };
    room.append([{ type: 'ai.stream.end', ...at, content: { text }, textHash: noHash, len: text.length }]);
  }
}
