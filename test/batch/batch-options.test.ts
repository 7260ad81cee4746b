import { expect, test } from 'vitest';
import { parseBatchOptions } from '../../src/batch/batch-options.ts';
import { nameFlag } from '../../src/cli/command-line/name-flag.ts';
import { toRequestOptions } from '../../src/contract/document-options.ts';
import { asMember } from '../../src/words/name-option.ts';

test('a standard is a name, a list of names, names with a comma between, or none', () => {
  const read = (standard: unknown) =>
    toRequestOptions(
      parseBatchOptions({ standard }, (name) => name),
      undefined,
    ).standard;
  expect(read('pdf/a-2b')).toEqual(['PDF/A-2b']);
  expect(read(['PDF/UA-1', 'PDF/A-2a'])).toEqual(['PDF/A-2a', 'PDF/UA-1']);
  expect(read('PDF/UA-1,PDF/A-2a')).toEqual(['PDF/A-2a', 'PDF/UA-1']);
  expect([read('none'), read(['none'])]).toEqual([['none'], ['none']]);
  expect(() => read(['PDF/A'])).toThrow('standard: "PDF/A" is no standard here; did you mean "PDF/A-2b"?');
  expect(() => read(2)).toThrow('standard takes a text, got 2');
});

test('numbers are read as a command line and the records of older versions have them, as text', () => {
  const given = { input: ['a.csv'], limit: '3', offset: '0', workers: '2', groupBy: 'number', dryRun: true, sheet: undefined };
  expect(parseBatchOptions(given, nameFlag)).toEqual({
    input: ['a.csv'],
    limit: 3,
    offset: 0,
    workers: 2,
    groupBy: 'number',
    dryRun: true,
  });
});

test('permissions are a list of names, or none', () => {
  const read = (permissions: string) => parseBatchOptions({ permissions }, asMember).permissions;
  expect([read('print,copy'), read('none')]).toEqual(['print,copy', 'none']);
});

test('what was parsed is parsed again as it is', () => {
  const options = { input: ['a.csv'], limit: 3, map: ['A=b'], strict: false, fontSubset: 'template' } as const;
  expect(parseBatchOptions(options, asMember)).toEqual(options);
});

test.each([
  [{ skipInvalids: true }, 'There is no option "skipInvalids"; did you mean "skipInvalid"?'],
  [{ constructor: 1 }, 'There is no option "constructor"; there are input, output,'],
  [{ input: 'a.csv' }, 'input takes a list of texts such as ["orders.csv"], got "a.csv"'],
  [{ map: { Name: 'a' } }, 'map takes a list of texts such as ["Name=customer.name"], got an object'],
  [{ output: 1 }, 'output takes a text, got 1'],
  [{ limit: -1 }, 'limit takes a whole number, got -1'],
  [{ limit: [5] }, 'limit takes a whole number, got [5]'],
  [{ limit: 1.5 }, 'limit takes a whole number, got 1.5'],
  [{ workers: true }, 'workers takes a whole number from 1 to 64, got true'],
  [{ workers: 65 }, 'workers takes a whole number from 1 to 64, got 65'],
  [{ strict: 'yes' }, 'strict takes true or false, got "yes"'],
  [{ fontSubset: 'all' }, 'fontSubset is document or template, got "all"'],
])('%j is refused: %s', (given, message) => {
  expect(() => parseBatchOptions(given, asMember)).toThrow(message);
});

test('a command line is told its flag', () => {
  expect(() => parseBatchOptions({ limit: 'ten' }, nameFlag)).toThrow('--limit takes a whole number, got "ten"');
});
