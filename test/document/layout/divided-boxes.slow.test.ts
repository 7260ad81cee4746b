// Boxes that sheets divide, with space, borders and heights of their own. More random ones:
// PDFGEN_TEST_COUNT=5000 PDFGEN_TEST_SEED=1 npx vitest run test/document/layout/divided-boxes.slow.test.ts
import { expect, test } from 'vitest';
import { createRandom } from '../../support/random.ts';
import { layOut, pageTexts } from '../../support/render.ts';
import { isStudy, trialSeeds } from '../../support/trials.ts';

const seeds = trialSeeds('divided-boxes.slow');

const linesTo = (to: number) => Array.from({ length: to }, (_, i) => `line ${i + 1}`);

test.each([
  ['padding below', { padding: [0, 0, 30, 0] }],
  ['the padding of a visible box', { padding: [0, 0, 30, 0], background: '#eeeeee' }],
  ['a least height', { minHeight: 110 }],
  ['the least height of a visible box', { minHeight: 110, border: { width: 1 } }],
])('content that a sheet holds is painted once, though %s goes on behind it', async (_name, look) => {
  const texts = pageTexts(await layOut([{ stack: [{ stack: linesTo(6), ...look }] }, 'after']));
  expect(texts.flat()).toEqual([...linesTo(6), 'after']);
});

test('a paragraph keeps its last lines together where the padding below it has no room', async () => {
  const box = { text: linesTo(9).join('\n'), padding: [0, 0, 75, 0], background: '#eeeeee' };
  expect(pageTexts(await layOut([box])).map((page) => page.length)).toEqual([7, 2, 0]);
});

/** Nested components with words that each stand once: the components and the words. */
function makeBody(seed: number): { readonly body: unknown[]; readonly words: readonly string[] } {
  const random = createRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const maybe = <Value>(chance: number, value: () => Value) => (random() < chance ? value() : undefined);
  const words: string[] = [];
  const word = () => {
    words.push(`w${words.length}`);
    return words.at(-1)!;
  };
  const linesOf = (most: number) => Array.from({ length: 1 + below(most) }, word).join('\n');
  const list = (depth: number) => Array.from({ length: 1 + below(2) }, () => component(depth + 1));
  const look = () => ({
    padding: maybe(0.6, () => [below(3) * 8, 2, below(5) * 8, 2]),
    margin: maybe(0.2, () => [below(8), 0, below(8), 0]),
    border: maybe(0.3, () => ({ width: 1, radius: maybe(0.3, () => 4) })),
    background: maybe(0.2, () => '#eeeeee'),
    minHeight: maybe(0.3, () => below(180)),
    opacity: maybe(0.1, () => 0.5),
    link: maybe(0.1, () => 'https://example.com/'),
    bookmark: maybe(0.1, () => 'Here'),
    keepWithNext: maybe(0.1, () => true),
  });
  const component = (depth: number): unknown => {
    const kind = depth > 2 ? 0 : below(6);
    if (kind <= 1) return { text: linesOf(6), ...look() };
    if (kind === 2) return { group: list(depth), ...look() };
    if (kind === 3) return { row: [{ stack: list(depth) }, { stack: list(depth), ...look() }] };
    const parts = {
      header: maybe(0.2, () => [{ on: 'first', body: word() }]),
      footer: maybe(0.2, () => [{ body: word() }]),
    };
    return { ...parts, stack: list(depth), ...look() };
  };
  const body = [linesOf(8), component(0), linesOf(3)];
  return { body: JSON.parse(JSON.stringify(body)), words };
}

test('random boxes near the end of a sheet show each word once', async () => {
  let divided = 0;
  let tooTall = 0;
  const faults: string[] = [];
  for (const seed of seeds) {
    const { body, words } = makeBody(seed);
    const laidOut = await layOut(body);
    const shown = pageTexts(laidOut).flat();
    if (laidOut.pages.length > 1) divided++;
    if (laidOut.warnings.some(({ code }) => code === 'unit-too-tall')) tooTall++;
    const wrong = words.filter((one) => shown.filter((other) => other === one).length !== 1);
    if (wrong.length > 0 || shown.length !== words.length) faults.push(`seed ${seed}: ${wrong.join(' ')}`);
  }
  if (isStudy) console.log({ divided, tooTall, faults: faults.length });
  expect(faults.slice(0, 5)).toEqual([]);
  expect(divided).toBeGreaterThan(seeds.length / 2);
  expect(tooTall).toBeGreaterThan(seeds.length / 20);
});

test('a table in a cell comes to an end though its headers leave no room for a line', async () => {
  const inner = { table: [0], columns: [{ body: 'a\nb\nc\nd' }, { body: 'e', header: 'inner' }] };
  const texts = pageTexts(await layOut([{ row: [{ table: [0], columns: [{ body: inner, header: 'outer' }] }] }]));
  expect(texts.length).toBeLessThan(5);
  expect(
    texts
      .flat()
      .filter((text) => /^[a-e]$/.test(text))
      .toSorted(),
  ).toEqual(['a', 'b', 'c', 'd', 'e']);
});
