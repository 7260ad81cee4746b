import { expect, test } from 'vitest';
import { findStandardWith, readStandards, readStandardText, standardNames } from '../../src/contract/standards.ts';

const namesOf = (given: unknown) => {
  const read = readStandards(given);
  return 'names' in read ? read.names : read.fault;
};

test('each name is read in any case, alone and as a list of one', () => {
  for (const name of standardNames) {
    expect(namesOf(name.toLowerCase())).toEqual([name]);
    expect(namesOf([name.toUpperCase()])).toEqual([name]);
  }
});

test('the pairs are PDF/UA-1 with PDF/A-1 to 3 and PDF/UA-2 with PDF/A-4, in any order', () => {
  const pairs = standardNames.flatMap((one) =>
    standardNames.filter((other) => other !== one && Array.isArray(namesOf([one, other]))).map((other) => [one, other]),
  );
  const archives = (part: RegExp) => standardNames.filter((name) => part.test(name));
  const legal = [
    ...archives(/PDF\/A-[123]/).map((name) => [name, 'PDF/UA-1']),
    ...archives(/PDF\/A-4/).map((name) => [name, 'PDF/UA-2']),
  ];
  expect(pairs.map(String).sort()).toEqual([...legal, ...legal.map(([a, b]) => [b, a])].map(String).sort());
  expect(namesOf(['pdf/ua-1', 'pdf/a-2a'])).toEqual(['PDF/A-2a', 'PDF/UA-1']);
});

test('a call may give none, alone; a template may not', () => {
  expect(readStandards('None', 'call')).toEqual({ names: [] });
  expect(readStandardText(' none ')).toEqual({ names: [] });
  expect(readStandards(['none', 'PDF/A-2b'], 'call')).toEqual({ fault: expect.stringMatching(/^"none" stands alone/) });
  expect(readStandards('PDF/X-4', 'call')).toEqual({ fault: expect.stringMatching(/PDF\/UA-2, and none$/) });
  expect(namesOf('none')).toBe('"none" is no standard: leave "standard" out of the template');
});

test('a pair that does not go together is told with the pairs that do', () => {
  expect(namesOf(['PDF/UA-1', 'PDF/A-4'])).toMatch(
    /^PDF\/UA-1 and PDF\/A-4 do not go together\. A document keeps one standard, or PDF\/UA-1 with PDF\/A-1a, .* or PDF\/A-3u; or PDF\/UA-2 with PDF\/A-4 or PDF\/A-4f$/,
  );
  for (const given of [
    ['PDF/A-1b', 'PDF/A-2b'],
    ['PDF/UA-1', 'PDF/UA-2'],
    ['PDF/A-1b', 'PDF/A-2b', 'PDF/UA-1'],
  ])
    expect(namesOf(given)).toMatch(/do not go together/);
});

test('a name that is written otherwise is told with the name that is meant, any other with all names', () => {
  expect(namesOf('PDFA-2B')).toBe('"PDFA-2B" is no standard here; did you mean "PDF/A-2b"?');
  expect(namesOf('ua1')).toBe('"ua1" is no standard here; did you mean "PDF/UA-1"?');
  expect(namesOf('PDF/A-2c')).toMatch(/^"PDF\/A-2c" is no standard here; there are PDF\/A-1a, /);
  expect(namesOf([7])).toMatch(/^7 is no standard here/);
  expect(namesOf([])).toMatch(/^must name a standard: PDF\/A-1a, /);
});

test('a command line has two names with a comma between', () => {
  expect(readStandardText('PDF/UA-1, pdf/a-3a')).toEqual({ names: ['PDF/A-3a', 'PDF/UA-1'] });
});

test('a rule holds for its standards only', () => {
  expect(findStandardWith('image-transparency', ['PDF/A-1b', 'PDF/UA-1'])).toBe('PDF/A-1b');
  expect(findStandardWith('image-transparency', ['PDF/A-2b', 'PDF/UA-1'])).toBeUndefined();
  expect(findStandardWith('font-embedded', ['PDF/UA-2'])).toBe('PDF/UA-2');
  expect(findStandardWith('font-embedded', [])).toBeUndefined();
});
