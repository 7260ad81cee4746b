// `pdfgen fonts list | check | add`.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AddedFonts } from '../../../../src/engine/fonts/add-fonts.ts';
import { checkFont, type FontCheck } from '../../../../src/engine/fonts/check-font.ts';
import type { ListedFont } from '../../../../src/engine/fonts/list-fonts.ts';
import { makeSquareFont } from '../../../document/text/make-square-font.ts';
import { fields, tableOf, withTables } from '../../../support/color-fonts.ts';
import { ends } from '../../../support/ends.ts';
import { jost, makeCollection, readPackage } from '../../../support/font-files.ts';
import { makeFolder, runCli } from '../../../support/run-cli.ts';
import { builtFolder, runProgram } from '../../../support/run-program.ts';

const dejavu = readPackage('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf');
const dejavuBold = readPackage('dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf');
const packageOf = (file: string) => dirname(dirname(fileURLToPath(import.meta.resolve(file))));

/** OpenType 1.9, OS/2: the font with these rights. */
function withRights(font: Uint8Array, fsType: number): Buffer {
  const os2 = Buffer.from(tableOf(font, 'OS/2'));
  os2.writeUInt16BE(fsType, 8);
  return Buffer.from(withTables(font, { 'OS/2': os2 }));
}

const card = (fonts: object = {}) => ({ fonts, pages: [{ size: 'A6', body: ['Grüße'] }] });

function workspace(files: Readonly<Record<string, unknown>> = {}): string {
  return makeFolder({ 'pdfgen.json': {}, 'templates/card/template.json': card(), ...files });
}

const templateOf = (cwd: string) => readFileSync(join(cwd, 'templates/card/template.json'), 'utf8');
const fontsOf = (cwd: string) => (JSON.parse(templateOf(cwd)) as { fonts: unknown }).fonts;

async function json<T>(cwd: string, ...args: string[]): Promise<T> {
  const { stdout, stderr, code } = await runProgram(['fonts', ...args, '--json'], { cwd });
  if (stdout === '') throw new Error(`${code} ${stderr}`);
  return JSON.parse(stdout) as T;
}

const isOwn = ({ place }: ListedFont): boolean => place !== 'shipped';

test('list shows shipped fonts everywhere, and those of the workspace and its templates with who names them', async () => {
  const shipped = await json<{ items: ListedFont[] }>(makeFolder(), 'list');
  expect(shipped.items.map(({ file, place, embedding }) => `${file} ${place} ${embedding}`)).toEqual([
    ...['Bold', 'Regular'].map((style) => `LiberationSans-${style}.ttf shipped installable`),
    ...['Bold', 'BoldItalic', 'Italic', 'Regular'].map((style) => `NotoSans-${style}.ttf shipped installable`),
    'PdfgenSymbols-Regular.ttf shipped installable',
  ]);
  const cwd = workspace({
    'fonts/Shared.ttf': dejavu,
    'templates/card/assets/Jost.woff2': jost.variable(),
    'templates/card/template.json': card({
      serif: { regular: 'Shared.ttf' },
      own: { regular: { file: 'Jost.woff2', axes: { wght: 350 } } },
    }),
    'templates/other/template.json': card({ serif: { regular: 'Shared.ttf', fallback: ['Jost.woff2'] } }),
    'templates/broken/template.json': '{',
  });
  const { items } = await json<{ items: ListedFont[] }>(cwd, 'list');
  const [shared, variable] = items.filter(isOwn);
  expect(shared).toMatchObject({
    ...{ file: 'Shared.ttf', place: 'workspace', template: null, family: 'DejaVu Serif', style: 'Book', weight: 400 },
    ...{ format: 'TrueType', bytes: dejavu.length, axes: [], fault: null },
    namedAs: ['card: serif.regular', 'other: serif.regular'],
  });
  expect(shared!.scripts).toEqual(expect.arrayContaining(['Latin', 'Greek', 'Cyrillic']));
  expect(variable).toMatchObject({ place: 'template', template: 'card', format: 'WOFF2', namedAs: ['card: own.regular'] });
  expect(variable!.axes).toEqual([{ tag: 'wght', min: 100, default: 400, max: 900 }]);
  const own = await json<{ items: ListedFont[] }>(cwd, 'list', '-t', 'other');
  expect(own.items.filter(isOwn).map(({ file }) => file)).toEqual(['Shared.ttf']);
  const { stdout } = await runCli(['fonts', 'list', '--no-color'], { cwd, terminal: 220 });
  expect(stdout).toMatch(/DejaVu Serif +Book 400 +- +Shared\.ttf +workspace +TrueType/);
});

