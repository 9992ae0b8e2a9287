/** The answers to the last few questions, so that many who ask the same cost one look. A failure is not kept. */
export class Remembered<T> {
  readonly #max: number;
  readonly #answers = new Map<string, Promise<T>>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = find();
    this.#answers.set(key, answer);
    answer.then(
      (found) => found === undefined && this.#answers.delete(key),
      () => this.#answers.delete(key),
    );
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#max && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}
