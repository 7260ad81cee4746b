// Colours by name, their tints, and where they may stand.
import { describe, expect, test } from 'vitest';
import { mixWithWhite } from '../../../../../src/document/text/colors.ts';
import { createRandom } from '../../../../support/random.ts';
import { compile, diagnose, layOut } from '../../../../support/render.ts';

const colors = {
  ink: '#102030',
  accent: '#0f5c63',
  soft: 'accent/20',
  brand: "{{ brand | default: '#ff0000' }}",
  pale: 'brand/50',
};

/** All colours that a body paints. */
async function painted(body: unknown, data: unknown = {}, more: Record<string, unknown> = {}): Promise<string[]> {
  const { pages } = await layOut(body, data, {}, { colors, ...more });
  const found = new Set<string>();
  const collect = (value: unknown, depth = 0): void => {
    if (typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)) found.add(value);
    if (typeof value !== 'object' || value === null || depth > 6) return;
    for (const [name, member] of Object.entries(value)) if (name !== 'tag' && name !== 'face') collect(member, depth + 1);
  };
  collect(pages.map(({ items }) => items));
  return [...found].sort();
}

test.each<readonly [what: string, body: (color: string) => unknown]>([
  ['of text', (color) => [{ text: 'a', color }]],
  ['of a background', (color) => [{ stack: [{ spacer: 5 }], background: color }]],
  ['of a border', (color) => [{ stack: [{ spacer: 5 }], border: { bottom: { width: 1, color } } }]],
  ['of a line', (color) => [{ line: { width: 1, color } }]],
  ['of a rectangle', (color) => [{ rect: 5, fill: color }]],
  ['of the edge of a rectangle', (color) => [{ rect: 5, stroke: { color } }]],
  ['of the rules of a table', (color) => [{ table: 'list', columns: [{ body: [{ spacer: 2 }] }], rules: { rows: { color } } }]],
  ['of every second row', (color) => [{ table: 'list', columns: [{ body: [{ spacer: 2 }] }], zebra: color }]],
  ['of a column', (color) => [{ table: 'list', columns: [{ body: [{ spacer: 2 }], background: color }] }]],
  ['of the border of a column', (color) => [{ table: 'list', columns: [{ body: [{ spacer: 2 }], border: { color } }] }]],
])('a colour %s is hex, a name, a tint, or comes from data', async (_what, body) => {
  const data = { list: [1, 2], brand: '#00ff00', named: 'accent', tinted: 'accent/20' };
  const one = async (color: string) => (await painted(body(color), data)).filter((found) => found !== '#000000');
  expect(await one('#ABC')).toEqual(['#aabbcc']);
  expect(await one('accent')).toEqual(['#0f5c63']);
  expect(await one('accent/20')).toEqual(['#cfdee0']);
  expect(await one('#0f5c63/20')).toEqual(['#cfdee0']);
  expect(await one('soft')).toEqual(['#cfdee0']);
  expect(await one('brand')).toEqual(['#00ff00']);
  expect(await one('brand/50')).toEqual(['#80ff80']);
  expect(await one('pale')).toEqual(['#80ff80']);
  expect(await one('{{ brand }}')).toEqual(['#00ff00']);
  expect(await one('{{ named }}')).toEqual(['#0f5c63']);
  expect(await one('{{ tinted }}')).toEqual(['#cfdee0']);
  expect(await one('{{ named }}/20')).toEqual(['#cfdee0']);
});

test('styles take names too: of text, of base, of a later style that wins, and of tables', async () => {
  const styles = { base: { size: 8, color: 'brand' }, mark: { color: 'accent' }, box: { background: 'pale', zebra: 'soft' } };
  const data = { brand: '#00ff00', list: [1, 2] };
  expect(await painted(['a'], data, { styles })).toEqual(['#00ff00']);
  expect(await painted([{ text: 'a', style: 'mark' }], data, { styles })).toEqual(['#0f5c63']);
  expect(await painted([{ text: 'a', style: ['mark', 'base'] }], data, { styles })).toEqual(['#00ff00']);
  expect(await painted([{ text: 'a', style: 'base', color: 'ink' }], data, { styles })).toEqual(['#102030']);
  expect(await painted([{ table: 'list', style: 'box', columns: [{ body: [{ spacer: 2 }] }] }], data, { styles })).toEqual([
    '#80ff80',
    '#cfdee0',
  ]);
});

test('a colour of the data that is missing or none is left out with a warning', async () => {
  const { warnings } = await layOut([{ text: 'a', color: 'brand' }], { brand: 'nope' }, {}, { colors });
  expect(warnings.map(({ code, component }) => `${code} ${component}`)).toEqual(['wrong-color /colors/brand']);
  const body = [
    { text: 'a', color: 'brand' },
    {
      repeat: 'list',
      body: [
        { rect: 5, fill: 'brand/50' },
        { text: 'b', color: 'brand' },
      ],
    },
  ];
  const all = await layOut(body, { brand: 'nope', list: [1, 2, 3] }, {}, { colors });
  expect(all.warnings.map(({ code, dataPath }) => [code, dataPath])).toEqual([['wrong-color', null]]);
  expect(await painted([{ text: 'a', color: 'brand' }], {})).toEqual(['#ff0000']);
});

