// Signs of inline texts that are marks, which the old notation lacks: escaped they are printed, unescaped they warn there, and authors are refused.
import { describe, expect, test } from 'vitest';
import { renewNotation } from '../../../../src/document/compile/canonical-form.ts';
import { compile, diagnose, layOut, pageTexts } from '../../../support/render.ts';
import { makeFolder, runCli } from '../../../support/run-cli.ts';

const inline = (text: unknown) => ({ text, format: 'inline' });
const old = (text: unknown) => ({ type: 'text', ...inline(text) });

describe.each([
  ['the notation of today', inline],
  ['the old notation', old],
])('escaped, in %s', (_, write) => {
  test.each([
    ['H\\~2\\~O', 'H~2~O'],
    ['m\\^2\\^', 'm^2^'],
    ['\\`code\\`', '`code`'],
    ['see\\[^1]', 'see[^1]'],
    ['a\\\\\\~b', 'a\\~b'],
    ['\\[a]{.x}', '[a]{.x}'],
    ['[a\\]{.x}', '[a]{.x}'],
  ])('%j prints %j', async (text, printed) => {
    const body = [write(text)];
    expect(pageTexts(await layOut(body))).toEqual([[printed]]);
    const hasOldStyle = write === old && text === '\\[a]{.x}';
    expect(await diagnose({ pages: [{ body }] })).toEqual(hasOldStyle ? ['warning reserved-mark /pages/0/body/0/text'] : []);
  });
});

describe('unescaped, in the old notation', () => {
  test.each([
    ['H~2~O', 1, '"\\\\~"'],
    ['{{ 1 }}m^2', 8, '"\\\\^"'],
    ['`code`', 0, '"\\\\`"'],
    ['see[^1]', 3, '"\\\\[^"'],
    ['a\\\\~b', 3, '"\\\\~"'],
    ['a [b]{.c}', 4, '"\\\\]"'],
  ])('%j is a warning, and is printed', async (text, offset, written) => {
    const { diagnostics } = await compile({ pages: [{ body: [old(text)] }] });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: 'warning',
        code: 'reserved-mark',
        pointer: '/pages/0/body/0/text',
        offset,
        message: expect.stringContaining(written),
      }),
    ]);
    const printed = text.replace('{{ 1 }}', '1').replaceAll('\\\\', '\\');
    expect(pageTexts(await layOut([old(text)]))).toEqual([[printed]]);
  });

  test('bindings, targets of links and plain texts may hold them', async () => {
    const body = ["{{ a | default: '~' }}", '[home](https://example.com/~ada)', '**a**', '[{{ a }}]{{ a }}'].map(old);
    const found = await diagnose({ pages: [{ body: [...body, { type: 'text', text: 'a ~ b [x]{.y}' }] }] });
    expect(found.filter((one) => one.includes('reserved-mark'))).toEqual([]);
  });

  test('texts in the notation of today beside it have marks', async () => {
    const laidOut = await layOut([old('m^2^'), inline('m^2^')]);
    expect(pageTexts(laidOut)).toEqual([['m^2^', 'm', '2']]);
  });
});

test('in the old notation it is an error for its author: lint and create refuse it, generate prints it', async () => {
  const component = old('a ~ b');
  const reason = 'is a mark of inline text';
  const cwd = makeFolder({
    'pdfgen.json': {},
    'templates/note/template.json': { pages: [{ body: [component] }] },
    'templates/note/schema.json': { type: 'object' },
    'templates/note/example.json': {},
  });
  const lint = await runCli(['templates', 'lint'], { cwd });
  expect(lint.exitCode).toBe(3);
  expect(lint.stdout).toMatch(new RegExp(`error .*${reason}.*reserved-mark`));
  expect((await runCli(['generate', 'single', 'note', '-o', 'a.pdf'], { cwd })).exitCode).toBe(0);
  const copy = await runCli(['templates', 'create', 'copy', '--from', 'note'], { cwd });
  expect([copy.exitCode, copy.stderr]).toEqual([3, expect.stringContaining(reason)]);
});

test('in the notation of today, code may hold the sign of a note', async () => {
  expect(await diagnose({ pages: [{ body: [inline('`[^1]`')] }] })).toEqual([]);
});

test('an upgrade escapes them where they were printed', () => {
  const parts = [old(['a ~ b', 'c\\^ `d` [x](~y) [e]{.f}']), { type: 'text', text: 'a ~ b' }, inline('m^2^')];
  expect(renewNotation({ pages: [{ body: parts }] })).toEqual({
    pages: [{ body: [inline(['a \\~ b', 'c\\^ \\`d\\` [x](~y) [e\\]{.f}']), { text: 'a ~ b' }, inline('m^2^')] }],
  });
});
