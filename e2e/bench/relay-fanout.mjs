// Fan-out of our Node relay beside a bare `ws` broadcast, in turns in one run. Prints ratios and CPU per delivery.
//   node e2e/bench/relay-fanout.mjs [--rounds 3] [--all] [--idle 9000] [--node-flag=--max-semi-space-size=2]
import { fork } from 'node:child_process';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { openSocket, sha512Start } from './load-client.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    all: { type: 'boolean' },
    idle: { type: 'string' },
    'node-flag': { type: 'string', multiple: true },
  },
});
const rounds = Number(values.rounds);
const cases = [
  { name: 'flood 100 × 200 B', receivers: 100, bytes: 200, frames: 4000, window: 64 },
  { name: 'flood 100 × 2 KB', receivers: 100, bytes: 2048, frames: 1500, window: 16 },
  { name: 'paced 60/s, 100 × 200 B', receivers: 100, bytes: 200, frames: 180, perSecond: 60 },
  ...(values.all
    ? [
        { name: 'flood 1000 × 200 B', receivers: 1000, bytes: 200, frames: 400, window: 16 },
        { name: 'flood 1000 × 2 KB', receivers: 1000, bytes: 2048, frames: 200, window: 8 },
      ]
    : []),
];

/** What arrives there is of no interest to the run. */
const ignore = () => undefined;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function server(kind) {
  const child = fork(new URL('./fanout-server.mjs', import.meta.url), [kind], {
    execArgv: ['--expose-gc', ...(values['node-flag'] ?? [])],
  });
  const [{ port }] = await once(child, 'message');
  const usage = async () => {
    child.send('usage');
    return (await once(child, 'message'))[0];
  };
  return { port, usage, stop: () => child.kill() };
}

/** Sockets of the plain broadcast; a message is the payload itself. */
async function plainRoom(port, receivers, onFrame) {
  const all = [];
  for (let n = 0; n < receivers; n++) all.push(await openSocket(port, '/', (message) => onFrame(message, 0)));
  const sender = await openSocket(port, '/', ignore);
  return { send: (payload) => sender.send(payload), all: [...all, sender] };
}

