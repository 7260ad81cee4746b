import { sep } from 'node:path';
import { expect, test } from 'vitest';
import { checkPattern } from '../../../src/batch/files/output-pattern.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';

test.skipIf(sep === '\\').each(['out\\{{ number }}.pdf', 'out\\', 'a/b\\c'])(
  'the backslash of Windows in %s is refused',
  (output) => {
    expect(() => checkPattern(output, '.', nameFlag)).toThrow(
      `-o ${output}: write / between folders; \\ divides folders on Windows only`,
    );
  },
);

test('a backslash in an expression divides nothing', () => {
  expect(() => checkPattern("out/{{ name | replace: '\\', '-' }}.pdf", '.', nameFlag)).not.toThrow();
});
