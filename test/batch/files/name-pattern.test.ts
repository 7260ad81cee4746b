import { expect, test } from 'vitest';
import { openNamePattern } from '../../../src/batch/files/name-pattern.ts';
import { createNameClaims } from '../../../src/batch/files/same-file.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import { objectOf } from '../../support/schemas.ts';

const schema = objectOf(
  { number: { type: 'string' }, n: { type: 'number' }, customer: { properties: { country: { type: 'string' } } } },
  '',
);
const document = { dataSchema: schema, locale: 'de-DE', timezone: 'UTC' };
const options = {
  template: { slug: 'invoice', document },
  numbersFiles: false,
  date: undefined,
  nameOption: nameFlag,
  filename: 'Rechnung {{ number }}',
};

async function nameOf(pattern: string, data: Record<string, unknown>, reference?: string, more: object = {}) {
  const named = await openNamePattern(pattern, { ...options, ...more });
  return named.nameOf({ data, reference, source: { file: 'a.csv', line: 5, row: 4 } }, 3);
}

test.each([
  [
    'out/{{ customer.country }}/{{ number | slugify }}.pdf',
    { number: 'Nr. 7 ä', customer: { country: 'DE' } },
    'out/DE/nr-7-a.pdf',
  ],
  ['{{ number }}', { number: '7' }, '7.pdf'],
  ['{{ row }}-{{ index }}-{{ reference }}.pdf', {}, '4-3-R.pdf'],
  ['{{ data.number }}.PDF', { number: '7' }, '7.pdf'],
  ['out/', { number: '7' }, 'out/Rechnung 7.pdf'],
  ['', { number: 'a/b' }, 'Rechnung a-b.pdf'],
  ['../out/x.pdf', {}, '../out/x.pdf'],
  ['/tmp/{{ number }}', { number: '7' }, '/tmp/7.pdf'],
  ['{{ n | number }}', { n: 1234.5 }, '1.234,5.pdf'],
  ['{{ n }}', { n: 'COM¹' }, 'document-COM¹.pdf'],
])('%s with %j is %s', async (pattern, data, name) => {
  expect(await nameOf(pattern, data, 'R')).toEqual({ name });
});

test.each([
  ['../../etc/passwd', 'out/etc-passwd/x.pdf'],
  ['a\\..\\b', 'out/a-..-b/x.pdf'],
  ['con', 'out/folder-con/x.pdf'],
  ['COM¹', 'out/folder-COM¹/x.pdf'],
  ['lpt³.txt', 'out/folder-lpt³.txt/x.pdf'],
  ['COM⁴', 'out/COM⁴/x.pdf'],
  ['NUL.txt', 'out/folder-NUL.txt/x.pdf'],
  ['a. ', 'out/a/x.pdf'],
  ['a\u0000\n\u202eb', 'out/a-b/x.pdf'],
  ['C:x', 'out/C-x/x.pdf'],
  ['a\u0308', 'out/ä/x.pdf'],
  ['x'.repeat(300), `out/${'x'.repeat(200)}/x.pdf`],
])('a folder is made safe of %j', async (country, name) => {
  expect(await nameOf('out/{{ customer.country }}/x.pdf', { customer: { country } })).toEqual({ name });
});

test.each([['..'], ['.'], ['/'], [' '], [''], ['\u0000']])('%j gives no name', async (number) => {
  expect(await nameOf('out/{{ number }}/x.pdf', { number })).toEqual({
    fault: 'has no name: everything in folder 2 of "out/{{ number }}/x.pdf" is empty',
  });
  expect(await nameOf('out/x-{{ number }}.pdf', { number })).toMatchObject({
    fault: expect.stringContaining('the name of its file'),
  });
});

