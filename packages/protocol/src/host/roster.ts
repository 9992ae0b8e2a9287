import { equal, toHex } from '../bytes.ts';
import type { MemberId, ParticipantId } from '../ids.ts';
import { as } from '../ids.ts';
import { resumeId } from '../link.ts';
import type { DeviceRecord, RoomStore } from './contract.ts';

/** The devices that were ever let in: rows of the store, with the two ways to find them. */
export class Roster {
  readonly #store: RoomStore;
  readonly #byId = new Map<MemberId, DeviceRecord>();
  readonly #byKey = new Map<string, MemberId>();
  readonly #byResumeId = new Map<string, MemberId>();

  constructor(store: RoomStore) {
    this.#store = store;
    this.reload();
  }

  /** Undoes what memory learned in a transaction that failed. */
  reload(): void {
    this.#byId.clear();
    this.#byKey.clear();
    this.#byResumeId.clear();
    for (const device of this.#store.devices()) this.#remember(device);
  }

  get(memberId: MemberId): DeviceRecord | undefined {
    return this.#byId.get(memberId);
  }

  findByKey(devicePk: Uint8Array): DeviceRecord | undefined {
    return this.#byId.get(this.#byKey.get(toHex(devicePk)) ?? as<MemberId>(''));
  }

  /** The member whose present resume secret has this public name. */
  findByResumeId(rid: Uint8Array): DeviceRecord | undefined {
    const device = this.#byId.get(this.#byResumeId.get(toHex(rid)) ?? as<MemberId>(''));
    return device?.state === 'member' ? device : undefined;
  }

  members(): DeviceRecord[] {
    return [...this.#byId.values()].filter((device) => device.state === 'member');
  }

  /** From here on every member may read. Of what is before it nothing is told to all, also not in a number. */
  get commonFloorSeq(): number {
    return this.members().reduce((latest, { floorSeq }) => Math.max(latest, floorSeq), 1);
  }

  devicesOf(participantId: ParticipantId): DeviceRecord[] {
    return this.members().filter((device) => device.participantId === participantId);
  }

  blockedOf(participantId: ParticipantId): DeviceRecord[] {
    return [...this.#byId.values()].filter(
      (device) => device.participantId === participantId && device.state === 'blocked',
    );
  }

  put(device: DeviceRecord): void {
    this.#store.putDevice(device);
    this.#remember(device);
  }

  /** Compare and swap (CLG-28, 29): false where `from` is not the device's secret any more. */
  advance(memberId: MemberId, from: Uint8Array, to: Uint8Array): boolean {
    const device = this.#byId.get(memberId);
    if (device === undefined || device.state !== 'member' || !equal(device.resumeSecret, from)) return false;
    this.#store.transaction(() => this.put({ ...device, resumeSecret: to }));
    return true;
  }

  #remember(device: DeviceRecord): void {
    const known = this.#byId.get(device.memberId);
    if (known !== undefined) this.#byResumeId.delete(toHex(resumeId(known.resumeSecret)));
    this.#byId.set(device.memberId, device);
    // A device that left and came back by a link has a new row; the newest one answers for the key.
    this.#byKey.set(toHex(device.devicePk), device.memberId);
    if (device.state === 'member') this.#byResumeId.set(toHex(resumeId(device.resumeSecret)), device.memberId);
  }
}