test('list names each font of a collection, and says what is wrong with a file', async () => {
  const cwd = workspace({ 'fonts/Two.ttc': makeCollection([dejavu, dejavuBold]), 'fonts/Bad.ttf': 'no font' });
  const { items } = await json<{ items: ListedFont[] }>(cwd, 'list');
  expect(items.filter(isOwn).map(({ file, style, fault }) => [file, style, fault])).toEqual([
    ['Bad.ttf', '', expect.stringContaining('The font is') as string],
    ['Two.ttc#0', 'Book', null],
    ['Two.ttc#1', 'Bold', null],
  ]);
});

test('check says which characters of a text a font lacks', async () => {
  const cwd = makeFolder({ 'Serif.ttf': dejavu });
  const { stdout } = await ends(runProgram(['fonts', 'check', 'Serif.ttf', '--text', 'Grüße く'], { cwd }), 3);
  expect(stdout).toContain('DejaVu Serif, Book 400; TrueType, ');
  expect(stdout).toContain('!!  lacks 1 character: U+304F "く"');
  expect(await runProgram(['fonts', 'check', 'Serif.ttf', '--text', 'Grüße'], { cwd })).toMatchObject({ code: 0 });
  expect(await runProgram(['fonts', 'check', 'None.ttf'], { cwd })).toMatchObject({ code: 9 });
});

test('check of a family says which styles it lacks, and what no fallback has in the texts of the template', async () => {
  const cwd = workspace({
    'templates/card/assets/Serif.ttf': dejavu,
    'templates/card/assets/Square.ttf': makeSquareFont({ く: [0, 500] }),
    'templates/card/template.json': {
      fonts: { own: { regular: 'Serif.ttf', fallback: ['Square.ttf'] } },
      pages: [{ size: 'A6', body: ['くも {{ 来 }}'] }],
    },
    'templates/card/example.json': { name: '木' },
  });
  const found = await json<FontCheck>(cwd, 'check', 'own', '-t', 'card');
  expect(found.missingStyles).toEqual(['bold', 'italic', 'boldItalic']);
  // The binding is no text.
  expect(String.fromCodePoint(...found.missing)).toBe('も木');
  expect(found.faces.map(({ role, file }) => `${role} ${file}`)).toEqual(['regular Serif.ttf', 'fallback Square.ttf']);
  const { stdout } = await ends(runProgram(['fonts', 'check', 'own', '-t', 'card'], { cwd }), 3);
  for (const face of ['regular: Serif.ttf\n', 'fallback: Square.ttf\n']) expect(stdout).toContain(face);
  expect(stdout).toContain('The family has no bold font: bold text is drawn without it.');
  expect(stdout).toContain('No font of the family and its fallbacks has 2 characters: U+3082 "も", U+6728 "木"');
  await ends(runProgram(['fonts', 'check', 'onw', '-t', 'card'], { cwd }), 2, 'did you mean "own"?');
});

test('the axes of a variable font are its styles', async () => {
  const cwd = workspace({
    'templates/card/assets/Jost.woff2': jost.variable(),
    'templates/card/assets/Jost-Italic.woff2': jost.variableItalic(),
    'templates/card/template.json': card({ own: { regular: 'Jost.woff2', italic: 'Jost-Italic.woff2' } }),
  });
  expect((await json<FontCheck>(cwd, 'check', 'own', '-t', 'card')).missingStyles).toEqual([]);
});