test.each(['brand', 'brand/50', 'other', 'pale'])(
  'the data make a colour name itself by %s: it is left out with a warning',
  async (brand) => {
    const circle = { brand: '{{ brand }}', pale: 'brand/50', other: '{{ other }}' };
    const { warnings } = await layOut([{ text: 'a', color: 'brand' }, 'b'], { brand, other: 'brand' }, {}, { colors: circle });
    expect(warnings.map(({ code, component }) => `${code} ${component}`)).toEqual(['wrong-color /colors/brand']);
    expect(await painted([{ text: 'a', color: 'brand' }], { brand, other: 'brand' }, { colors: circle })).toEqual(['#000000']);
  },
);

describe('faults', () => {
  const told = async (document: Record<string, unknown>) => {
    const { diagnostics } = await compile({ pages: [{ body: [] }], ...document });
    return diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
  };

  test.each([
    ['acent', 'There is no colour "acent" in "colors"; did you mean "accent"?'],
    ['acent/10', 'There is no colour "acent/10" in "colors"; did you mean "accent/10"?'],
    ['accent / 10', 'There is no colour "accent / 10" in "colors"; did you mean "accent/10"?'],
    ['#fff/10%', 'There is no colour "#fff/10%" in "colors"; did you mean "#fff/10"?'],
    ['accent/x', 'There is no colour "accent/x" in "colors": a tint is a share from 0 to 100, such as "accent/10"'],
    ['zzz/10', 'There is no colour "zzz/10" in "colors": write a colour as'],
    ['red', 'There is no colour "red" in "colors": write "#ff0000"'],
    ['accent/101', 'There is no colour "accent/101" in "colors": a tint is a share from 0 to 100, such as "accent/10"'],
    ['accent/-1', 'There is no colour "accent/-1" in "colors": a tint is a share from 0 to 100, such as "accent/10"'],
    ['accent/10%', 'There is no colour "accent/10%" in "colors"; did you mean "accent/10"?'],
    ['', 'There is no colour "" in "colors"'],
  ])('%j', async (color, message) => {
    const [first, ...others] = await told({ colors, pages: [{ body: [{ text: 'a', color }] }] });
    expect(first).toContain(`unknown-color /pages/0/body/0/color ${message}`);
    expect(others).toEqual([]);
  });

  test('in a style and in a stroke', async () => {
    expect(
      await diagnose({ colors, styles: { a: { color: 'acent' } }, pages: [{ body: [{ line: { color: 'inc' } }] }] }),
    ).toEqual(['error unknown-color /styles/a/color', 'error unknown-color /pages/0/body/0/line/color']);
  });

  test('in "colors": circles, unknown names, names that cannot be used, bindings to nothing, other types', async () => {
    expect(await told({ colors: { a: 'b', b: 'c/10', c: 'a' } })).toEqual([
      'color-circle /colors/a The colours "a", "b", "c" name each other in a circle.',
    ]);
    expect(await told({ colors: { a: 'a' } })).toEqual(['color-circle /colors/a The colour "a" names itself.']);
    expect(await told({ colors: { a: 'blak', black: '#000' } })).toEqual([
      'unknown-color /colors/a There is no colour "blak" in "colors"; did you mean "black"?',
    ]);
    expect(await told({ colors: { 'a/b': '#000', '#fff': '#fff' } })).toEqual([
      expect.stringContaining('wrong-value /colors/a~1b The name of a colour begins with a letter'),
      expect.stringContaining('wrong-value /colors/#fff The name'),
    ]);
    const dataSchema = { type: 'object', properties: { brand: { type: 'string' } } };
    expect((await diagnose({ colors: { a: '{{ brnd }}' }, dataSchema, pages: [{ body: ['a'] }] }))[0]).toBe(
      'error unknown-path /colors/a',
    );
    expect(await diagnose({ colors: { a: 5, b: { hex: '#fff' } }, pages: [{ body: [] }] })).toEqual([
      'error wrong-type /colors/a',
      'error wrong-type /colors/b',
    ]);
  });

  test('a template without "colors" is told what a colour looks like', async () => {
    expect(await told({ pages: [{ body: [{ text: 'a', color: 'red' }] }] })).toEqual([
      'wrong-value /pages/0/body/0/color "red" is not a colour here: write "#ff0000"',
    ]);
  });
});