/** Sockets of one room at our relay: a seated host, admitted and opened members. */
async function relayRoom(port, receivers, onFrame) {
  const hostKey = newKey();
  const invite = newKey();
  const roomId = sha512Start('clg1 room', hostKey.pk, 16);
  const path = `/parties/room/${roomId}`;
  const auth = `127.0.0.1:${port}`;
  const signed = (key, label, ...m) =>
    sign(null, Buffer.concat([Buffer.from(`${label}\0`), Buffer.from(roomId, 'hex'), ...m]), key.privateKey).toString(
      'hex',
    );
  const host = await openSocket(port, path);
  const ch = await challengeOf(host);
  const boot = randomBytes(16);
  const gen = Buffer.from([1, 0, 0, 0]);
  const sig = signed(hostKey, 'clg1 seat', ch, gen, boot, Buffer.from(auth));
  host.send(memberControl({ t: 'seat', pk: hostKey.pk, gen: 1, boot: boot.toString('hex'), auth, sig }));
  await control(host, 12, 'host');
  host.send(hostControl({ t: 'keys', set: [invite.pk] }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const id8 = sha512Start('clg1 aid', invite.pk, 8);
  const all = [];
  for (let n = 0; n < receivers; n++) {
    const member = await openSocket(port, path);
    const its = await challengeOf(member);
    const entered = control(host, 12, 'in');
    const admit = signed(invite, 'clg1 admit', its, Buffer.from(id8, 'hex'), Buffer.from(auth));
    member.send(memberControl({ t: 'admit', id8, auth, sig: admit }));
    const { h } = await entered;
    host.send(hostControl({ t: 'open', h }));
    member.listen((message) => {
      for (let at = 0; at < message.length; ) {
        const length = message.readUInt32LE(at);
        if (length < 0x8000_0000) onFrame(message, at + 4 + 16);
        at += 4 + (length & 0x7fff_ffff);
      }
    });
    all.push(member);
  }
  host.listen(ignore);
  const send = (payload) => {
    const length = Math.max(288, payload.length + 48);
    const entry = Buffer.alloc(12 + length);
    entry.writeUInt32LE(length, 0);
    entry[12] = 1;
    entry[13] = 6;
    payload.copy(entry, 12 + 16);
    host.send(entry);
  };
  return { send, all: [...all, host] };
}

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, pk: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex') };
}

function memberControl(word) {
  const json = Buffer.from(JSON.stringify(word));
  const entry = Buffer.alloc(4 + json.length);
  entry.writeUInt32LE(json.length + 0x8000_0000, 0);
  json.copy(entry, 4);
  return entry;
}

function hostControl(word) {
  const json = Buffer.from(JSON.stringify(word));
  const entry = Buffer.alloc(12 + json.length, 0xff);
  entry.writeUInt32LE(json.length, 0);
  json.copy(entry, 12);
  return entry;
}

async function challengeOf(socket) {
  return Buffer.from((await control(socket, 4, 'ch')).ch, 'hex');
}

/** The next control message of this kind; the load run needs no other. */
function control(socket, prefixBytes, type) {
  return new Promise((resolve) => {
    socket.listen((message) => {
      for (let at = 0; at < message.length; ) {
        const length = message.readUInt32LE(at) & 0x7fff_ffff;
        const bytes = message.subarray(at + prefixBytes, at + prefixBytes + length);
        at += prefixBytes + length;
        const word = bytes[0] === 0x7b ? JSON.parse(bytes.toString()) : {};
        if (word.t === type) resolve(word);
      }
    });
  });
}

async function run(kind, { receivers, bytes, frames, window, perSecond }) {
  const under = await server(kind);
  const got = new Uint32Array(frames);
  const latencies = [];
  let finished = 0;
  let sent = 0;
  let pump = ignore;
  const isPaced = perSecond !== undefined;
  const onFrame = (message, at) => {
    const number = message.readUInt32LE(at);
    if (isPaced) latencies.push(performance.now() - message.readDoubleLE(at + 4));
    if (++got[number] === receivers) {
      finished++;
      pump();
    }
  };
  const room = await (kind === 'relay' ? relayRoom : plainRoom)(under.port, receivers, onFrame);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const sendOne = () => {
    const payload = Buffer.alloc(bytes, 0x61);
    payload.writeUInt32LE(sent++, 0);
    payload.writeDoubleLE(performance.now(), 4);
    room.send(payload);
  };
  const before = await under.usage();
  const startedAt = performance.now();
  await new Promise((resolve) => {
    pump = () => {
      if (finished === frames) resolve();
      else if (window !== undefined) while (sent < frames && sent - finished < window) sendOne();
    };
    if (isPaced) {
      const timer = setInterval(() => (sent < frames ? sendOne() : clearInterval(timer)), 1000 / perSecond);
    } else pump();
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await under.usage();
  for (const { tcp } of room.all) tcp.removeAllListeners('close').destroy();
  under.stop();
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor((latencies.length - 1) * share)];
  const deliveries = receivers * frames;
  return {
    perSecond: deliveries / seconds,
    microsPerDelivery: (after.cpuMicros - before.cpuMicros) / deliveries,
    p50: at(0.5),
    p99: at(0.99),
  };
}

for (const one of rounds > 0 ? cases : []) {
  const results = { plain: [], relay: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? ['plain', 'relay'] : ['relay', 'plain']) {
      results[kind].push(await run(kind, one));
    }
  }
  const of = (kind, key) => median(results[kind].map((result) => result[key]));
  const ratio = (key) => (of('relay', key) / of('plain', key)).toFixed(2);
  console.log(
    JSON.stringify({
      case: one.name,
      ...(one.window === undefined
        ? { p50: `${ratio('p50')}×`, p99: `${ratio('p99')}×`, p99Ms: [of('plain', 'p99'), of('relay', 'p99')] }
        : {
            deliveredRatio: `${ratio('perSecond')}×`,
            deliveredPerSecond: [of('plain', 'perSecond'), of('relay', 'perSecond')].map(Math.round),
          }),
      cpuRatio: `${ratio('microsPerDelivery')}×`,
      cpuMicrosPerDelivery: ['plain', 'relay'].map((kind) => Number(of(kind, 'microsPerDelivery').toFixed(3))),
    }),
  );
}

if (values.idle !== undefined) {
  const count = Number(values.idle);
  const perSocket = {};
  const megabytes = {};
  for (const kind of ['plain', 'relay']) {
    const under = await server(kind);
    const before = await under.usage();
    const room = await (kind === 'relay' ? relayRoom : plainRoom)(under.port, count, ignore);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const after = await under.usage();
    perSocket[kind] = Number(((after.rssBytes - before.rssBytes) / count / 1024).toFixed(2));
    megabytes[kind] = Math.round(after.rssBytes / 1e6);
    for (const { tcp } of room.all) tcp.removeAllListeners('close').destroy();
    under.stop();
  }
  console.log(JSON.stringify({ case: `idle ${count}`, kilobytesPerSocket: perSocket, megabytes }));
}
