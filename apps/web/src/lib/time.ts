/** Times as people read them. */

/** `0:42`, `12:03`, `1:02:03`. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How long something lasts by now, in a sentence: `18 s`, then `1:05`. */
export const shortTime = (ms: number): string =>
  ms < 60_000 ? `${Math.max(0, Math.floor(ms / 1000))} s` : elapsed(ms);

/** `0.4 s`, `14 s`, `2 min 5 s`. A clock that was set back meanwhile leaves `0.0 s`. */
export function duration(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Rough age: `now`, `4 min`, `3 h`, `2 d`. */
export function age(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** `14:01`, in the reader's zone; on another day `Thu 14:01`, `3 Dec 14:01`, `3 Dec 2025 14:01`. */
export const clock = (atMs: number, nowMs = Date.now()): string =>
  dayBefore(atMs, nowMs) +
  new Date(atMs).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `14:01:22`, and the day in the same way. */
export const clockWithSeconds = (atMs: number, nowMs = Date.now()): string =>
  dayBefore(atMs, nowMs) +
  new Date(atMs).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });

/** A name of a weekday means one day only this near. */
const namedDays = 6;

/** Without it "14:01" reads as today, also where a limit ends in three days or somebody wrote last week. */
function dayBefore(atMs: number, nowMs: number): string {
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  const days = Math.abs(midnight(at) - midnight(now)) / 86_400_000;
  if (days === 0 || !Number.isFinite(days)) return '';
  const isNear = days <= namedDays;
  const year = at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  const form = isNear ? { weekday: 'short' as const } : { day: 'numeric' as const, month: 'short' as const, ...year };
  return `${at.toLocaleDateString('en-GB', form)} `;
}
