import { expect, test } from 'vitest';
import { initialLiveness, type Liveness, type LivenessInput, livenessDeadlineMs, stepLiveness } from './liveness.ts';

/** A member and a host with clocks of their own, and a path between them that takes time. */
class World {
  state: Liveness = initialLiveness;
  monotonicMs = 1_000_000;
  wallMs = 1_800_000_000_000;
  /** host clock = mine + this, in truth. */
  hostAheadMs = -400_000;
  pings: number[] = [];

  input(input: LivenessInput) {
    const step = stepLiveness(this.state, input, { monotonicMs: this.monotonicMs, wallMs: this.wallMs }, 0.5);
    this.state = step.state;
    this.pings.push(...step.effects.map((effect) => effect.pingId));
    return this.state.status;
  }

  wait(ms: number) {
    this.monotonicMs += ms;
    this.wallMs += ms;
    return this.input({ kind: 'tick' });
  }

  /** Sleep: the wall clock goes on, the monotonic one stands still, the host lives on. */
  sleep(ms: number) {
    this.wallMs += ms;
    this.hostAheadMs += ms;
  }

  get hostMs() {
    return this.monotonicMs + this.hostAheadMs;
  }

  check(seq = this.state.headSeq, ageMs = 0) {
    return this.input({ kind: 'check', hostMs: this.hostMs - ageMs, seq });
  }

  /** The answer to the last ping, which took `roundTripMs` in all. */
  pong(roundTripMs = 20) {
    const pingId = this.pings.at(-1) ?? 0;
    this.monotonicMs += roundTripMs / 2;
    const { hostMs } = this;
    this.monotonicMs += roundTripMs / 2;
    this.wallMs += roundTripMs;
    return this.input({ kind: 'pong', pingId, hostMs });
  }

  live() {
    this.input({ kind: 'connected', beatMs: 5_000 });
    this.check();
    return this.pong();
  }
}

test('[CLG-56] after the welcome one ping goes out, and only its answer and a check make it live', () => {
  const world = new World();
  expect(world.input({ kind: 'connected', beatMs: 5_000 })).toBe('not_live');
  expect(world.pings).toHaveLength(1);
  expect(world.check()).toBe('not_live');
  expect(world.pong()).toBe('live');
  expect(world.pings).toHaveLength(1);
});

test('[CLG-56] an answer that took more than 5 s is no clock; the ping is repeated', () => {
  const world = new World();
  world.input({ kind: 'connected', beatMs: 60_000 });
  world.check();
  expect(world.pong(5_001)).toBe('not_live');
  expect(world.pings).toHaveLength(2);
  expect(world.pong(4_999)).toBe('live');
});

test('[CLG-56] a ping that is not answered is repeated after 5 s, and an unasked or old answer counts for nothing', () => {
  const world = new World();
  world.input({ kind: 'connected', beatMs: 60_000 });
  const first = world.pings.at(-1) ?? 0;
  world.wait(4_999);
  expect(world.pings).toHaveLength(1);
  world.wait(1);
  expect(world.pings).toHaveLength(2);
  world.check();
  expect(world.input({ kind: 'pong', pingId: first, hostMs: world.hostMs })).toBe('not_live');
  expect(world.input({ kind: 'pong', pingId: 999, hostMs: world.hostMs })).toBe('not_live');
  expect(world.pong()).toBe('live');
});

test('[G11] [CLG-57] checks that stay away: not live after three beats, and it says since when', () => {
  const world = new World();
  expect(world.live()).toBe('live');
  const last = world.monotonicMs;
  expect(world.wait(14_000)).toBe('live');
  expect(world.wait(1_100)).toBe('not_live');
  expect(world.state.lastLiveMs).toBeGreaterThanOrEqual(last);
  expect(world.state.lastLiveMs).toBeLessThan(world.monotonicMs);
  expect(world.check()).toBe('live');
});

test('[G10] [CLG-57] all frames delayed by a minute: the ping cannot be answered in time, never live', () => {
  const world = new World();
  world.input({ kind: 'connected', beatMs: 5_000 });
  for (let at = 0; at < 12; at++) {
    expect(world.check(0, 60_000)).toBe('not_live');
    expect(world.pong(60_000)).toBe('not_live');
  }
});

test('[G10] [CLG-57] only group frames delayed by a minute: not live within 3 beats', () => {
  const world = new World();
  expect(world.live()).toBe('live');
  const start = world.monotonicMs;
  let notLiveAt: number | undefined;
  for (let second = 1; second <= 20; second++) {
    world.wait(1_000);
    // Checks go on arriving from when the delay has passed; each is a minute old.
    if (second % 5 === 0) world.check(world.state.headSeq, 60_000);
    if (world.state.status === 'not_live') notLiveAt ??= world.monotonicMs;
  }
  expect((notLiveAt ?? Number.POSITIVE_INFINITY) - start).toBeLessThanOrEqual(15_100);
  // A fresh answer to a ping makes no old check young.
  expect(world.pong()).toBe('not_live');
  expect(world.check(world.state.headSeq, 60_000)).toBe('not_live');
});

