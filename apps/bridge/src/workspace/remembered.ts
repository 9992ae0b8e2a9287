/**
 * The answers to the last few questions, so that many who ask the same cost one look. While it is being found out an
 * answer serves all who ask; afterwards it is kept where `isKept` says so.
 */
export class Remembered<T> {
  readonly #max: number;
  readonly #isKept: (found: T) => boolean;
  readonly #answers = new Map<string, Promise<T>>();

  constructor(max: number, isKept: (found: T) => boolean) {
    this.#max = max;
    this.#isKept = isKept;
  }

  get(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = find();
    this.#answers.set(key, answer);
    answer.then(
      (found) => !this.#isKept(found) && this.#answers.delete(key),
      () => this.#answers.delete(key),
    );
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#max && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}
