import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRemains } from '../../../src/batch/files/is-whole.ts';
import { makeFolder } from '../../support/run-cli.ts';

test.each([
  ['nothing', '', true],
  ['zeros', '\0'.repeat(40), true],
  ['the first bytes of a PDF', '%PD', true],
  ['the beginning of a PDF', '%PDF-1.7 1 0 obj', true],
  ['a short PDF with its end', '%PDF-1.7 1 0 obj %%EOF', false],
  ['a text', 'Dear Ann', false],
  ['more than the document had', '%PDF-1.7'.padEnd(101), false],
])('%s in the place of a document of 100 bytes is its remains: %s', (_, content, expected) => {
  const path = join(makeFolder({ 'a.pdf': content }), 'a.pdf');
  expect(isRemains(path, [{ bytes: 100, sha256: 'd' }])).toBe(expected);
});
