// Signs of inline texts that will be marks: escaped they are printed, unescaped they warn, and authors are refused.
import { describe, expect, test } from 'vitest';
import { renewNotation } from '../../../src/document/compile/canonical-form.ts';
import { compile, diagnose, layOut, pageTexts } from '../../support/render.ts';
import { makeFolder, runCli } from '../../support/run-cli.ts';

const inline = (text: unknown) => ({ text, format: 'inline' });

test.each([
  ['H\\~2\\~O', 'H~2~O'],
  ['m\\^2\\^', 'm^2^'],
  ['\\`code\\`', '`code`'],
  ['see\\[^1]', 'see[^1]'],
  ['a\\\\\\~b', 'a\\~b'],
])('%j prints %j', async (text, printed) => {
  expect(pageTexts(await layOut([inline(text)]))).toEqual([[printed]]);
  expect(await diagnose({ pages: [{ body: [inline(text)] }] })).toEqual([]);
});

describe('unescaped', () => {
  test.each([
    ['H~2~O', 1, '"\\\\~"'],
    ['{{ a }}m^2', 8, '"\\\\^"'],
    ['`code`', 0, '"\\\\`"'],
    ['see[^1]', 3, '"\\\\[^"'],
    ['a\\\\~b', 3, '"\\\\~"'],
  ])('%j is a warning, and is printed', async (text, offset, written) => {
    const { diagnostics, program } = await compile({ pages: [{ body: [inline(text)] }] });
    const own = diagnostics.filter(({ code }) => code === 'reserved-mark');
    expect(own).toEqual([
      expect.objectContaining({
        severity: 'warning',
        pointer: '/pages/0/body/0/text',
        offset,
        message: expect.stringContaining(written),
      }),
    ]);
    expect(program).toBeDefined();
  });

  test('bindings, targets of links and plain texts may hold them', async () => {
    const body = [inline("{{ a | default: '~' }}"), inline('[home](https://example.com/~ada)'), 'a ~ b', inline('**a**')];
    expect((await diagnose({ pages: [{ body }] })).filter((one) => one.includes('reserved-mark'))).toEqual([]);
  });

  test('is an error for its author: lint and create refuse it, generate prints it', async () => {
    const cwd = makeFolder({
      'pdfgen.json': {},
      'templates/note/template.json': { pages: [{ body: [inline('a ~ b')] }] },
      'templates/note/schema.json': { type: 'object' },
      'templates/note/example.json': {},
    });
    const lint = await runCli(['templates', 'lint'], { cwd });
    expect([lint.exitCode, lint.stdout]).toEqual([3, expect.stringMatching(/error .*"~" will be a mark.*reserved-mark/)]);
    expect((await runCli(['generate', 'single', 'note', '-o', 'a.pdf'], { cwd })).exitCode).toBe(0);
    const copy = await runCli(['templates', 'create', 'copy', '--from', 'note'], { cwd });
    expect([copy.exitCode, copy.stderr]).toEqual([3, expect.stringContaining('will be a mark')]);
  });
});

test('an upgrade escapes them', () => {
  const old = { type: 'text', ...inline(['a ~ b', 'c\\^ `d` [x](~y)']) };
  expect(renewNotation({ pages: [{ body: [old, { type: 'text', text: 'a ~ b' }] }] })).toEqual({
    pages: [{ body: [inline(['a \\~ b', 'c\\^ \\`d\\` [x](~y)']), { text: 'a ~ b' }] }],
  });
});
