import { describe, expect, test } from 'vitest';
import { diagnose, documentOf, explain, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { objectOf } from '../../../support/schemas.ts';
import { structureLines } from '../../../support/structure.ts';

const base = { size: 8, lineHeight: 1.25 };

/** Lays a body out with these styles. */
const styled = (styles: object, body: unknown, data: unknown = {}, document: object = {}) =>
  layOut(body, data, {}, { styles: { base, ...styles }, document });

/** The faults and doubts of a body with these styles, with their messages. */
const faults = (styles: object, body: unknown, more: object = {}) => explain(documentOf(body, {}, { styles, ...more }));

describe('a style may say more than looks', () => {
  test('a component with it is as one that says so itself', async () => {
    const own = {
      heading: { role: 'heading2', number: '1' },
      quote: { role: 'quote' },
      french: { lang: 'fr' },
      paged: { break: { before: 'page' } },
      kept: { break: { inside: 'avoid' }, keepWithNext: true },
      right: { dir: 'rtl' },
    };
    const bodies = Object.entries(own).map(([name, properties]) => {
      const { number, ...others } = properties as { number?: string };
      const part = { text: 'One\nTwo [3', style: name };
      // The number of a heading counts in the text itself as well.
      return [part, { text: 'One\nTwo [3', ...others, ...(number && { number }) }];
    });
    for (const [i, more] of [
      [0, { toc: 2 }],
      [1, 'x'],
    ] as const) {
      const [byStyle, byProperty] = [0, 1].map((at) => [more, ...bodies.map((pair) => pair[at])]);
      const [one, other] = [await styled(own, byStyle), await styled({}, byProperty)];
      expect(pageLines(one), String(i)).toEqual(pageLines(other));
      expect(structureLines(one)).toEqual(structureLines(other));
    }
  });
  test('a style that a component has by itself says it too', async () => {
    const laidOut = await styled({ code: { role: 'note' } }, [{ text: 'x = 1', format: 'code' }]);
    expect(structureLines(laidOut)).toEqual(['Note "x = 1"']);
  });
  test('the component, and later styles, have the last word', async () => {
    const styles = { h: { role: 'heading1', lang: 'fr', break: { before: 'page' } }, p: { role: 'paragraph' } };
    const laidOut = await styled(styles, [
      'x',
      { text: 'a', style: 'h', role: 'note', break: {}, lang: '' },
      { text: 'b', style: ['h', 'p'] },
    ]);
    expect(structureLines(laidOut)).toEqual(['P "x"', 'Note "a"', 'P lang=fr "b"']);
    expect(pageTexts(laidOut)).toEqual([['x', 'a'], ['b']]);
  });
  test('its headings are listed, numbered and entries of the outline', async () => {
    const body = [
      { toc: 1, dots: false },
      { text: 'Terms', style: 'h', bookmark: { title: 'T', anchor: 't' } },
      "{{ 't' | number_of }}",
    ];
    const laidOut = await styled({ h: { role: 'heading1', number: '1.' } }, body);
    expect(pageTexts(laidOut)[0]!.toSorted()).toEqual(['1', '1.', '1.', '1. Terms', 'Terms']);
  });
  test('children of a background with a role are read', async () => {
    const page = { background: [{ text: 'a', style: 'p' }, { text: 'b' }] };
    const laidOut = await layOut(['x'], {}, page, { styles: { base, p: { role: 'paragraph' } } });
    expect(structureLines(laidOut)).toEqual(['P "a"', 'P "x"']);
  });
  test('faults of what it says stand at the style of the component', async () => {
    const styles = { list: { role: 'list' }, page: { break: { before: 'page' } }, lang: { lang: 'nonsense' } };
    const body = [{ text: 'a', style: 'list' }, { group: [{ text: 'b', style: 'page' }] }, { text: 'c', style: 'lang' }];
    expect(await diagnose(documentOf(body, {}, { styles }))).toEqual([
      'warning no-effect /pages/0/body/0/style',
      'warning no-effect /pages/0/body/1/group/0/style',
      'error unknown-lang /pages/0/body/2/style',
    ]);
  });
});

describe('a style gives columns a width', () => {
  const styles = { base, money: { width: 40, align: 'decimal' } };
  const lines = async (body: unknown) => pageLines(await layOut(body, { rows: [1.5, 22.25] }, {}, { styles }))[0];
  test.each([
    [
      'of a table',
      (look: object) => ({ table: 'rows', as: 'r', columns: ['a', { body: '{{ r }}', ...look }] }),
      { width: 40, align: 'decimal' },
    ],
    ['of a row', (look: object) => ({ row: ['a', { text: 'b', ...look }] }), { width: 40, align: 'right' }],
    ['of pairs', (look: object) => ({ values: look, pairs: [['a', 'b']] }), { width: 40, align: 'right' }],
  ])('%s', async (_name, bodyWith, look) => {
    const body = bodyWith({ style: 'money' });
    expect(await lines(body)).toEqual(await lines(bodyWith(look)));
    expect(await lines(bodyWith({ style: 'money', width: 60 }))).toEqual(await lines(bodyWith({ ...look, width: 60 })));
  });
  test('too wide for the body', async () => {
    const wide = {
      row: [
        { text: 'a', style: 'wide' },
        { text: 'b', style: 'wide' },
      ],
    };
    expect(await diagnose(documentOf([wide], {}, { styles: { wide: { width: 100 } } }))).toEqual([
      'warning row-too-wide /pages/0/body/0',
    ]);
  });
});

test('what a style says and a part does not take is told', async () => {
  const styles = {
    wide: { width: 20, align: 'decimal' },
    turned: { dir: 'rtl' },
    striped: { zebra: '#eeeeee' },
    h: { role: 'heading1', margin: 1 },
    n: { number: '1' },
  };
  const table = {
    table: [{}],
    columns: [{ style: 'h', body: 'a' }],
    rowStyle: 'wide',
    header: [{ cells: [{ text: 'b', style: 'h' }] }],
    footer: [{ cells: [{ style: 'h' }] }],
  };
  const body = [{ text: 'a', style: 'wide' }, { rect: 1, style: 'turned' }, { stack: [], style: ['striped', 'n'] }, table];
  expect(await faults(styles, body)).toEqual([
    'warning no-effect /pages/0/body/0/style "width", "align": "decimal" of the style "wide" has no effect on a "text".',
    'warning no-effect /pages/0/body/1/style "dir" of the style "turned" has no effect on a "rect".',
    'warning no-effect /pages/0/body/2/style "zebra" of the style "striped" has no effect on a "stack".',
    'warning no-effect /pages/0/body/2/style "number" of the style "n" has no effect on a "stack".',
    'warning no-effect /pages/0/body/3/columns/0/style "role", "margin" of the style "h" has no effect here; set it on a component inside.',
    'warning no-effect /pages/0/body/3/rowStyle "width", "align": "decimal" of the style "wide" has no effect here; set it on a component inside.',
    'warning no-effect /pages/0/body/3/header/0/cells/0/style "margin" of the style "h" has no effect here; set it on a component inside.',
    'warning no-effect /pages/0/body/3/footer/0/cells/0/style "role", "margin" of the style "h" has no effect here; set it on a component inside.',
  ]);
  expect(
    await diagnose(
      documentOf(
        ['[a]{.h}'].map((text) => ({ text, format: 'inline' })),
        {},
        { styles },
      ),
    ),
  ).toEqual(['warning no-effect /pages/0/body/0/text']);
  expect(
    await diagnose(
      documentOf(['a'], {}, { styles: { base: { role: 'heading1', keepWithNext: true, style: 'h' }, h: { margin: 1 } } }),
    ),
  ).toEqual([
    'warning no-effect /styles/base/style',
    'warning no-effect /styles/base/role',
    'warning no-effect /styles/base/keepWithNext',
  ]);
});

test('styles that components have by themselves are told too, and those of Markdown are taken', async () => {
  const styles = { code: { width: 5 }, table: { rules: 'all', zebra: '#eeeeee' } };
  const markdown = { markdown: '# H\n\n| A |\n| - |\n| b |' };
  expect(await faults(styles, [{ text: 'x', format: 'code' }, markdown])).toEqual([
    'warning no-effect /pages/0/body/0 "width" of the style "code" has no effect on a "text".',
    'warning no-effect /pages/0/body/1 "width" of the style "code" has no effect on a "text".',
  ]);
  const laidOut = await styled({ h1: { role: 'heading3' } }, [{ markdown: '# H' }]);
  expect(structureLines(laidOut)).toEqual(['H1 "H"']);
});

describe('a style that data choose has looks only', () => {
  const styles = { h: { role: 'heading1', keepWithNext: true }, red: { color: '#ff0000' } };
  const dataSchema = objectOf({ s: { enum: ['h', 'red'] }, t: { type: 'string' }, b: { type: 'boolean' } });
  test.each([
    ["{{ b ? 'h' : 'red' }}", 1],
    ['{{ s }}', 1],
    ["{{ b ? 'red' : '' }}", 0],
    ['{{ t }}', 0],
  ])('%s', async (style, count) => {
    const told = await faults(
      styles,
      [
        { text: 'a', style },
        { table: [{}], columns: ['a'], rowStyle: style },
      ],
      { dataSchema },
    );
    expect(told.filter((one) => one.startsWith('error bound-behaviour'))).toHaveLength(2 * count);
    if (count > 0)
      expect(told[0]).toBe(
        'error bound-behaviour /pages/0/body/0/style Data choose the style "h" here, so it gives text properties and a background only: "role", "keepWithNext" have no effect. Write "role", "keepWithNext" at the component, or in a style that it names itself.',
      );
  });
  test.each<[string, Record<string, unknown>]>([
    ['margin', { margin: 40 }],
    ['padding', { padding: 2 }],
    ['border', { border: { width: 3 } }],
    ['rules', { rules: 'all' }],
    ['zebra', { zebra: '#eeeeee' }],
    ['cellPadding', { cellPadding: 2 }],
  ])('%s has no effect', async (property, style) => {
    const h = { ...style, color: '#ff0000', background: '#eeeeee' };
    expect(await faults({ h }, [{ text: 'a', style: "{{ b ? 'h' : '' }}" }], { dataSchema })).toEqual([
      expect.stringContaining(
        `error bound-behaviour /pages/0/body/0/style Data choose the style "h" here, so it gives text properties and a background only: "${property}" has no effect.`,
      ),
    ]);
    const { warnings } = await styled({ h }, [{ text: 'a', style: '{{ t }}' }], { t: 'h' });
    expect(warnings.map(({ code }) => code)).toEqual(['bound-behaviour']);
  });
  test('the document warns where the template cannot know', async () => {
    const { warnings, structure } = await styled(styles, [{ text: 'a', style: '{{ t }}' }], { t: 'red h' });
    expect(warnings.map(({ code, component }) => `${code} ${component}`)).toEqual(['bound-behaviour /pages/0/body/0/style']);
    expect(structure).toBeDefined();
  });
});
