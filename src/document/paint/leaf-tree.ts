// Writes a number tree or a name tree (ISO 32000-2, 7.9.6 and 7.9.7) while its entries come. Of a written leaf, only its place and limits stay in memory.
import type { PdfSink } from './pdf-sink.ts';

/** Entries in each leaf. */
const leafSize = 100;

export class LeafTree {
  /** The root of the tree, which `end` writes. */
  readonly id: number;
  readonly #sink: PdfSink;
  readonly #kind: 'Nums' | 'Names';
  readonly #leaves: number[] = [];
  #waiting: (readonly [key: number | string, value: string])[] = [];

  constructor(sink: PdfSink, kind: 'Nums' | 'Names') {
    this.id = sink.reserve();
    this.#sink = sink;
    this.#kind = kind;
  }

  /** Takes entries sorted by their keys: numbers, or strings in PDF syntax. */
  add(key: number | string, value: string): void {
    if (this.#waiting.length === leafSize) this.#writeLeaf();
    this.#waiting.push([key, value]);
  }

  end(): void {
    if (this.#leaves.length === 0) this.#sink.writeObject(this.id, `<<${this.#takeEntries()}>>`);
    else {
      this.#writeLeaf();
      this.#sink.writeObject(this.id, `<</Kids[${this.#leaves.map((leaf) => `${leaf} 0 R`).join(' ')}]>>`);
    }
  }

  #writeLeaf(): void {
    const leaf = this.#sink.reserve();
    const limits = `/Limits[${this.#waiting[0]![0]} ${this.#waiting.at(-1)![0]}]`;
    this.#sink.writeObject(leaf, `<<${limits}${this.#takeEntries()}>>`);
    this.#leaves.push(leaf);
  }

  #takeEntries(): string {
    const entries = this.#waiting.map(([key, value]) => `${key} ${value}`).join(' ');
    this.#waiting = [];
    return `/${this.#kind}[${entries}]`;
  }
}
