import { expect, test } from 'vitest';
import { LineCount } from '../../src/server/line-count.ts';

test.each([
  ['', 0],
  ['\n\n', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['\ufeff\na\n', 1],
  ['\ufeffa\nb\n', 2],
  [' \t\r\na\r\n \nb\r\n', 2],
  ['  a \n\n b', 2],
])('%j has %i lines with text, whatever its parts are', (text, lines) => {
  const bytes = Buffer.from(text);
  for (let size = 1; size <= Math.max(1, bytes.length); size++) {
    const count = new LineCount();
    for (let at = 0; at < bytes.length; at += size) count.add(bytes.subarray(at, at + size));
    expect(count.lines, `parts of ${size} bytes`).toBe(lines);
  }
});