test.each([
  ['out/{{ number }}-{{ n }}', 'n', '/n'],
  ['out/{{ customer.country }}/{{ n }}', 'customer.country', '/customer/country'],
  ['{{ data.customer.country }}-{{ number }}', 'data.customer.country', '/customer/country'],
  ['{{ reference }}-{{ number }}', 'reference', undefined],
  ['{{ customer.country | slugify }}-{{ number }}', '(customer.country | slugify)', undefined],
])('a name of %s has no gap where a value is missing', async (pattern, missing, pointer) => {
  for (const data of [{ number: '7' }, { number: '7', n: null, customer: { country: null } }]) {
    const shown = missing.replace(/^\((.*)\)$/, '$1');
    const fault = `has no name: "${shown}" is missing; give a value, or write {{ ${missing} ?? 'unknown' }} in -o`;
    expect(await nameOf(pattern, data)).toEqual({ fault, pointer });
  }
});

test.each([
  ["{{ customer.country & '-' }}{{ number }}", "write (customer.country & '-') ??"],
  ['{{ n / n }}-{{ number }}', '0 / 0 is not a number'],
  ['{{ number | date }}-{{ number }}', '"7" is not a date'],
  ["{{ customer.country > 'B' ? 'b' : '' }}{{ number }}", '"customer.country" is missing'],
  ["{{ customer.country == null ? null : 'x' }}-{{ number }}", 'has no name: '],
])('a name of %s has no gap where an expression has no value', async (pattern, message) => {
  expect(await nameOf(pattern, { number: '7', n: 0 })).toEqual({ fault: expect.stringContaining(message) });
});

test.each([
  ["{{ customer.country ?? 'CH' }}-{{ number }}", 'CH-7.pdf'],
  ["{{ (customer.country & '-') ?? '' }}{{ number }}", '7.pdf'],
  ["{{ customer.country ? customer.country & '-' : '' }}{{ number }}", '7.pdf'],
  ["{{ customer.country | default: 'CH' }}-{{ number }}", 'CH-7.pdf'],
])('%s says what stands for a missing value', async (pattern, name) => {
  expect(await nameOf(pattern, { number: '7' })).toEqual({ name });
});

test('the name of the template lacks no value either', async () => {
  const fault = `has no name: "number" is missing; give a value, or write {{ number ?? 'unknown' }} in document.filename of the template`;
  expect(await nameOf('out/', {})).toEqual({ fault, pointer: '/number' });
});

test('a name in document.filename means what it means in the template', async () => {
  const dataSchema = { properties: { number: { type: 'string' }, reference: { type: 'string' } }, required: ['number'] };
  const template = {
    slug: 'letter',
    document: { dataSchema, let: { code: "number & '/x'" }, document: { title: 'Letter {{ number }}' } },
  };
  const named = (filename: string) => nameOf('', { number: '7', reference: 'A' }, 'R', { template, filename });
  expect(await named('{{ reference }}')).toEqual({ name: 'A.pdf' });
  expect(await named('{{ doc.title }}, {{ code }}')).toEqual({ name: 'Letter 7, 7-x.pdf' });
  await expect(named('{{ index }}')).rejects.toThrow(/document\.filename of the template: .* no "index".*\(character 4\)/);
  const pattern = (source: string) => nameOf(source, { number: '7', reference: 'A' }, 'R', { template, filename: 'x' });
  expect(await pattern('{{ doc.title }} {{ reference }}')).toEqual({ name: 'Letter 7 R.pdf' });
});

test('a value of let that cannot be computed leaves no gap in a name', async () => {
  const template = { slug: 'letter', document: { dataSchema: schema, let: { more: 'n / n', day: 'number | date' } } };
  const named = (filename: string) => nameOf('', { number: '7', n: 0, customer: {} }, undefined, { template, filename });
  expect(await named('{{ more }}-{{ number }}')).toEqual({
    fault: `has no name: "more" is missing; give a value, or write {{ more ?? 'unknown' }} in document.filename of the template`,
  });
  expect(await named('{{ day }}-{{ number }}')).toEqual({ fault: expect.stringContaining('"day" is missing') });
});

