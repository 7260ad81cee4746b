// Keeps paragraphs by style, options and text, in two generations over all styles together. So the number of kept paragraphs is bounded, however many
// styles there are.
import type { Paragraph, ParagraphOptions } from './shaped-text.ts';

/** The longest text that is kept, in UTF-16 code units. Longer texts seldom return. */
export const longestCached = 200;

interface ParagraphTable {
  readonly options: ParagraphOptions;
  generation: number;
  young: Map<string, Paragraph>;
  old: Map<string, Paragraph>;
}

/** Paragraphs of one style. */
export type StyleParagraphs = ParagraphTable[];

export class ParagraphCache {
  readonly #limit: number;
  #generation = 0;
  #size = 0;

  /** Keeps between `limit` and twice `limit` paragraphs. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(tables: StyleParagraphs, options: ParagraphOptions, text: string): Paragraph | undefined {
    const table = this.#table(tables, options);
    const found = table.young.get(text);
    if (found !== undefined) return found;
    const kept = table.old.get(text);
    if (kept !== undefined) this.#put(table, text, kept);
    return kept;
  }

  set(tables: StyleParagraphs, options: ParagraphOptions, text: string, paragraph: Paragraph): void {
    this.#put(this.#table(tables, options), text, paragraph);
  }

  #put(table: ParagraphTable, text: string, paragraph: Paragraph): void {
    table.young.set(text, paragraph);
    this.#size++;
    if (this.#size < this.#limit) return;
    this.#size = 0;
    this.#generation++;
  }

  #table(tables: StyleParagraphs, options: ParagraphOptions): ParagraphTable {
    for (const table of tables) {
      if (table.options !== options) continue;
      if (table.generation !== this.#generation) {
        table.old = table.generation === this.#generation - 1 ? table.young : new Map();
        table.young = new Map();
        table.generation = this.#generation;
      }
      return table;
    }
    const made: ParagraphTable = { options, generation: this.#generation, young: new Map(), old: new Map() };
    tables.push(made);
    return made;
  }
}
