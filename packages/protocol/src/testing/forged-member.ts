import * as v from 'valibot';
import { utf8 } from '../bytes.ts';
import { PairwiseChannel } from '../channel.ts';
import { proofOf } from '../client/attempt.ts';
import { type DeviceKey, MemoryMemberStore, newDeviceKey } from '../client/member-store.ts';
import { encodeHeader, hs1Bytes } from '../frames.ts';
import { GroupKeys, type GroupType } from '../group-keys.ts';
import { finishHandshake, startHandshake } from '../handshake.ts';
import { decodeLink, inviteKeys } from '../link.ts';
import { Welcome } from '../messages.ts';
import { encodePlaintext, groupFloorBytes } from '../plaintext.ts';
import type { World } from './world.ts';

/**
 * A member whose program is the attacker's own, together with the relay: a good handshake by hand, then whatever frame
 * they like.
 */
export class ForgedMember {
  readonly #world: World;
  readonly handle: string;
  readonly channel: PairwiseChannel;
  /** What the host sent to this socket since its hs2, sealed. */
  readonly received: Uint8Array[];

  private constructor(world: World, handle: string, channel: PairwiseChannel, received: Uint8Array[]) {
    this.#world = world;
    this.handle = handle;
    this.channel = channel;
    this.received = received;
  }

  static async join(
    world: World,
    link: string,
    options: {
      device?: DeviceKey;
      proof?: (transcript: Uint8Array) => Promise<Uint8Array>;
      /** How often the one hs3 is sent. */
      copies?: number;
      name?: string;
    } = {},
  ): Promise<ForgedMember> {
    const decoded = decodeLink(new URL(link).hash);
    if (!decoded.ok) throw new Error('damaged');
    const { psk, inviteId } = inviteKeys(decoded.secret);
    const ephemeralSecret = world.random.bytes(32);
    const { hs1 } = startHandshake({ kind: 'join', id: inviteId, ephemeralSecret: ephemeralSecret.slice(), gen: 0 });
    const carrier = world.person('Carrier', new MemoryMemberStore(undefined, true), link);
    const answers: Uint8Array[] = [];
    let handle = '';
    world.relay.meddle = (packet) => {
      if (handle === '' && packet.bytes.length === hs1Bytes) {
        handle = packet.handle;
        return [{ ...packet, bytes: hs1 }];
      }
      if (packet.handle !== handle) return undefined;
      if (packet.to === 'member') answers.push(packet.bytes);
      return [];
    };
    await carrier.client.start();
    await world.pass(20);
    const hs2 = answers.shift();
    if (hs2 === undefined) throw new Error('no hs2');
    const { publicKey: hostPk } = world.identity;
    const { roomId } = world;
    const done = finishHandshake({ hs1, hs2, hostPk, roomId, ephemeralSecret, psk, known: undefined });
    if (!done.ok) throw new Error(done.code);
    const { keys } = done;
    const channel = new PairwiseChannel({ side: 'member', keys, roomId, gen: world.gen });
    const device = options.device ?? newDeviceKey(world.random.bytes(32));
    const proof = await (options.proof ?? ((th) => proofOf(device, roomId, th)))(keys.transcript);
    const hs3 = channel.seal({ name: options.name ?? 'Forger', caps: {} }, proof);
    for (let copy = 0; copy < (options.copies ?? 1); copy++) {
      world.relay.inject({ to: 'host', handle, bytes: hs3.slice() });
    }
    await world.pass(20);
    return new ForgedMember(world, handle, channel, answers);
  }

  /** The welcome and the group secret that came with it. */
  welcome(): { welcome: Welcome; secret: Uint8Array } {
    const [frame] = this.received.splice(0, 1);
    const opened = frame && this.channel.open(frame);
    if (opened?.kind !== 'opened') throw new Error('no welcome');
    return { welcome: v.parse(Welcome, opened.json), secret: opened.bin.slice(0, 32) };
  }

  /** Everything of the direct lane that has come, opened. */
  direct(): Array<Record<string, unknown>> {
    return this.received.splice(0).flatMap((frame) => {
      const opened = this.channel.open(frame);
      return opened.kind === 'opened' ? [opened.json] : [];
    });
  }

  send(json: Record<string, unknown>, bin?: Uint8Array): void {
    this.raw(this.channel.seal(json, bin));
  }

  command(id: Uint8Array, json: unknown): void {
    this.send({ t: 'cmd' }, new Uint8Array([1, ...id, ...utf8(JSON.stringify(json))]));
  }

  raw(frame: Uint8Array): void {
    this.#world.relay.inject({ to: 'host', handle: this.handle, bytes: frame });
  }

  /** A group frame under the secret that every member holds. */
  groupFrame(
    secret: Uint8Array,
    header: { type: GroupType; epoch: number; step: number; ctr: number },
    json: unknown,
    bin = new Uint8Array(0),
  ): Uint8Array {
    const keys = new GroupKeys(secret, this.#world.roomId, this.#world.gen);
    const text = json === undefined ? new Uint8Array(0) : utf8(JSON.stringify(json));
    return keys.cipher(header.type).seal(encodeHeader(header), header.ctr, encodePlaintext(text, bin, groupFloorBytes));
  }
}
