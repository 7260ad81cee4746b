// A cache of limited size. It drops the values that were used longest ago. In `document` a value depends on its key alone, so the output
// never depends on the cache.

/** Two caches that get the same calls in the same order hold the same values. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  readonly #capacity: number;
  #weight = 0;

  /** `capacity`: greatest sum of the weights given to `set`. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A Map iterates in the order of insertion: the oldest comes first.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value, unless it is heavier than the whole cache. */
  set(key: string, value: Value, weight = 1): void {
    this.delete(key);
    if (weight > this.#capacity) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    while (this.#weight > this.#capacity) this.delete(this.#entries.keys().next().value!);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#weight -= entry.weight;
    this.#entries.delete(key);
  }
}
