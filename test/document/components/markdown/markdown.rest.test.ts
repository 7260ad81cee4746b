// Markdown of 1 MB that is made to take long: it is drawn, or refused with a reason.
import { expect, test } from 'vitest';
import { PdfgenError } from '../../../../src/contract/errors.ts';
import { layOut } from '../../../support/render.ts';

const length = 1_000_000;
const pieces = [
  ...['> ', '- ', '1. a\n', '- a\n  - b\n    - c\n', '# a\n', 'a\n=\n', '* * *\n', 'a\n\n', 'abc def ghi\n', '    abc\n', '\\\n'],
  ...['[', '![[', '[a](', '![a](', '[![a](b)](c) ', '[a]: b\n', '*a **a ', '**', '_a__', '~~a', '`a``b```', '`', '&', '&amp;'],
  ...[
    '<',
    '<a ',
    '<!-- ',
    'http://a ',
    'www.example.com ',
    'a@b.c ',
    '|a|b|\n',
    '| - ',
    'The *quick* brown [fox](https://a.example) jumps. ',
  ],
];

const bigTable = `|${'a|'.repeat(10_000)}\n|${'-|'.repeat(10_000)}\n${`|${'b|'.repeat(10_000)}\n`.repeat(45)}`;
const texts = new Map([
  ...pieces.map((piece) => [JSON.stringify(piece), piece.repeat(Math.ceil(length / piece.length)).slice(0, length)] as const),
  ['rows of a table', `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(160_000)}`],
  ['a table of 10,000 columns', bigTable],
  ['runs of backticks', Array.from({ length: 1400 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
  ['deeper and deeper items', Array.from({ length: 1400 }, (_, i) => `${' '.repeat(i)}- a\n`).join('')],
]);

test.each([...texts])('%s is drawn or refused', async (_, text) => {
  const limits = { maxPages: 5000, maxBoxes: 1_000_000, maxImagePixels: 1e6, maxImageBytes: 1e7 };
  let told = 'drawn';
  try {
    await layOut({ markdown: '{{ text }}' }, { text }, { size: 'A4' }, {}, limits);
  } catch (error) {
    if (!(error instanceof PdfgenError)) throw error;
    told = error.message;
  }
  expect(told).toMatch(/^(?:drawn|The Markdown of \/pages\/0\/body (?:has more than|nests|has a table))/);
});
