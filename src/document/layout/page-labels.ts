// The labels of pages as text, as viewers show them (ISO 32000-2, 12.4.2).
import { romanOf } from '../expression/index.ts';
import type { PageLabels } from './fragment.ts';

/** Longer signs are decimal numbers, which people can read. */
const mostSigns = 100;

const signs: Readonly<Record<PageLabels['style'], (number: number) => string>> = {
  decimal: String,
  upperRoman: (number) => romanOf(number).toUpperCase(),
  lowerRoman: romanOf,
  upperLetters: (number) => lettersOf(number, 'A'),
  lowerLetters: (number) => lettersOf(number, 'a'),
  none: () => '',
};

/** The letter of a number, from 1: a to z, then aa to zz, each twice the same. */
function lettersOf(number: number, first: 'A' | 'a'): string {
  const letter = String.fromCharCode(first.charCodeAt(0) + ((number - 1) % 26));
  return letter.repeat(Math.min(Math.ceil(number / 26), mostSigns + 1));
}

/** The labels of the pages of a document. Pages count from 1. */
export class DocumentLabels {
  readonly #begun: (readonly [page: number, labels: PageLabels])[] = [[1, { style: 'decimal', prefix: '', start: 1 }]];

  /** Labels begin with a page after all others with labels of their own. */
  begin(page: number, labels: PageLabels): void {
    this.#begun.push([page, labels]);
  }

  labelOf(page: number): string {
    const [first, { style, prefix, start }] = this.#begun.findLast(([begin]) => begin <= page) ?? this.#begun[0]!;
    const number = start + page - first;
    const sign = signs[style](number);
    return prefix + (sign.length > mostSigns ? number : sign);
  }

  /** The longest label of the pages up to this one. */
  longest(pages: number): string {
    let longest = '';
    for (let page = 1; page <= pages; page++) {
      const label = this.labelOf(page);
      if (label.length > longest.length) longest = label;
    }
    return longest;
  }
}
