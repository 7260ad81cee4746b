import { describe, expect, test } from 'vitest';
import { compile, diagnose, layOut } from '../../support/render.ts';
import { warningsOf } from '../../support/render-document.ts';

const codes = async (body: unknown, data: unknown = {}, more: Record<string, unknown> = {}) =>
  (await layOut(body, data, {}, more)).warnings.map(({ code, message }) => `${code}: ${message}`);

describe('what data give and cannot be used is warned of', () => {
  test('a style that there is not, with the nearest', async () => {
    const found = await codes([{ text: 'x', style: '{{ s }}' }], { s: 'titel' }, { styles: { title: { bold: true } } });
    expect(found).toEqual(['unknown-style: There is no style "titel"; did you mean "title"?']);
  });
  test.each([
    [{ text: 'x', color: '{{ c }}' }],
    [{ stack: ['x'], background: '{{ c }}' }],
    [{ rect: 5, fill: '{{ c }}' }],
    [{ table: 'list', zebra: '{{ c }}', columns: ['x'] }],
  ])('an invalid color: %j', async (component) => {
    const [first] = await codes([component], { c: 'redd', list: [1, 2] });
    expect(first).toMatch(/^wrong-color: "redd" is not a colour/);
    expect(await codes([component], { c: '#a00', list: [1, 2] })).toEqual([]);
    expect(await codes([component], { c: '', list: [1, 2] })).toEqual([]);
  });
  test('a value that is not a list', async () => {
    const repeat = ['x', { repeat: 'list', body: 'x' }];
    expect(await codes(repeat, { list: 'abc' })).toEqual([
      'not-a-list: "list" is not a list in the data, so nothing is repeated.',
    ]);
    expect(await codes(repeat, {})).toEqual([]);
    expect(await codes(repeat, { list: null })).toEqual([]);
  });
});

test('a broken image in the data is warned of in one sentence', async () => {
  const broken = Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1').toString('base64');
  const body = ['x', { image: `data:image/png;base64,${broken}`, width: 5, alt: 'A picture' }];
  expect(await warningsOf({ pages: [{ body }] })).toEqual(['missing-image The image ends within its PNG header.']);
});

describe('characters that no text can have', () => {
  const page = ['x', { repeat: 'lines', as: 'l', body: [{ text: '{{ l }}', id: 'line' }] }];
  const warned = async (...lines: readonly string[]) => (await layOut(page, { lines })).warnings;
  test('control characters are left out with a warning', async () => {
    expect(await warned('plain', 'a\u0007b\u0000\u0007')).toEqual([
      {
        code: 'unprintable-character',
        component: 'line',
        dataPath: '/lines/1',
        page: 1,
        message: 'Control characters are not printed: U+0000, U+0007.',
      },
    ]);
    expect(await warned('\u0001')).toMatchObject([{ message: 'Control characters are not printed: U+0001.' }]);
  });
  test('half of a surrogate pair is U+FFFD with a warning', async () => {
    const messages = (await warned('a\ud83d\u001b')).filter(({ code }) => code === 'unprintable-character');
    expect(messages).toMatchObject([
      { message: 'Control characters are not printed: U+001B. Half of a surrogate pair is printed as U+FFFD: U+D83D.' },
    ]);
  });
  test('a long text and one with marks are no exception', async () => {
    const found = await codes([{ text: '**{{ a }}** {{ b }}', format: 'inline' }], {
      a: 'x\u0002',
      b: 'y '.repeat(9000),
    });
    expect(found).toContainEqual('unprintable-character: Control characters are not printed: U+0002.');
  });
  test('tabs, line ends and marks that act without a glyph are what somebody meant', async () => {
    const quiet = 'a\tb\nc\r\nd\re\u2028f\u0085g\u200eh\u202ai\u202cj\u200dk\u200cl\u00adm\u2060n\u2066o\u2069p\ufeff';
    expect(await warned(quiet)).toEqual([]);
  });
});

describe('what the data schema decides is told when the template is compiled', () => {
  const page = (body: unknown[], dataSchema: unknown) => ({ dataSchema, pages: [{ body }] });
  test('each over what is not a list', async () => {
    const schema = { type: 'object', required: ['s'], properties: { s: { type: 'string' } } };
    expect(await diagnose(page([{ repeat: 's', body: 'x' }], schema))).toEqual(['error wrong-type /pages/0/body/0/repeat']);
  });
  test('data.note and note are one path', async () => {
    const schema = { type: 'object', properties: { note: { type: 'string' } } };
    const text = (when: string, said: string) => page([{ text: said, when }], schema);
    expect(await diagnose(text('data.note', '{{ note }}'))).toEqual([]);
    expect(await diagnose(text('note', '{{ data.note }}'))).toEqual([]);
    expect(await diagnose(page(['{{ data.note }}'], schema))).toEqual(['warning possibly-missing /pages/0/body/0']);
  });
});