test('[G10] [CLG-58] a member that slept for ten minutes is not live until a ping is answered and a check has come', () => {
  const world = new World();
  expect(world.live()).toBe('live');
  world.sleep(600_000);
  expect(world.input({ kind: 'tick' })).toBe('not_live');
  expect(world.pings).toHaveLength(2);
  expect(world.check()).toBe('not_live');
  expect(world.pong()).toBe('live');
  // And delays after the sleep are seen as before it.
  expect(world.check(world.state.headSeq, 60_000)).toBe('not_live');
});

test.each([
  ['stands still while the computer sleeps', 0],
  ['goes on', 2 * 3_600_000],
])(
  '[B43] [CLG-58] the host slept for two hours, its clock %s: not live meanwhile, live again within seconds',
  (_, hostRanMs) => {
    const world = new World();
    expect(world.live()).toBe('live');
    const sleptMs = 2 * 3_600_000;
    for (let waited = 0; waited < sleptMs; waited += 60_000) world.wait(60_000);
    expect(world.state.status).toBe('not_live');
    world.hostAheadMs -= sleptMs - hostRanMs;
    // What it had signed before it slept comes now, and is not young for it.
    expect(world.check(world.state.headSeq, hostRanMs + 60_000)).toBe('not_live');
    world.wait(5_001);
    // Its age is known with the first answer; the clock by which it was timed is measured anew.
    expect(world.pong()).toBe('not_live');
    expect(world.pong()).toBe('not_live');
    expect(world.check()).toBe('live');
  },
);

test('[CLG-58] a page that wakes is not live and pings at once, also where no clock shows a jump', () => {
  const world = new World();
  world.live();
  expect(world.input({ kind: 'woke' })).toBe('not_live');
  expect(world.pings).toHaveLength(2);
  world.check();
  expect(world.pong()).toBe('live');
});

test('[CLG-58] a wall clock that is set by less than 2 s changes nothing, by more it voids the offset', () => {
  const world = new World();
  world.live();
  world.wallMs += 1_900;
  expect(world.input({ kind: 'tick' })).toBe('live');
  world.wallMs -= 4_000;
  expect(world.input({ kind: 'tick' })).toBe('not_live');
});

test('[CLG-58] [G10] many short sleeps are noticed like a long one', () => {
  const world = new World();
  world.live();
  world.sleep(1_500);
  expect(world.wait(100)).toBe('live');
  world.sleep(1_500);
  expect(world.wait(100)).toBe('not_live');
});

test('[CLG-57] a check from the future beyond one second is out of bounds, and its pings do not run wild', () => {
  const world = new World();
  world.live();
  expect(world.check(0, -1_500)).toBe('not_live');
  const { length } = world.pings;
  for (let at = 0; at < 50; at++) {
    world.pong();
    world.check(0, -1_500);
  }
  // One per answer at most: each needs a round trip.
  expect(world.pings.length - length).toBeLessThanOrEqual(51);
});

test('[G11] [CLG-57] the host’s head stays ahead of mine for more than a second: catching up', () => {
  const world = new World();
  world.live();
  expect(world.check(5)).toBe('live');
  expect(world.wait(900)).toBe('live');
  expect(world.wait(200)).toBe('catching_up');
  expect(world.input({ kind: 'head', seq: 5 })).toBe('live');
  // An older check behind my own head is no lag.
  expect(world.input({ kind: 'head', seq: 9 })).toBe('live');
});

test('[CLG-57] a closed socket ends live at once; no beat in force means no badge', () => {
  const world = new World();
  world.live();
  expect(world.input({ kind: 'closed' })).toBe('not_live');
  world.live();
  expect(world.input({ kind: 'beat', beatMs: undefined })).toBe('none');
  expect(world.input({ kind: 'beat', beatMs: 20_000 })).toBe('live');
  expect(initialLiveness.status).toBe('not_live');
});

test('[CLG-58] the clock is measured again within five minutes, and its loss is noticed without it', () => {
  const world = new World();
  world.live();
  const run = (minutes: number, isAnswered: boolean) => {
    for (let second = 0; second < minutes * 60; second += 5) {
      const { length } = world.pings;
      world.wait(5_000);
      if (isAnswered && world.pings.length > length) world.pong();
      world.check();
    }
  };
  run(10, true);
  expect(world.pings).toHaveLength(3);
  expect(world.state.status).toBe('live');
  // The clock of the last measurement runs out although checks go on coming.
  run(5.2, false);
  expect(world.state.status).toBe('not_live');
});

test('[CLG-57] the deadline is when a tick changes something: not later, and none without a beat', () => {
  const world = new World();
  world.live();
  const deadline = livenessDeadlineMs(world.state) ?? 0;
  world.wait(deadline - 1 - world.monotonicMs);
  expect(world.state.status).toBe('live');
  expect(world.wait(1)).toBe('not_live');
  expect(livenessDeadlineMs(initialLiveness)).toBeUndefined();
});
