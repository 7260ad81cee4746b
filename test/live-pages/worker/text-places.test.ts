import { expect, test } from 'vitest';
import { compileTemplate } from '../../../src/document/compile/compile-template.ts';
import { layOutDocument } from '../../../src/document/lay-out-document.ts';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { loadTextEngine } from '../../../src/document/text/index.ts';
import { TextPlaces } from '../../../src/live-pages/worker/text-places.ts';
import { defaultLimits, testResources } from '../../support/render.ts';
import { listOf, objectOf } from '../../support/schemas.ts';

const line = { type: 'object', required: ['name', 'price'], properties: { name: { type: 'string' }, price: { type: 'number' } } };
const dataSchema = objectOf(
  {
    customer: objectOf({ name: { type: 'string' } }),
    date: { type: 'string', format: 'date' },
    lines: listOf(line),
  },
  'customer lines date',
);
const data = {
  customer: { name: 'Ada' },
  date: '2026-03-09',
  lines: [
    { name: 'Pencil', price: 1234.5 },
    { name: 'Paper', price: 2 },
  ],
};

/** Compiles a body, and lays it out if it has no fault. */
async function readTexts(body: unknown, more: Record<string, unknown> = { dataSchema }): Promise<TextPlaces> {
  const document = { locale: 'de-DE', currency: 'EUR', timezone: 'UTC', pages: [{ body }], ...more };
  const engine = await loadTextEngine();
  const texts = new TextPlaces(testResources);
  await withDemanded(testResources, () => {
    const { program } = compileTemplate(document, testResources, engine, { noteText: texts.note });
    if (!program) return;
    const input = { program, resources: testResources, data, date: undefined, limits: defaultLimits, standards: [] };
    layOutDocument({ ...input, checkTime() {}, isTraced: true }, () => ({ addPage() {}, addLate() {} }));
  });
  return texts;
}

const ask = (texts: TextPlaces, pointer: string, ...expressions: string[]) => texts.print({ pointer, expressions });

test('an expression prints what the text would print, in the locale and the currency of the template', async () => {
  const texts = await readTexts(['Plain', { text: '**{{ customer.name }}**', format: 'inline' }]);
  expect((await ask(texts, '/pages/0/body/0', 'customer.name', ' 1234.5 | money ', "date | date: 'long'")).texts).toEqual([
    { text: 'Ada', fault: undefined },
    { text: '1.234,50\u00a0€', fault: undefined },
    { text: '9. März 2026', fault: undefined },
  ]);
  expect((await ask(texts, '/pages/0/body/1', 'customer.name')).texts[0]!.text).toBe('Ada');
});

test('in a repetition it prints the first element, and knows its name', async () => {
  const table = { table: 'lines', as: 'line', columns: [{ header: 'Price', body: '{{ line.price }}' }] };
  const texts = await readTexts([table, { repeat: 'lines', let: { twice: 'item.price * 2' }, body: ['{{ twice }}'] }]);
  const cell = await ask(texts, '/pages/0/body/0/columns/0/body', 'line.price | number: 2', 'loop.index');
  expect(cell.texts.map(({ text }) => text)).toEqual(['1.234,50', '1']);
  expect(cell.names).toEqual([{ name: 'line', schema: line }]);
  const inner = await ask(texts, '/pages/0/body/1/body/0', 'twice');
  expect(inner.texts[0]!.text).toBe('2469');
  expect(inner.names.map(({ name }) => name)).toEqual(['item', 'twice']);
  const outer = await ask(texts, '/pages/0/body/0/columns/0/header', 'line.price');
  expect(outer.texts[0]!.fault).toContain('The data schema has no "line"');
});

test('a short column and Markdown are texts, too', async () => {
  const texts = await readTexts([
    { table: 'lines', as: 'line', columns: ['{{ line.name }}'] },
    { markdown: '# {{ customer.name }}' },
  ]);
  expect((await ask(texts, '/pages/0/body/0/columns/0', 'line.name')).texts[0]!.text).toBe('Pencil');
  expect((await ask(texts, '/pages/0/body/1', 'customer.name')).texts[0]!.text).toBe('Ada');
});

test('an unknown field has a fault that says what was probably meant', async () => {
  const texts = await readTexts(['Plain']);
  const [unknown, broken] = (await ask(texts, '/pages/0/body/0', 'customer.nme', 'a b')).texts;
  expect(unknown).toEqual({ text: undefined, fault: 'The data schema has no "customer.nme"; did you mean "name"?' });
  expect(broken!.text).toBe(undefined);
  expect(broken!.fault).toContain('is not expected here');
});

test('a field that may be missing has no fault, and says so until something stands for it', async () => {
  const texts = await readTexts(['Plain'], { dataSchema: { type: 'object', properties: { city: { type: 'string' } } } });
  expect((await ask(texts, '/pages/0/body/0', 'city', "city ?? 'x'")).texts).toEqual([
    { text: '', fault: undefined, mayBeMissing: true },
    { text: 'x', fault: undefined },
  ]);
});

test('a text that the data do not show has names and no values', async () => {
  const texts = await readTexts([{ text: '{{ customer.name }}', when: 'false' }]);
  expect(await ask(texts, '/pages/0/body/0', 'customer.name', 'nobody')).toMatchObject({
    isKnown: true,
    texts: [{ text: undefined, fault: undefined }, { fault: expect.stringContaining('nobody') as string }],
  });
  expect(await ask(texts, '/pages/0/body/9', 'customer.name')).toEqual({
    kind: 'printed',
    isKnown: false,
    texts: [],
    names: [],
    filters: [],
  });
});

test('while the template has a fault, values come from the document before', async () => {
  const good = await readTexts(['{{ customer.name }}', { repeat: 'lines', body: ['{{ item.name }}'] }]);
  const faulty = await readTexts(['{{ nobody }}', { repeat: 'lines', as: 'one', let: { more: '1' }, body: ['x'] }]);
  expect((await faulty.print({ pointer: '/pages/0/body/0', expressions: ['customer.name'] }, good)).texts[0]!.text).toBe('Ada');
  const other = await faulty.print({ pointer: '/pages/0/body/1/body/0', expressions: ['one.name'] }, good);
  expect(other.texts).toEqual([{ text: undefined, fault: undefined }]);
});

test('a long value is cut', async () => {
  const texts = await readTexts(['Plain']);
  expect((await ask(texts, '/pages/0/body/0', "'a' | pad: 900")).texts[0]!.text).toHaveLength(200);
});

test('it knows the filters of the template that take no argument, and prints with them', async () => {
  const own = { 'loud(t)': "t & '!'", 'num(n, d)': 'n | number: d', 'half(n)': 'n / 2' };
  const texts = await readTexts(['{{ customer.name | loud }} {{ 1 | num: 2 }} {{ 3 | half }}'], { dataSchema, let: own });
  const { filters, texts: printed } = await ask(
    texts,
    '/pages/0/body/0',
    'customer.name | loud',
    'customer.name | half',
    '5 | half',
  );
  expect(filters).toEqual(['loud', 'half']);
  expect(printed.map(({ text, fault }) => text ?? fault)).toEqual([
    'Ada!',
    expect.stringContaining('"/" needs a number, but the data schema gives text here.'),
    '2,5',
  ]);
});
