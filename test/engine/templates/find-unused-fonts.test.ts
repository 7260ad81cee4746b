// The linter tells of font files that no text can use.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLocalEngine } from '../../../src/engine/wiring/create-local-engine.ts';
import { greeting, makeWorkspace } from '../../store/filesystem/workspace.ts';

const font = readFileSync(new URL('../../../src/fonts/noto-sans/NotoSans-Regular.ttf', import.meta.url));

/** What the linter says of a template with these font files, whose one text has this font. */
async function lint(files: readonly string[], family?: string, more: object = {}): Promise<readonly string[]> {
  const text = { text: 'a', ...(family !== undefined && { font: family }) };
  const { folder } = makeWorkspace({
    ...greeting('hello'),
    'templates/hello/template.json': { pages: [{ body: [text] }], ...more },
    ...Object.fromEntries(files.map((file) => [file.startsWith('fonts/') ? file : `templates/hello/assets/${file}`, font])),
  });
  const engine = await createLocalEngine({ workspace: folder });
  const { uuid } = await engine.findTemplate('hello');
  return (await engine.lintTemplate(uuid)).map(
    ({ severity, code, pointer, message }) => `${severity} ${code} ${pointer} ${message}`,
  );
}

test('a font file that "fonts" does not name has a warning with the line to write, one for each family', async () => {
  expect(await lint(['Inter.ttf', 'Lato-Bold.ttf', 'Lato-Regular.ttf'])).toEqual([
    'warning unused-font /assets/Inter.ttf "fonts" does not name Inter.ttf: no text uses it. To use the font, write in "fonts": "Inter": { "regular": "Inter.ttf" }',
    'warning unused-font /assets/Lato-Bold.ttf "fonts" does not name Lato-Bold.ttf, Lato-Regular.ttf: no text uses them. To use the font, write in "fonts": "Lato": { "regular": "Lato-Regular.ttf", "bold": "Lato-Bold.ttf" }',
  ]);
});

test('a text whose family is another font is named, also if the file belongs to the workspace', async () => {
  const message =
    '"fonts" does not name times.ttf: /pages/0/body/0/font names "Times" and gets another font. To use the font, write in "fonts": "Times": { "regular": "times.ttf" }';
  expect(await lint(['times.ttf'], 'Times')).toEqual([`warning unused-font /assets/times.ttf ${message}`]);
  expect(await lint(['fonts/times.ttf'], 'Times')).toEqual([`warning unused-font /assets/times.ttf ${message}`]);
});

test('a text whose family is unknown has an error with the line to write, and the file has no warning', async () => {
  const error =
    'error unknown-font /pages/0/body/0/font There is no font family "Inter": write in "fonts": "Inter": { "regular": "Inter-Regular.ttf" }';
  expect(await lint(['Inter-Regular.ttf'], 'Inter')).toEqual([error]);
  expect(await lint(['fonts/Inter-Regular.ttf'], 'Inter')).toEqual([error]);
});

test('a further style of a family gives the whole line of the family', async () => {
  const fonts = { Inter: { regular: 'Inter.ttf' } };
  expect(await lint(['Inter.ttf', 'Inter-Bold.ttf'], 'Inter', { fonts })).toEqual([
    'warning unused-font /assets/Inter-Bold.ttf "fonts" does not name Inter-Bold.ttf: no text uses it. To use the font, write in "fonts": "Inter": { "regular": "Inter.ttf", "bold": "Inter-Bold.ttf" }',
  ]);
});

test.each<readonly [what: string, files: readonly string[], family: string | undefined, more: object]>([
  ['a file of the workspace', ['fonts/Inter.ttf'], undefined, {}],
  ['a file that a text names', ['Inter.ttf'], 'Inter.ttf', {}],
  ['a fallback', ['Inter.ttf'], 'main', { fonts: { main: { regular: 'NotoSans-Regular.ttf', fallback: ['Inter.ttf'] } } }],
  ['a file in place of a shipped font', ['NotoSans-Regular.ttf'], undefined, {}],
])('no warning: %s', async (_what, files, family, more) => {
  expect(await lint(files, family, more)).toEqual([]);
});

test('a broken font file has its error, and no warning beside it', async () => {
  const { folder } = makeWorkspace({
    ...greeting('hello'),
    'templates/hello/template.json': { pages: [{ body: ['a'] }] },
    'templates/hello/assets/Inter.ttf': 'no font',
    'templates/hello/assets/Lato.woff2': 'wOF2',
  });
  const engine = await createLocalEngine({ workspace: folder });
  const found = await engine.lintTemplate((await engine.findTemplate('hello')).uuid);
  expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['broken-asset', '/assets/Inter.ttf'],
    ['broken-asset', '/assets/Lato.woff2'],
  ]);
});

test('the error of another family does not hide the warning', async () => {
  const [error, warning] = await lint(['Inter.ttf'], 'Lato');
  expect([error, warning]).toEqual([
    expect.stringMatching(/^error unknown-font \/pages\/0\/body\/0\/font /),
    expect.stringMatching(/^warning unused-font \/assets\/Inter\.ttf /),
  ]);
});

test('strict rendering does not look at font files that no document uses', async () => {
  const { folder } = makeWorkspace({ ...greeting('hello'), 'templates/hello/assets/Inter.ttf': font });
  const engine = await createLocalEngine({ workspace: folder });
  const { uuid } = await engine.findTemplate('hello');
  expect((await engine.lintTemplate(uuid)).map(({ code }) => code)).toEqual(['unused-font']);
  const { exampleData: data } = await engine.getTemplate({ params: { uuid } });
  const strict = engine.generateSingle({ params: { uuid }, body: { data, options: { strict: true } } }, { strictTemplate: true });
  await expect(strict).resolves.toMatchObject({ warnings: [] });
});

test('a text in a definition counts as a text', async () => {
  const define = { a: { body: { text: 'a', font: 'Times' } } };
  expect((await lint(['fonts/times.ttf'], undefined, { define }))[1]).toContain('/define/a/body/font names "Times"');
});