test('a tint lies between the colour and white, and a larger share is darker', () => {
  const random = createRandom(7);
  for (let i = 0; i < 200; i++) {
    const color = `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;
    const [small, large] = [random() * 100, random() * 100].sort((a, b) => a - b) as [number, number];
    const channels = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
    const [pale, full, own] = [mixWithWhite(color, small), mixWithWhite(color, large), color].map(channels);
    for (const c of [0, 1, 2]) expect(pale![c]! >= full![c]! && full![c]! >= own![c]!).toBe(true);
  }
  expect([mixWithWhite('#123456', 0), mixWithWhite('#123456', 100)]).toEqual(['#ffffff', '#123456']);
});

test('ten thousand colours, each a tint of the one before, are resolved', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`c${i}`, i === 0 ? '#123456' : `c${i - 1}/99`]));
  expect(await diagnose({ colors: many, pages: [{ body: [{ text: 'a', color: 'c9999' }] }] })).toEqual([]);
  const backwards = Object.fromEntries(Object.entries(many).reverse());
  expect(await diagnose({ colors: backwards, pages: [{ body: ['a'] }] })).toEqual([]);
});

test('a tint of a tint of a colour of the data is lighter than both', async () => {
  const more = { colors: { ...colors, paler: 'pale/50', palest: '{{ tinted }}' } };
  expect(await painted([{ text: 'a', color: 'pale/50' }], { brand: '#00ff00' }, more)).toEqual(['#bfffbf']);
  expect(await painted([{ text: 'a', color: 'paler' }], { brand: '#0F0' }, more)).toEqual(['#bfffbf']);
  expect(await painted([{ text: 'a', color: 'palest/50' }], { brand: '#00ff00', tinted: 'pale/50' }, more)).toEqual(['#dfffdf']);
});

describe('colours that lead back to themselves', () => {
  const warningsOf = async (given: Record<string, string>, data: unknown = {}) => {
    const { warnings } = await layOut([{ text: 'x', color: 'a' }], data, {}, { colors: given });
    return warnings.map(({ code, component, message }) => `${code} ${component} ${message}`);
  };

  test('are an error if the template alone shows it', async () => {
    const circle = { a: 'b/50', b: "{{ 'c' }}/10", c: 'd', d: "{{ 'a' }}" };
    expect(await diagnose({ colors: circle, pages: [{ body: [{ text: 'x', color: 'a' }] }] })).toEqual([
      'error color-circle /colors/b',
    ]);
    expect(await diagnose({ colors: { a: "{{ 'a' }}" }, pages: [{ body: ['x'] }] })).toEqual(['error color-circle /colors/a']);
    const long = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`c${i}`, `{{ 'c${(i + 1) % 10_000}' }}`]));
    const { diagnostics } = await compile({ colors: long, pages: [{ body: ['x'] }] });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^color-circle The colours "c0", .* and 9988 more name each other in a circle\.$/),
    ]);
  });

  test('give a warning if the data show it', async () => {
    expect(await warningsOf({ a: '{{ name }}' }, { name: 'a' })).toEqual([
      'wrong-color /colors/a The colour "a" names itself. "a" is left out.',
    ]);
    expect(await warningsOf({ a: '{{ name }}', b: 'a/20', c: '{{ other }}' }, { name: 'c', other: 'b' })).toEqual([
      'wrong-color /colors/a The colours "a", "c" name each other in a circle. "a" is left out.',
    ]);
  });

  test('and long ways over names end with a warning', async () => {
    const chain = (length: number) =>
      Object.fromEntries([
        ['a', '{{ none | default: "c0" }}'],
        ...Array.from({ length }, (_, i) => [`c${i}`, i === length - 1 ? '{{ "#ff0000" }}' : `{{ "c${i + 1}" }}`]),
      ]);
    expect(await warningsOf(chain(31))).toEqual([]);
    expect(await warningsOf(chain(10_000))).toEqual([
      'wrong-color /colors/a The colours from "a" on name more than 32 others, one after the other. "a" is left out.',
    ]);
  });
});

test('nobody writes the mark of a colour', async () => {
  const written = '{{\u0000color brand}}/abc';
  const body = [
    { text: 'x', color: written },
    { text: 'x', background: '{{\u0000color zz}}/100' },
  ];
  expect(await diagnose({ colors: { ...colors, own: written }, styles: { s: { color: written } }, pages: [{ body }] })).toEqual([
    'error wrong-value /colors/own',
    'error wrong-value /styles/s/color',
    'error wrong-value /pages/0/body/0/color',
    'error wrong-value /pages/0/body/1/background',
  ]);
  expect(await diagnose({ pages: [{ body: body.slice(0, 1) }] })).toEqual(['error wrong-value /pages/0/body/0/color']);
  const { warnings } = await layOut([{ text: 'x', color: '{{ given }}' }], { given: written }, {}, { colors });
  expect(warnings.map(({ code }) => code)).toEqual(['wrong-color']);
});
