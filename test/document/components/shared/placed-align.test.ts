// Sides that follow a direction: of texts, and of what is narrower than its place.
import { expect, test } from 'vitest';
import { layOut, pageLines } from '../../../support/render.ts';

const styles = { base: { size: 8, lineHeight: 1.25 } };
const lines = async (body: unknown, locale: string) =>
  pageLines(await layOut([body], {}, {}, { styles }, undefined, undefined, undefined, { locale }));
const same = async (one: unknown, other: unknown, locale = 'en') =>
  expect(await lines(one, locale)).toEqual(await lines(other, locale));

const latin = { text: 'abc' };
const hebrew = { text: 'אבג' };

test.each([
  ['from left to right', latin, 'left', 'right'],
  ['from right to left', hebrew, 'right', 'left'],
  ['that says its direction', { ...latin, dir: 'rtl' }, 'right', 'left'],
  ['without a letter', { text: '12' }, 'left', 'right'],
])('a text %s has its start and end', async (_name, text, start, end) => {
  await same({ ...text, align: 'start' }, text);
  await same({ ...text, align: 'start' }, { ...text, align: start });
  await same({ ...text, align: 'end' }, { ...text, align: end });
});

test('a text without a letter has the direction outside', async () => {
  const inList = (align: string) => ({ dir: 'rtl', marker: '', list: [{ text: '12', align }] });
  await same(inList('start'), inList('right'));
  await same(inList('end'), inList('left'));
});

test('columns and pairs take them', async () => {
  const table = (align: string) => ({ table: [{}], columns: [{ align, header: 'H', body: 'b' }] });
  await same(table('end'), table('right'));
  const pairs = (align: string) => ({ values: { align }, pairs: [['a', 'אבג']] });
  await same(pairs('end'), pairs('left'));
});

const placed = {
  code: { barcode: 'x', symbology: 'qr', width: 20, alt: 'x' },
  picture: { image: '{{ none }}', width: 20, height: 10, placeholder: '#cccccc', alt: 'x' },
  annotation: { annotation: 'x', width: 20 },
};

test.each(Object.entries(placed))('a %s follows the direction outside', async (_name, one) => {
  await same({ ...one, align: 'start' }, one);
  await same({ ...one, align: 'end' }, { ...one, align: 'right' });
  const inList = (align: string) => ({ dir: 'rtl', marker: '', list: [{ ...one, align }] });
  await same(inList('start'), inList('right'));
  await same(inList('end'), inList('left'));
  await same(inList('center'), { ...inList('center'), dir: 'ltr' });
  // The language of the document gives a direction.
  await same(one, { ...one, align: 'right' }, 'he');
  await same({ ...one, align: 'end' }, { ...one, align: 'left' }, 'he');
  // Where `at` places it, it begins there.
  const frame = (align: object) => ({ frame: [{ ...one, ...align, at: { x: 10, y: 0, w: 100 } }], height: 50 });
  await same(frame({}), frame({ align: 'left' }), 'he');
});
