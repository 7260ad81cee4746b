import { expect, test } from 'vitest';
import { summarize } from '../../../src/cli/report/human.ts';

test('an interrupted file is not valid; the summary says how far its check came', () => {
  const file = { template: 'note', findings: [], errors: 0 };
  const files = [
    { ...file, file: 'a.json', records: 1 },
    { ...file, file: 'big.jsonl', records: 4_000, isCut: true as const },
  ];
  expect(summarize({ files })).toBe('1 file checked: 1 valid; interrupted in big.jsonl after 4,000 records with 0 errors');
});