test('a time that prints as it is written leaves no gap in a name', async () => {
  const template = { slug: 'letter', document: { dataSchema: true } };
  const named = await nameOf("{{ at | date: 'iso' }}", { at: '2026-01-01T00:30:00+01:00' }, undefined, { template });
  expect(named).toEqual({ name: '2026-01-01.pdf' });
});

test('each document has the name of its own data', async () => {
  const { nameOf } = await openNamePattern('{{ number }}-{{ doc.title }}', {
    ...options,
    template: { slug: 'letter', document: { ...document, document: { title: 'No. {{ number }}' } } },
  });
  const names = ['7', '8'].map((number) =>
    nameOf({ data: { number }, reference: undefined, source: { file: '', line: 1, row: 1 } }, 1),
  );
  expect(names).toEqual([{ name: '7-No. 7.pdf' }, { name: '8-No. 8.pdf' }]);
});

test('the names follow the conventions of the template, which the data may give', async () => {
  const template = { slug: 'letter', document: { dataSchema: schema, locale: '{{ customer.country }}' } };
  expect(await nameOf('{{ n | number }}', { n: 1234.5, customer: { country: 'de-CH' } }, undefined, { template })).toEqual({
    name: "1'234.5.pdf",
  });
});

test.each([
  [{ timezone: 'Nowhere/X' }, '{{ number }}'],
  [{ let: { a: 'nothing' } }, 'out/'],
])('a template with %j gives no names', async (fault, pattern) => {
  const template = { slug: 'letter', document: { ...document, ...fault } };
  await expect(openNamePattern(pattern, { ...options, template })).rejects.toMatchObject({ code: 'TEMPLATE_INVALID' });
  expect(await openNamePattern('x.pdf', { ...options, template })).toBeDefined();
});

test('documents of a constant name are numbered', async () => {
  expect(await nameOf('', {}, undefined, { filename: 'a/b.pdf', numbersFiles: true })).toEqual({ name: 'a-b-3.pdf' });
  expect(await nameOf('out/', {}, undefined, { filename: 'a/b.pdf' })).toEqual({ name: 'out/a-b.pdf' });
});

test('dots of data and of the pattern do not add up to another folder', async () => {
  const pattern = await openNamePattern('out/.{{ number }}/x.pdf', options);
  expect(pattern.nameOf({ data: { number: '.a' }, reference: undefined, source: { file: '', line: 1, row: 1 } }, 1)).toEqual({
    name: 'out/a/x.pdf',
  });
});

test.each([
  ['{{ numbr }}.pdf', 'did you mean "number"? (character 4)'],
  ['{{ number', 'not closed'],
  ['{{ number | slug }}', 'There is no filter "slug"'],
  ['{{ page.number }}', 'Page numbers and marks cannot be used here'],
  ['out/{number}.pdf', '{number} is printed as it is: write {{ number }}'],
  ['<<number>>.pdf', 'write {{ number }}'],
])('the pattern %s is refused', async (pattern, message) => {
  await expect(openNamePattern(pattern, options)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(message),
  });
});

test('names that are one on some file system are found', () => {
  const claims = createNameClaims((name) => name);
  const first = { file: 'a.csv', line: 2, row: 1 };
  const second = { file: 'a.csv', line: 3, row: 2 };
  expect(claims.claim('out/Ä.pdf', first)).toBeUndefined();
  expect(claims.claim('out/a\u0308.pdf', second)).toBe(first);
  expect(claims.claim('OUT/ä.PDF', second)).toBe(first);
  expect(claims.claim('out/straße.pdf', second)).toBeUndefined();
  expect(claims.claim('out/STRASSE.pdf', first)).toBe(second);
  expect(claims.claim('out/b.pdf', second)).toBeUndefined();
  expect(claims.claim('out/x/../b.pdf', first)).toBe(second);
});
