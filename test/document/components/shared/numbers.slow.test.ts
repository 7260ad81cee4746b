// The walk of the outline and the layout agree: headings and counted texts at random places of random templates are numbered as they are printed.
import { expect, test } from 'vitest';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import { createRandom } from '../../../support/random.ts';
import { makeRandomTemplate, randomData } from '../../../support/random-template.ts';
import { layOut } from '../../../support/render.ts';
import { renderPdf } from '../../../support/render-document.ts';
import { textsInOrder } from '../../../support/structure.ts';
import { trialSeeds } from '../../../support/trials.ts';

type Part = Readonly<Record<string, unknown>>;

const seeds = trialSeeds('numbers.slow');

/** Turns texts of the bodies into numbered headings and counted texts, at random. What a heading or counted text prints says what it is. */
function numberTexts(template: Part, seed: number): Part {
  const random = createRandom(seed);
  const turn = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(turn);
    if (typeof part !== 'object' || part === null) return part;
    const given = part as Part;
    if ('image' in given) return { rect: 3, fill: '#dddddd' };
    if ('pairs' in given) return { pairs: (given.pairs as readonly unknown[]).map(turnPair) };
    if ('span' in given) return { ...makeText({ text: given.text }), span: given.span };
    if ('text' in given && !('footnotes' in given)) return makeText(given);
    const made = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, turn(value)]));
    if (typeof made.header === 'string') made.header = makeText({ text: made.header });
    const columns = ['row', 'columns'].find((name) => Array.isArray(made[name]));
    if (columns !== undefined && random() < 0.3) return { ...made, [columns]: withPageNumbers(made[columns] as readonly Part[]) };
    // What stands in it stands several times in one place of the data.
    if ('stack' in given && random() < 0.2) return { ...made, stack: [{ use: 'twice', body: made.stack }] };
    return made;
  };
  const turnPair = (pair: unknown): unknown =>
    Array.isArray(pair)
      ? pair.map((text: unknown) => makeText({ text }))
      : { ...(pair as Part), label: makeText({ text: (pair as Part).label }) };
  const makeText = (given: Part): Part => {
    const kind = random();
    if (kind > 0.8) return given;
    const at = given.at === undefined ? {} : { at: given.at };
    if (kind > 0.55) return { ...at, text: "#{{ 'text' | counter }}.", count: 'text' };
    const level = 1 + Math.floor(random() * 3);
    const isSilent = random() < 0.2;
    const when = random() < 0.2 ? { when: random() < 0.5 ? 'none' : 'few' } : {};
    const number = isSilent ? 'continue' : `§${Array.from({ length: level }, () => 1).join('.')}`;
    return { ...at, ...when, role: `heading${level}`, number, text: isSilent ? `[K${level}]` : `[H${level}]` };
  };
  /** Late boxes: auto columns are as wide as their page numbers. */
  const withPageNumbers = ([first, ...others]: readonly Part[]): readonly Part[] => [
    { ...first, width: 'auto' },
    ...others.map((one) => ({ ...one, width: '*' })),
  ];
  const [page, ...pages] = template.pages as readonly Part[];
  const define = template.define as Part;
  const twice = { body: { repeat: [1, 2], body: [{ slot: 'body' }] } };
  return {
    ...template,
    unit: 'mm',
    define: { ...(turn(define) as Part), twice },
    pages: [{ ...page, body: turn(page!.body) }, { size: 'A5', margin: 10, each: 'few', body: turn(page!.body) }, ...pages],
  };
}

/** The numbers that headings and counted texts should have, as the order of what is printed says. */
function expected(printed: string): string[] {
  const counts = [0, 0, 0];
  let texts = 0;
  return Array.from(printed.matchAll(/\[([HK])(\d)\]|#\d*\./g), ([, kind, digit]) => {
    if (kind === undefined) return `#${++texts}.`;
    const level = Number(digit);
    counts[level - 1]!++;
    counts.fill(0, level);
    return kind === 'K' ? `[K${level}]` : `§${counts.slice(0, level).join('.')} [H${level}]`;
  });
}

test('the numbers of random documents are those of their order', async () => {
  let numbers = 0;
  for (const seed of seeds) {
    const template = numberTexts(withoutContents(makeRandomTemplate(seed)), seed);
    const printed = textsInOrder(await layOut([], randomData, {}, template)).join('');
    const found = Array.from(printed.matchAll(/(?:§[\d.]+ )?\[[HK]\d\]|#\d*\./g), ([one]) => one);
    expect(found, `seed ${seed}`).toEqual(expected(printed));
    numbers += found.length;
  }
  expect(numbers).toBeGreaterThan(25 * seeds.length);
});

test.each([
  ['PDF/UA-1', 0],
  [['PDF/A-1a', 'PDF/UA-1'], 0],
  ['PDF/UA-2', 2],
])('under %s, headings have %i labels and break no rule', async (standard, labels) => {
  const heading = (text: string, number: string, more = {}) => ({ text, role: 'heading1', number, ...more });
  const body = [
    heading('Subject', '1', { bookmark: { title: 'Subject', anchor: 'subject' } }),
    heading('A [site](https://example.com)', '§ 1', { format: 'inline' }),
    { row: [{ text: "See {{ 'subject' | number_of }}", link: '#subject' }] },
  ];
  const pdf = await renderPdf({ document: { title: 'T', lang: 'en' }, pages: [{ size: 'A4', margin: 10, body }] }, { standard });
  const { check, tags } = await inspectPdf(pdf, { check: true });
  expect(check!.findings).toEqual([]);
  expect(JSON.stringify(tags).split('"Lbl"').length - 1).toBe(labels);
});

/** The entries of contents print numbers too, and are no headings. */
function withoutContents(template: Record<string, unknown>): Record<string, unknown> {
  const isContents = (value: unknown) => typeof value === 'object' && value !== null && 'toc' in value;
  return JSON.parse(JSON.stringify(template, (_, value: unknown) => (isContents(value) ? { spacer: 1 } : value)));
}
