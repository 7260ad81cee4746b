import { describe, expect, test } from 'vitest';
import type { PageLabels } from '../../../src/document/layout/fragment.ts';
import { DocumentLabels } from '../../../src/document/layout/page-labels.ts';
import { explain, layOut, pageTexts } from '../../support/render.ts';

const labelsWith = (style: PageLabels['style'], start = 1, prefix = '') => {
  const labels = new DocumentLabels();
  labels.begin(3, { style, start, prefix });
  return (...pages: readonly number[]) => pages.map((page) => labels.labelOf(page));
};

describe('the label of a page', () => {
  // ISO 32000-2, table 161: letters go from A to Z, then from AA to ZZ.
  test.each([
    ['decimal', 1, '', ['1', '2', '1', '2', '28']],
    ['decimal', 9, 'A-', ['1', '2', 'A-9', 'A-10', 'A-36']],
    ['upperRoman', 1, '', ['1', '2', 'I', 'II', 'XXVIII']],
    ['lowerRoman', 4, '', ['1', '2', 'iv', 'v', 'xxxi']],
    ['upperLetters', 1, '', ['1', '2', 'A', 'B', 'BB']],
    ['lowerLetters', 25, '', ['1', '2', 'y', 'z', 'zz']],
    ['none', 1, 'Cover', ['1', '2', 'Cover', 'Cover', 'Cover']],
    ['lowerLetters', 2601, '', ['1', '2', '2601', '2602', '2628']],
    ['upperRoman', 1_000_000, '', ['1', '2', '1000000', '1000001', '1000027']],
  ] as const)('%s from %d with the prefix "%s"', (style, start, prefix, expected) => {
    expect(labelsWith(style, start, prefix)(1, 2, 3, 4, 30)).toEqual(expected);
  });
  test('is the number where no labels have begun, and the longest is known', () => {
    const labels = new DocumentLabels();
    expect([labels.labelOf(12), labels.longest(12)]).toEqual(['12', '10']);
    labels.begin(1, { style: 'lowerRoman', start: 1, prefix: '' });
    labels.begin(6, { style: 'decimal', start: 1, prefix: '' });
    expect([labels.labelOf(4), labels.labelOf(6), labels.longest(5), labels.longest(9)]).toEqual(['iv', '1', 'iii', 'iii']);
  });
});

const heading = (title: string) => ({ text: title, role: 'heading1', bookmark: { title, anchor: title } });
const footer = [{ text: 'Page {{ page.label }}' }];

test('contents and bands print labels, also where a label is longer than its number', async () => {
  const pages = [
    {
      labels: { style: 'lowerRoman', start: 7 },
      footer,
      body: [{ toc: 1, pages: 'labels' }, { pageBreak: true }, heading('Preface')],
    },
    {
      labels: { prefix: 'A-' },
      footer,
      body: [heading('Start'), { pageBreak: true }, heading('End'), "See {{ 'Preface' | page_label }}"],
    },
  ];
  const laidOut = await layOut([], {}, {}, { pages });
  const shown = pageTexts(laidOut).map((texts) => texts.filter((text) => !text.startsWith('..')));
  expect(shown).toEqual([
    ['Page vii', 'Preface', 'viii', 'Start', 'A-1', 'End', 'A-2'],
    ['Preface', 'Page viii'],
    ['Start', 'Page A-1'],
    ['End', 'Page A-2', 'See viii'],
  ]);
  expect(laidOut.warnings).toEqual([]);
});

test('a label decides in a band, and nowhere else', async () => {
  const when = "page.label == 'i'";
  expect(await explain({ pages: [{ body: [{ text: 'x', when }] }] })).toEqual([expect.stringContaining('"page.label"')]);
  const first = [{ when, body: ['First'] }, { body: ['Other'] }];
  const labels = { style: 'lowerRoman' };
  const laidOut = await layOut(['a', { pageBreak: true }, 'b'], {}, { labels, header: first });
  expect(pageTexts(laidOut).map(([text]) => text)).toEqual(['First', 'Other']);
});
