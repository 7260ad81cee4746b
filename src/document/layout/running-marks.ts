// Running marks: named texts that components set where they are placed, and that the bands of a sheet print.
import type { Marks, MarkTexts } from '../expression/scope.ts';

/** What the marks of a sheet hold. `set`: what is set on it, in order. */
export class SheetMarks implements Marks {
  readonly #start: MarkTexts;
  readonly #first = new Map<string, string>();
  /** What holds when the sheet ends. */
  readonly last: MarkTexts;

  constructor(start: MarkTexts, set: readonly MarkTexts[]) {
    this.#start = start;
    const last = set.length === 0 ? start : new Map(start);
    for (const texts of set)
      for (const [name, text] of texts) {
        if (!this.#first.has(name)) this.#first.set(name, text);
        (last as Map<string, string>).set(name, text);
      }
    this.last = last;
  }

  textOf(name: string, when: 'start' | 'first' | 'last'): string {
    const own = when === 'start' ? undefined : when === 'first' ? this.#first.get(name) : this.last.get(name);
    return own ?? this.#start.get(name) ?? '';
  }
}

/** Stands for marks that are not known yet: it keeps the room of one line. Filters of dates take it too. */
export const plausibleMarks: Marks = { textOf: () => '8888-08-08' };
