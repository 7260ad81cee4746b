// Running marks: named texts that components set where they are placed, and that the bands of a sheet print.
import type { Marks, MarkTexts } from '../expression/scope.ts';

/** Marks that a component sets, and the height at which it stands. */
export interface SetMarks {
  readonly texts: MarkTexts;
  readonly y: number;
}

/** The texts of the marks on a sheet. `set`: the texts that are set on it, in order. */
export class SheetMarks implements Marks {
  readonly #start: MarkTexts;
  /** Set by what comes first on the sheet. */
  readonly #top = new Map<string, string>();
  readonly #first = new Map<string, string>();
  /** What holds when the sheet ends. */
  readonly last: MarkTexts;

  /** `top`: the height at which the first content of the sheet stands. */
  constructor(start: MarkTexts, set: readonly SetMarks[], top: number) {
    this.#start = start;
    const last = set.length === 0 ? start : new Map(start);
    for (const { texts, y } of set)
      for (const [name, text] of texts) {
        if (y <= top && !this.#top.has(name)) this.#top.set(name, text);
        if (!this.#first.has(name)) this.#first.set(name, text);
        (last as Map<string, string>).set(name, text);
      }
    this.last = last;
  }

  textOf(name: string, when: 'start' | 'first' | 'last'): string {
    const own = when === 'start' ? this.#top.get(name) : when === 'first' ? this.#first.get(name) : this.last.get(name);
    return own ?? this.#start.get(name) ?? '';
  }
}

/** Stands for marks that are not known yet: it keeps the room of one line. Filters of dates take it too. */
export const plausibleMarks: Marks = { textOf: () => '8888-08-08' };
