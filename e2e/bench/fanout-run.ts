import { openRoom } from './load-room.ts';
import { percentile } from './row.ts';
import { type ServerKind, startServer } from './server-under-load.ts';

/** A flood keeps `window` frames on their way; a paced run sends so many per second. */
export type FanoutCase = { receivers: number; bytes: number; frames: number } & (
  | { window: number }
  | { perSecond: number }
);
export type FanoutResult = { perSecond: number; microsPerDelivery: number; p50Ms: number; p99Ms: number };

/** One fan-out on one server: from the sender's send to every receiver's read. */
export async function runFanout(kind: ServerKind, fanout: FanoutCase): Promise<FanoutResult> {
  const { receivers, bytes, frames } = fanout;
  const server = await startServer(kind);
  const got = new Uint32Array(frames);
  const latenciesMs: number[] = [];
  let finished = 0;
  let sent = 0;
  let onFinished: () => void = () => undefined;
  const room = await openRoom(kind, server.port, receivers, (message, at) => {
    const number = message.readUInt32LE(at);
    if ('perSecond' in fanout) latenciesMs.push(performance.now() - message.readDoubleLE(at + 4));
    got[number] = (got[number] ?? 0) + 1;
    if (got[number] !== receivers) return;
    finished++;
    onFinished();
  });
  const sendOne = () => {
    const payload = Buffer.alloc(bytes, 0x61);
    payload.writeUInt32LE(sent++, 0);
    payload.writeDoubleLE(performance.now(), 4);
    room.send(payload);
  };
  const before = await server.usage();
  const startedAt = performance.now();
  await new Promise<void>((resolve) => {
    onFinished = () => {
      if (finished === frames) resolve();
      else if ('window' in fanout) while (sent < frames && sent - finished < fanout.window) sendOne();
    };
    if ('perSecond' in fanout) {
      const timer = setInterval(() => (sent < frames ? sendOne() : clearInterval(timer)), 1000 / fanout.perSecond);
    } else onFinished();
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await server.usage();
  room.close();
  await server.stop();
  const deliveries = receivers * frames;
  return {
    perSecond: deliveries / seconds,
    microsPerDelivery: (after.cpuMicros - before.cpuMicros) / deliveries,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}
