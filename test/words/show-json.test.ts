import { expect, test } from 'vitest';
import { quoteText } from '../../src/words/show-json.ts';

test.each([
  ['', '""'],
  ['Hello', '"Hello"'],
  ['a "b"', '"a \\"b\\""'],
  ['two\nlines\t', '"two\\nlines\\t"'],
  ['\u0007\u001b[31m\u009b\u202e', '"\\u0007\\u001b[31m\\u009b\\u202e"'],
  ['\u2028', '"\\u2028"'],
  ['\ud800', '"\\ud800"'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
  ['😀'.repeat(1_000), `"${'😀'.repeat(59)}…"`],
])('%j is quoted on one line', (text, shown) => {
  expect(quoteText(text)).toBe(shown);
});