describe('lengths that cannot be', () => {
  test('a column is wider than nothing', async () => {
    const table = { table: 'l', columns: [{ width: 0, body: 'x' }] };
    expect(await diagnose({ pages: [{ body: [table] }] })).toEqual(['error wrong-value /pages/0/body/0/columns/0/width']);
  });
  test('what is left of a table that is too wide can still be read', async () => {
    const columns = [{ width: 200, body: 'a' }, 'b'];
    expect(await codes([{ table: 'l', columns }], { l: [1] })).toEqual([
      expect.stringMatching(/^table-too-wide/),
      expect.stringMatching(/^off-sheet/),
    ]);
  });
  test('a sheet is no larger than viewers show', async () => {
    const { diagnostics } = await compile({ unit: 'pt', pages: [{ size: [14_401, 100], margin: 1, body: [] }] });
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'sheet-too-large', pointer: '/pages/0/size' }]);
    expect(await diagnose({ unit: 'pt', pages: [{ size: [14_400, 100], margin: 1, body: [] }] })).toEqual([]);
  });
});

test('a bound picture that may be missing is told unless it has a fallback', async () => {
  const dataSchema = { type: 'object', properties: { photo: { type: 'string' } } };
  const found = (more: object) => diagnose({ dataSchema, pages: [{ body: [{ image: '{{ photo }}', alt: 'x', ...more }] }] });
  expect(await found({})).toEqual(['warning possibly-missing /pages/0/body/0/image']);
  expect(await found({ fallback: "{{ 'none.png' }}" })).toEqual([]);
  expect(await found({ fallback: '{{ photo }}' })).toEqual(['warning possibly-missing /pages/0/body/0/fallback']);
});

test('the style "base" says nothing of a box', async () => {
  const box = { margin: 1, padding: 1, border: { width: 1 }, background: '#eeeeee', bold: true };
  expect(await diagnose({ styles: { base: box }, pages: [{ body: ['x'] }] })).toEqual(
    ['margin', 'padding', 'border', 'background'].map((name) => `warning no-effect /styles/base/${name}`),
  );
});

test('a font that cannot be opened is told though nothing uses it', async () => {
  expect(await diagnose({ fonts: { house: { regular: 'gone.ttf' } }, pages: [{ body: ['x'] }] })).toEqual([
    'error missing-asset /fonts/house/regular',
  ]);
});

test('a property that has no effect beside the others is a warning', async () => {
  const found = (component: object) => diagnose({ pages: [{ body: [component] }] });
  const warning = (property: string) => [`warning no-effect /pages/0/body/0/${property}`];
  const text = { text: 'words' };
  for (const overflow of ['shrink', 'ellipsis', 'clip', 'error']) {
    expect(await found({ ...text, overflow })).toEqual(warning('overflow'));
    expect(await found({ ...text, overflow, height: 10 })).toEqual([]);
    expect(await found({ ...text, overflow, maxLines: 2 })).toEqual([]);
  }
  expect(await found({ ...text, overflow: 'grow' })).toEqual([]);
  expect(await found({ ...text, minSize: 7, maxLines: 1 })).toEqual(warning('minSize'));
  expect(await found({ ...text, minSize: 7, maxLines: 1, overflow: 'shrink' })).toEqual([]);
  const code = { barcode: 'x', alt: 'a code' };
  expect(await found({ ...code, symbology: 'qr', height: 20 })).toEqual(warning('height'));
  expect(await found({ ...code, symbology: 'qr', showText: true })).toEqual(warning('showText'));
  expect(await found({ ...code, symbology: 'qr', ec: 'high', width: 20, showText: false })).toEqual([]);
  expect(await found({ ...code, symbology: 'code128', ec: 'high' })).toEqual(warning('ec'));
  expect(await found({ ...code, symbology: 'code128', height: 20, showText: true })).toEqual([]);
  for (const direction of ['vertical', 'down', 'up']) {
    expect(await found({ line: true, direction })).toEqual(warning('direction'));
    expect(await found({ line: true, direction, height: 20 })).toEqual([]);
  }
});
