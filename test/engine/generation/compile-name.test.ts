import { expect, test } from 'vitest';
import { compileFilename, compilePattern, type NameProgram } from '../../../src/engine/generation/compile-name.ts';

const text = { type: 'string' };
const dataSchema = { type: 'object', properties: { city: text, number: text } };
const template = {
  slug: 'note',
  document: { locale: 'de-DE', dataSchema, document: { title: 'Note {{ number }}' }, pages: [{ body: ['x'] }] },
};
const context = { template, date: '2026-03-01T00:00:00Z' };
const pattern = (source: string) => compilePattern(source, { row: { type: 'integer' } }, context);

/** The name for some data; what is lost stands in brackets. */
const nameOf = ({ parts }: NameProgram, data: unknown) =>
  parts
    .map((part) => (typeof part === 'string' ? part : part(data, { row: 7 })))
    .map((part) => (typeof part === 'string' ? part : `[${part.missing ?? part.message}]`))
    .join('');

test('a pattern sees the data, further names and the document', async () => {
  const program = await pattern('{{ city }}/{{ row }} {{ doc.title }} {{ 1234.5 | number }}.pdf');
  expect(nameOf(program, { city: 'Bern', number: '12' })).toBe('Bern/7 Note 12 1.234,5.pdf');
});

test('what is missing has no text, and says what it lacks', async () => {
  const program = await pattern("{{ city }}-{{ number ?? 'none' }}-{{ 'a' & city & 'b' }}");
  expect(nameOf(program, {})).toContain('[city]-none-["city" is missing');
  expect(nameOf(await pattern('{{ 12 / 0 }}'), {})).toContain('12 / 0');
});

test.each([
  ['{{ cty }}', 'did you mean "city"?'],
  ['{{ page.number }}', 'Page numbers and marks cannot be used here'],
  ['{number}', '{{ number }}'],
])('%s is a fault', async (source, message) => {
  const { faults } = await pattern(source);
  expect(faults.map((fault) => fault.message).join()).toContain(message);
});

test('document.filename has the locale, the title and the definitions of its template', async () => {
  const document = { ...template.document, let: { place: "city ?? 'x'" } };
  const named = { ...context, template: { slug: 'note', document } };
  expect(nameOf(await compileFilename('{{ place }} {{ doc.title }}', named), { number: '12' })).toBe('x Note 12');
  expect((await compileFilename('{{ cty }}', context)).faults).toMatchObject([
    { message: expect.stringContaining('cty') as string },
  ]);
});

test('another fault of the template is raised', async () => {
  const broken = { ...context, template: { slug: 'note', document: { ...template.document, locale: 'xx-yy-zz' } } };
  await expect(compilePattern('{{ city }}', {}, broken)).rejects.toMatchObject({ code: 'TEMPLATE_INVALID' });
  await expect(compileFilename('{{ city }}', broken)).rejects.toMatchObject({ code: 'TEMPLATE_INVALID' });
});

test('a pattern sees the values and filters of the template', async () => {
  const document = { ...template.document, let: { place: "city ?? 'x'", 'short(t)': '(t | slice: 0, 2) & place' } };
  const named = { ...context, template: { slug: 'note', document } };
  const program = await compilePattern("{{ place }}-{{ 'abc' | short }}-{{ row }}", { row: { type: 'integer' } }, named);
  expect(program.faults).toEqual([]);
  expect(nameOf(program, { city: 'Bern' })).toBe('Bern-abBern-7');
  const { faults } = await compilePattern("{{ 'abc' | shrt }}", {}, named);
  expect(faults.map(({ message }) => message)).toEqual(['There is no filter "shrt"; did you mean "short"?']);
});
