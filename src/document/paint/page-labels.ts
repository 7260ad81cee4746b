// Writes the labels of pages (ISO 32000-2, 12.4.2).
import type { PageLabels } from '../layout/fragment.ts';
import { formatTextString } from './text-string.ts';

const styles: Readonly<Record<PageLabels['style'], string>> = {
  decimal: '/S/D',
  upperRoman: '/S/R',
  lowerRoman: '/S/r',
  upperLetters: '/S/A',
  lowerLetters: '/S/a',
  none: '',
};

/** The number tree of labels. Index of a page, from 0, to the labels that begin with it. */
export function formatPageLabels(starts: ReadonlyMap<number, PageLabels>): string {
  // The tree must have a label for the first page.
  const all = starts.has(0) ? starts : new Map([[0, { style: 'decimal', prefix: '', start: 1 } as const], ...starts]);
  const entries = [...all].map(([index, { style, prefix, start }]) => {
    const first = start === 1 ? '' : `/St ${start}`;
    return `${index}<<${styles[style]}${prefix === '' ? '' : `/P${formatTextString(prefix)}`}${first}>>`;
  });
  return `<</Nums[${entries.join('')}]>>`;
}
