import { expect, test } from 'vitest';
import { openNamePattern } from '../../../src/batch/files/name-pattern.ts';
import { createNameClaims } from '../../../src/batch/files/same-file.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';

const schema = {
  type: 'object',
  properties: { number: { type: 'string' }, n: { type: 'number' }, customer: { properties: { country: { type: 'string' } } } },
} as const;
const options = {
  schema,
  locale: 'de-DE',
  currency: undefined,
  timezone: 'UTC',
  date: undefined,
  nameOption: nameFlag,
  filename: 'Rechnung {{ number }}',
};

async function nameOf(pattern: string, data: Record<string, unknown>, reference?: string) {
  const named = await openNamePattern(pattern, options);
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
