import { expect, test } from 'vitest';
import { isDiskFull } from '../../src/words/is-disk-full.ts';

test.each([
  [{ code: 'ENOSPC' }, true],
  [{ code: 'EDQUOT' }, true],
  [{ code: 'EFBIG' }, true],
  [{ code: 'EACCES' }, false],
  [new Error('ENOSPC'), false],
  [null, false],
  [undefined, false],
])('%j: %s', (fault, isFull) => {
  expect(isDiskFull(fault)).toBe(isFull);
});
