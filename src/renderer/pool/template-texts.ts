// Templates on their way to the threads: as text that all threads see and none copies, sent to a process once.
import type { AssetFile, TemplateSource } from '../types.ts';

/** A template with its document as text, which a thread parses only when it does not have it compiled. */
export interface TemplateText {
  readonly key: string;
  readonly slug: string;
  /** UTF-8, in shared memory except between processes. */
  readonly json: Uint8Array;
  readonly assets: Readonly<Record<string, AssetFile>>;
}

/** A copy in memory that threads share. */
export function toShared(text: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(text.length));
  shared.set(text);
  return shared;
}

/** Values by key; the one used longest ago goes first. Two that are asked the same, in the same order, hold the same. */
export class RecentlyUsed<T> {
  readonly #most: number;
  readonly #values = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  add(key: string, value: T): void {
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!);
  }
}

/** Templates that a process keeps as text. */
export const keptTexts = 200;

/** Templates as text, each made once as long as it is used now and then. */
export function keepTexts(): (template: TemplateSource) => TemplateText {
  const texts = new RecentlyUsed<TemplateText>(keptTexts);
  return ({ key, slug, assets, document }) => {
    const known = texts.get(key);
    if (known) return known;
    const text = { key, slug, assets, json: toShared(Buffer.from(JSON.stringify(document))) };
    texts.add(key, text);
    return text;
  };
}
