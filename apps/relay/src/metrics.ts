import type { Note } from './effects.ts';

/** Counters of one process in Prometheus' text format. Labels come from closed lists, so their number is bounded. */
export class Metrics {
  readonly #counts = new Map<string, number>();
  #gauges: () => Record<string, number> = () => ({});

  /** Values that are read when asked for. */
  watch(gauges: () => Record<string, number>): void {
    this.#gauges = gauges;
  }

  count(note: Note): void {
    switch (note.name) {
      case 'forwarded':
        this.#add('relay_frames_total', note.frames);
        this.#add('relay_received_bytes_total', note.bytes);
        return;
      case 'dropped':
        this.#add(`relay_dropped_frames_total{why="${note.why}"}`, note.frames);
        return;
      case 'closed':
        this.#add(`relay_closed_total{reason="${note.reason}"}`, 1);
        return;
      case 'host_seated':
        this.#add(`relay_host_seated_total{takeover="${note.takeover}"}`, 1);
        return;
      case 'host_left':
      case 'member_entered':
      case 'member_left':
        this.#add(`relay_${note.name}_total`, 1);
        return;
    }
  }

  sent(sockets: number, bytes: number): void {
    this.#add('relay_sent_messages_total', sockets);
    this.#add('relay_sent_bytes_total', sockets * bytes);
  }

  text(): string {
    const gauges = Object.entries(this.#gauges()).map(([name, value]) => `relay_${name} ${value}`);
    const counts = [...this.#counts].map(([name, value]) => `${name} ${value}`);
    return `${[...gauges, ...counts].sort().join('\n')}\n`;
  }

  #add(name: string, amount: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + amount);
  }
}