test.each([
  ['restricted', 2, 'The font forbids embedding'],
  ['bitmap', 0x200, 'embedding: bitmaps only'],
])('a font whose rights are %s is not well, and is not added', async (embedding, fsType, told) => {
  const cwd = workspace({ 'Own.ttf': withRights(dejavu, fsType) });
  const checked = await runProgram(['fonts', 'check', 'Own.ttf'], { cwd });
  expect(checked).toMatchObject({ code: 3, stdout: expect.stringContaining(told) as string });
  expect((await json<FontCheck>(cwd, 'check', 'Own.ttf')).faces[0]!.embedding).toBe(embedding);
  await ends(runCli(['fonts', 'add', 'Own.ttf', '-t', 'card'], { cwd }), 3, 'Own.ttf: ');
  expect(existsSync(join(cwd, 'templates/card/assets/Own.ttf'))).toBe(false);
  expect(fontsOf(cwd)).toEqual({});
});

test('check says which colours are not drawn, and that a font asks to be embedded whole', async () => {
  const cwd = makeFolder({
    'Svg.ttf': withTables(makeSquareFont({ a: [0, 500] }), { 'SVG ': new Uint8Array(10) }),
    'Whole.ttf': withRights(dejavu, 0x100),
  });
  const stdoutOf = async (file: string) => (await runProgram(['fonts', 'check', file], { cwd })).stdout;
  expect(await stdoutOf('Svg.ttf')).toContain('!!  colours: SVG, which cannot be drawn');
  expect(await stdoutOf('Whole.ttf')).toContain('The font asks to be embedded as a whole');
});

test('add copies files into the template and names them, in the canonical form of its file', async () => {
  const cwd = workspace({ 'DejaVuSerif.ttf': dejavu, 'in/DejaVuSerif-Bold.ttf': dejavuBold });
  await runCli(['templates', 'fmt'], { cwd });
  await ends(
    runCli(['fonts', 'add', 'DejaVuSerif.ttf', 'in/DejaVuSerif-Bold.ttf', '-t', 'card'], {
      cwd,
    }),
    0,
    'DejaVu Serif  regular DejaVuSerif.ttf, bold DejaVuSerif-Bold.ttf',
  );
  expect(templateOf(cwd)).toBe(`{
  "fonts": { "DejaVu Serif": { "regular": "DejaVuSerif.ttf", "bold": "DejaVuSerif-Bold.ttf" } },
  "pages": [{ "size": "A6", "body": ["Grüße"] }]
}
`);
  expect(await runCli(['templates', 'fmt', '--check'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(await runCli(['templates', 'lint', 'card'], { cwd })).toMatchObject({
    stdout: expect.stringContaining('No text uses the font family "DejaVu Serif".') as string,
    stderr: expect.stringContaining('0 errors, 1 warning') as string,
  });
  // Again: nothing changes.
  expect(await runCli(['fonts', 'add', 'DejaVuSerif.ttf', '-t', 'card'], { cwd })).toMatchObject({ exitCode: 0 });
});

test.each([
  [
    'without fonts',
    '{\r\n\t"name": "Card",\r\n\t"pages": [ { "size": "A6", "body": [ "x" ] } ]\r\n}\r\n',
    '{\r\n\t"fonts": {\r\n\t\t"DejaVu Serif": { "regular": "DejaVuSerif.ttf" }\r\n\t},\r\n\t"name": "Card",\r\n\t"pages": [ { "size": "A6", "body": [ "x" ] } ]\r\n}\r\n',
  ],
  [
    'with fonts',
    '{"pages":[{"body":["x"]}],"fonts":{"a":{"regular":"NotoSans-Bold.ttf"}}}',
    '{"pages":[{"body":["x"]}],"fonts":{ "a": { "regular": "NotoSans-Bold.ttf" }, "DejaVu Serif": { "regular": "DejaVuSerif.ttf" } }}',
  ],
])('a file in a form of its own, %s, keeps it', async (_, before, after) => {
  const cwd = workspace({ 'DejaVuSerif.ttf': dejavu, 'templates/card/template.json': before });
  expect(await runCli(['fonts', 'add', 'DejaVuSerif.ttf', '-t', 'card'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(templateOf(cwd)).toBe(after);
});

test('a style is added to the family that the template has', async () => {
  const fonts = { serif: { regular: 'DejaVuSerif.ttf', fallback: ['NotoSans-Regular.ttf'] } };
  const cwd = workspace({
    'DejaVuSerif-Bold.ttf': dejavuBold,
    'fonts/DejaVuSerif.ttf': dejavu,
    'templates/card/template.json': card(fonts),
  });
  const added = await json<AddedFonts>(cwd, 'add', 'DejaVuSerif-Bold.ttf', '-t', 'card', '--as', 'serif');
  expect(added.families).toEqual([
    {
      family: 'serif',
      styles: { bold: 'DejaVuSerif-Bold.ttf' },
      line: expect.stringContaining('"bold": "DejaVuSerif-Bold.ttf"') as string,
    },
  ]);
  expect(fontsOf(cwd)).toEqual({
    serif: { regular: 'DejaVuSerif.ttf', bold: 'DejaVuSerif-Bold.ttf', fallback: ['NotoSans-Regular.ttf'] },
  });
});

test('of a package, the files of a family are chosen by weight, style and characters', async () => {
  const cwd = workspace();
  const source = packageOf('@fontsource/jost/files/jost-latin-400-normal.woff');
  const files = async (...more: string[]) =>
    (await json<AddedFonts>(cwd, 'add', source, '-t', 'card', '--force', ...more)).families[0]!.styles;
  expect(await files()).toEqual({
    regular: 'jost-latin-400-normal.woff',
    bold: 'jost-latin-700-normal.woff',
    italic: 'jost-latin-400-italic.woff',
    boldItalic: 'jost-latin-700-italic.woff',
  });
  expect(await files('--weights', '300,600')).toMatchObject({
    regular: 'jost-latin-300-normal.woff',
    bold: 'jost-latin-600-normal.woff',
  });
  const variable = packageOf('@fontsource-variable/jost/files/jost-latin-wght-normal.woff2');
  const added = await json<AddedFonts>(cwd, 'add', variable, '-t', 'card', '--as', 'Variable');
  expect(added.families[0]!.styles).toEqual({ regular: 'jost-latin-wght-normal.woff2', italic: 'jost-latin-wght-italic.woff2' });
  expect(added.left).toContainEqual({
    file: 'jost-cyrillic-wght-normal.woff2',
    reason: expect.stringContaining('Cyrillic') as string,
  });
});

test('of the parts of a font, the one with the letters of the template is chosen, not the largest', async () => {
  const letters = (text: string) => makeSquareFont(Object.fromEntries([...text].map((one) => [one, [0, 500] as const])));
  const latin = 'AZazÄäéñöüßÖÜ';
  const cwd = workspace({
    'in/latin.ttf': letters(latin),
    'in/math.ttf': letters(`AZaz${'∀∁∂∃∄∅∆∇∈∉∊∋∌∍∎∏'}`),
    'in/russian.ttf': letters('АЯаяжюйцукенгшщзхъфывапролдэячсмитьбЮЙ'),
    'templates/russian/template.json': { ...card(), document: { lang: 'ru' } },
  });
  const added = async (slug: string) => (await json<AddedFonts>(cwd, 'add', 'in', '-t', slug)).families[0]!.styles.regular;
  expect(await added('card')).toBe('latin.ttf');
  expect(await added('russian')).toBe('russian.ttf');
});

test('a folder with several families asks which one; --shared puts it into the workspace', async () => {
  const cwd = workspace();
  const source = packageOf('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf');
  await ends(runCli(['fonts', 'add', source, '-t', 'card'], { cwd }), 2, /There are 4 families: .*Choose one with --family/);
  const added = await json<AddedFonts>(cwd, 'add', source, '-t', 'card', '--shared', '--family', 'dejavu sans mono');
  expect(added.folder).toBe(join(cwd, 'fonts'));
  expect(fontsOf(cwd)).toMatchObject({
    'DejaVu Sans Mono': { regular: 'DejaVuSansMono.ttf', boldItalic: 'DejaVuSansMono-BoldOblique.ttf' },
  });
  expect(existsSync(join(cwd, 'fonts/DejaVuSansMono.ttf'))).toBe(true);
  expect(existsSync(join(cwd, 'templates/card/assets'))).toBe(false);
});

test('without a template, files go into the workspace, and the line for "fonts" is printed', async () => {
  const cwd = workspace({ 'DejaVuSerif.ttf': dejavu });
  const { stderr } = await runCli(['fonts', 'add', 'DejaVuSerif.ttf'], { cwd });
  expect(stderr).toContain(
    'To use the font, write in "fonts" of template.json: "DejaVu Serif": { "regular": "DejaVuSerif.ttf" }',
  );
  expect(readFileSync(join(cwd, 'fonts/DejaVuSerif.ttf')).equals(dejavu)).toBe(true);
});

test('another font of the same name, or of the same style, is replaced with --force only', async () => {
  const cwd = workspace({
    'DejaVuSerif.ttf': dejavu,
    'new/DejaVuSerif.ttf': dejavuBold,
    'new/NotoSans-Regular.ttf': dejavu,
    'Other.ttf': dejavu,
  });
  const add = (file: string, ...more: string[]) => runCli(['fonts', 'add', file, '-t', 'card', ...more], { cwd });
  const refused = (text: string) => ({ exitCode: 2, stderr: expect.stringContaining(text) as string });
  await add('DejaVuSerif.ttf');
  const before = templateOf(cwd);
  expect(await add('new/DejaVuSerif.ttf', '--as', 'x')).toMatchObject(refused('is another font file of this name'));
  expect(await add('new/NotoSans-Regular.ttf', '--as', 'x')).toMatchObject(
    refused('NotoSans-Regular.ttf, which ships with pdfgen'),
  );
  expect(await add('Other.ttf')).toMatchObject(refused('names DejaVuSerif.ttf as regular of "DejaVu Serif" already'));
  expect(templateOf(cwd)).toBe(before);
  expect(await add('Other.ttf', '--force')).toMatchObject({ exitCode: 0 });
  expect(fontsOf(cwd)).toEqual({ 'DejaVu Serif': { regular: 'Other.ttf' } });
});

test('wrong weights, missing files and folders without fonts are told', async () => {
  const cwd = workspace({ 'empty/a.txt': 'x', 'DejaVuSerif.ttf': dejavu });
  const add = (...args: string[]) => runCli(['fonts', 'add', ...args, '-t', 'card'], { cwd });
  expect(await add('DejaVuSerif.ttf', '--weights', '700,400')).toMatchObject({ exitCode: 2 });
  expect(await add('None.ttf')).toMatchObject({ exitCode: 9 });
  await ends(add('empty'), 2, 'There is no font file');
  await ends(
    add('DejaVuSerif.ttf', '--family', 'Inter'),
    2,
    'There is no family "Inter" among the files. There are: DejaVu Serif',
  );
});

test('a font without names and OS/2 is described', async () => {
  const cwd = makeFolder({
    'Bare.ttf': withTables(makeSquareFont({ a: [0, 500] }), { post: fields(['u16', 3, 0, ...Array<number>(14).fill(0)]) }),
  });
  expect((await json<FontCheck>(cwd, 'check', 'Bare.ttf')).faces[0]).toMatchObject({
    family: 'Unnamed',
    embedding: 'unknown',
    fault: null,
  });
});

test('check ends at its limit of time, and by a signal', async () => {
  const cwd = makeFolder({ 'Serif.ttf': dejavu });
  await ends(runProgram(['fonts', 'check', 'Serif.ttf', '--max-seconds', '0'], { cwd }), 2, '--max-seconds takes');
  const check = (signal: AbortSignal, timeoutMs: number) => {
    const font = { file: 'Serif.ttf', bytes: dejavu };
    return checkFont(undefined, { font, uuid: undefined, text: undefined, signal, bounds: { timeoutMs } }, builtFolder);
  };
  await expect(check(new AbortController().signal, 1)).rejects.toMatchObject({
    code: 'ASSET_INVALID',
    message: 'Serif.ttf asks for more time (0.001 s) than this command may take. Raise the limit with --max-seconds.',
  });
  await expect(check(AbortSignal.abort(new Error('Ctrl-C')), 30_000)).rejects.toThrow('Ctrl-C');
});
