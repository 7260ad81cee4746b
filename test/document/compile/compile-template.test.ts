import { describe, expect, test } from 'vitest';
import { createFileResources } from '../../../src/renderer/file-resources.ts';
import { compile, diagnose, explain } from '../../support/render.ts';
import { listOf, number, objectOf } from '../../support/schemas.ts';

const page = (body: unknown, more: Record<string, unknown> = {}) => ({ pages: [{ body, ...more }] });

describe('faults of a template are reported where they stand', () => {
  test.each([
    [page([{ text: 'a', aling: 'right' }]), 'error unknown-property /pages/0/body/0/aling'],
    [page([{ type: 'txet', text: 'a' }]), 'error unknown-component /pages/0/body/0/type'],
    [page([{ bold: true }]), 'error unknown-component /pages/0/body/0'],
    [page([{ txet: 'a' }]), 'error unknown-component /pages/0/body/0/txet'],
    [page([{ text: 'a', image: 'b' }]), 'error two-types /pages/0/body/0/image'],
    [page([{ table: 'a' }]), 'error missing-property /pages/0/body/0'],
    [page([{ type: 'image', src: 'a.png' }]), 'error unknown-property /pages/0/body/0/type'],
    [page([{ text: 'a', bold: 'yes' }]), 'error wrong-type /pages/0/body/0/bold'],
    [page([{ text: 'a', color: 'red' }]), 'error wrong-value /pages/0/body/0/color'],
    [page([{ text: 'a', style: 'h9' }]), 'error unknown-style /pages/0/body/0/style'],
    [{ ...page(['a']), styles: { base: { font: 'comic' } } }, 'error unknown-font /styles/base/font'],
    [
      { ...page(['a']), fonts: { x: { regular: 'x.ttf' } }, styles: { base: { font: 'x' } } },
      'error missing-asset /fonts/x/regular',
    ],
    [page([{ image: 'logo.png' }]), 'error missing-asset /pages/0/body/0/image'],
    [page(['{{ a | nofilter }}']), 'error unknown-filter /pages/0/body/0'],
    [page([['fine', ['{{ | }}']]]), 'error syntax /pages/0/body/0/1/0'],
    [page([{ text: 'a', when: '{{ x }}' }]), 'error syntax /pages/0/body/0/when'],
    [page([{ repeat: 'a', as: 'page', body: 'x' }]), 'error reserved-name /pages/0/body/0/as'],
    [page([{ text: 'a', when: 'page.total > 1' }]), 'error too-early /pages/0/body/0/when'],
    [page([{ text: 'a', when: 'page.number > 1' }]), 'error too-early /pages/0/body/0/when'],
    [page(['a'], { margin: 200 }), 'error no-room /pages/0/margin'],
    [page(['a'], { foter: [] }), 'error unknown-property /pages/0/foter'],
    [page(['a'], { header: [{ on: 'first', boddy: [] }] }), 'error missing-property /pages/0/header/0'],
    [page(['a'], { header: [{ on: 'first', body: [] }, 'x'] }), 'error wrong-type /pages/0/header/1'],
    [{ ...page(['a']), unti: 'mm' }, 'error unknown-property /unti'],
    [{}, 'error missing-property '],
  ])('%j: %s', async (template, expected) => {
    expect(await diagnose(template as Record<string, unknown>)).toContain(expected);
  });

  test('pages that are no list are one fault', async () => {
    for (const pages of [5, 'x', null, {}, []]) {
      const { diagnostics } = await compile({ pages });
      const found = diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
      expect(found).toEqual(['missing-property /pages needs "pages", a list of page layouts']);
    }
  });

  test.each([
    ['misspelt', { tnmu: 1 }, ['warning no-effect /pages/0/body/0/features/tnmu']],
    ['misspelt and turned off', { lgia: 0 }, ['warning no-effect /pages/0/body/0/features/lgia']],
    ['a name that no feature can have', { tabular: 1 }, ['warning no-effect /pages/0/body/0/features/tabular']],
    ['registered, and not in the font', { titl: 1 }, ['warning no-effect /pages/0/body/0/features/titl']],
    ['turned off, and not in the font', { titl: 0, ss19: 0 }, []],
    ['in the font', { tnum: 1, kern: 0 }, []],
  ])('an OpenType feature: %s', async (_what, features, expected) => {
    expect(await diagnose(page([{ text: '12', features }]))).toEqual(expected);
    const column = await diagnose(page([{ row: [{ features, text: '12' }] }]));
    expect(column).toEqual(expected.map((one) => one.replace('/features', '/row/0/features')));
  });

  test('an OpenType feature is looked for in the fonts of its text, if the template says which', async () => {
    const text = { text: '1', style: 'sum' };
    const styles = { base: { font: 'courier', features: { tnum: 1, kern: 1 } }, sum: { features: { tnum: 1, tmun: 1 } } };
    expect(await diagnose({ ...page([text]), styles })).toEqual([
      'warning no-effect /styles/base/features/tnum',
      'warning no-effect /styles/sum/features/tmun',
    ]);
  });

  test('all of them, not only the first', async () => {
    expect(await diagnose(page([{ type: 'nope' }, { type: 'image' }, '{{ ( }}']))).toHaveLength(3);
  });
  test('a thousand warnings do not hide an error', async () => {
    const doubts = Array.from({ length: 1100 }, () => 'a **b** c');
    const told = await diagnose(page([...doubts, { type: 'nope' }]));
    expect(told.filter((one) => one.startsWith('warning')).length).toBeGreaterThan(1000);
    expect(told.filter((one) => one.startsWith('error'))).toEqual(['error unknown-component /pages/0/body/1100/type']);
  });

  test('faults below a long name are told until their list is large', async () => {
    const name = 'n'.repeat(400_000);
    const members = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`m${i}`, 1]));
    for (const part of ['styles', 'fonts'])
      expect((await diagnose({ ...page(['a']), [part]: { [name]: members } })).length).toBeLessThan(5);
  });

  test('and a template that nests without end is refused', async () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 500; i++) deep = [deep];
    expect(await diagnose(page(deep))).toEqual([expect.stringContaining('error too-deep')]);
  });
  test('hostile values never make it throw', async () => {
    for (const pages of [
      ...[null, 5, 'x', [null], [5], [[]], [{ body: null }], [{ body: { stack: null } }], [{ body: [], header: 5 }]],
      ...[[{ body: [], size: ['a'] }], [JSON.parse('{"__proto__":{"body":[]}}')]],
    ]) {
      expect((await compile({ pages })).program).toBeUndefined();
    }
  });
});

test('a good template has nothing to report', async () => {
  expect(await diagnose(page(['a', 'Page {{ page.number }} of {{ page.total }}']))).toEqual([]);
});

test('paths are proved against the schema of the data, elements against that of their list', async () => {
  const dataSchema = objectOf({
    lines: listOf(objectOf({ name: { type: 'string' } })),
  });
  const table = { table: 'lines', as: 'l', columns: ['{{ l.nam }}'] };
  expect(await diagnose({ ...page([table]), dataSchema })).toEqual(['error unknown-path /pages/0/body/0/columns/0']);
});

test('one run tells every fault, of the head, the pages, components and what is inside them', async () => {
  const found = await diagnose({
    bogus: 1,
    styles: { h1: { sise: 3, bold: true } },
    pages: [
      {
        margn: 3,
        body: [
          { text: 'a', style: 'h1' },
          { stack: ['{{ zz | upcas }}', { type: 'txt' }], gapp: 2 },
          { table: 'lines', columns: [] },
          { table: 'lines' },
        ],
      },
    ],
  });
  expect(found.sort()).toEqual([
    'error missing-property /pages/0/body/3',
    'error unknown-component /pages/0/body/1/stack/1/type',
    'error unknown-filter /pages/0/body/1/stack/0',
    'error unknown-property /bogus',
    'error unknown-property /pages/0/body/1/gapp',
    'error unknown-property /pages/0/margn',
    'error unknown-property /styles/h1/sise',
    'error wrong-value /pages/0/body/2/columns',
  ]);
});

describe('how numbers and dates are written', () => {
  const page = [{ body: ['x'] }];
  test.each([
    ['locale', 'de_DE', /did you mean "de-DE"/],
    ['locale', 'german', /did you mean "de"\?/],
    ['timezone', 'CEST', /did you mean "Europe\/Berlin"/],
    ['timezone', 'Europe/Berln', /did you mean "Europe\/Berlin"/],
    ['currency', 'EURO', /is not a currency/],
  ] as const)('a %s that there is not is an error', async (member, value, message) => {
    const { diagnostics } = await compile({ [member]: value, pages: page });
    expect(diagnostics).toMatchObject([{ severity: 'error', code: `unknown-${member}`, pointer: `/${member}` }]);
    expect(diagnostics[0]!.message).toMatch(message);
  });
  test.each(['locale', 'timezone', 'currency'])('a faulty binding for the %s is an error where it is written', async (member) => {
    expect(await diagnose({ [member]: '{{ a | nofilter }}', pages: page })).toEqual([`error unknown-filter /${member}`]);
  });
  test('so is a language of the document', async () => {
    expect(await diagnose({ document: { lang: 'german' }, pages: page })).toEqual(['error unknown-lang /document/lang']);
    expect(await diagnose({ document: { lang: 'de-AT' }, pages: page })).toEqual([]);
  });
  test.each([
    ["{{ 1 | money: 'EURO' }}", 'wrong-arguments'],
    ["{{ '2024-02-30' | date }}", 'wrong-type'],
    ["{{ '2024-02-20' | date: 'dd.MM.jjjj' }}", 'wrong-arguments'],
  ])('%s is an error where it is written', async (text, code) => {
    expect(await diagnose({ pages: [{ body: [text] }] })).toEqual([`error ${code} /pages/0/body/0`]);
  });
});

test.each([
  [{ left: 60, right: 60, top: 10, bottom: 10 }, 'left and right take 120 mm of 105 mm'],
  [{ left: 10, right: 10, top: 100, bottom: 50 }, 'top and bottom take 150 mm of 148 mm'],
  [80, 'left and right take 160 mm of 105 mm, top and bottom take 160 mm of 148 mm'],
])('margins %j that leave no room on A6 are told with their sides', async (margin, sides) => {
  const { diagnostics } = await compile(page(['a'], { size: 'A6', margin }));
  expect(diagnostics.map(({ message }) => message)).toEqual([`The margins leave no room on the sheet: ${sides}.`]);
});

test.each<[string, boolean, object]>([
  ['in a text', true, { pages: [{ body: ['{{ doc.date | date }}', 'x'] }] }],
  ['in a condition', true, { pages: [{ body: [{ text: 'a', when: "(doc.date | day) > '2026-01-01'" }, 'x'] }] }],
  ['in its title', true, { document: { title: '{{ doc.date }}' }, pages: [{ body: ['x'] }] }],
  ['nowhere', false, { pages: [{ body: ['{{ date }} doc.date'] }] }],
])('a program says whether its template uses the date of the document: %s', async (_where, usesDate, template) => {
  expect((await compile({ ...template })).program?.usesDate).toBe(usesDate);
});

test('hyphenation patterns that cannot be read are an error, once', async () => {
  const bytes = Buffer.from('\\patterns{o12v}');
  const resources = createFileResources({ 'hyphenation/cs.tex': { sha256: 'cs', bytes } });
  const body = [
    { text: 'svoboda', hyphenate: true },
    { text: 'rovno', hyphenate: { before: 3 } },
  ];
  expect(await explain({ document: { lang: 'cs' }, pages: [{ body }] }, resources)).toEqual([
    expect.stringMatching(/^error broken-asset \/assets The hyphenation patterns hyphenation\/cs\.tex cannot be read: line 1/),
  ]);
});

describe('params of a definition', () => {
  const faultsOf = async (param: object, more: object = {}) => {
    const { diagnostics } = await compile({
      define: { d: { params: { p: param }, body: ['x'] } },
      pages: [{ body: [{ use: 'd', with: { p: 1 } }] }],
      ...more,
    });
    return diagnostics.flatMap(({ severity, pointer, message }) =>
      severity === 'error' && pointer.startsWith('/define') ? [`${pointer.replace('/define/d/params/p', '')} ${message}`] : [],
    );
  };
  test('have defaults that fit them', async () => {
    const inner = objectOf({ y: { type: 'string' } });
    expect(await faultsOf({ type: 'string', default: 5 })).toEqual([
      '/default The default does not fit its own schema: it must be text, not 5.',
    ]);
    expect(await faultsOf({ type: 'object', required: ['x'], properties: { x: inner }, default: { x: {} } })).toEqual([
      '/default The default does not fit its own schema: it must be text and have "x.y".',
    ]);
    expect(await faultsOf({ type: 'number', default: 5 })).toEqual([]);
  });
  test.each([
    ['text', '; did you mean "string"?'],
    ['list', '; did you mean "array"?'],
    ['interger', '; did you mean "integer"?'],
    ['date', '; there are: string, number, integer, boolean, array, object, null'],
  ])('have types of JSON Schema, not %s', async (type, advice) => {
    const fault = `/type JSON Schema has no type "${type}"${advice}`;
    expect(await faultsOf({ type })).toEqual([fault]);
    expect(await faultsOf({ type: 'object', properties: { a: { type: ['null', type] } } })).toEqual([`/properties/a${fault}`]);
  });
  test('refer to the data schema', async () => {
    const reference = { $ref: 'schema.json#/properties/a' };
    const leadsNowhere = '/$ref "schema.json#/properties/a" leads to nothing in the data schema';
    expect(await faultsOf(reference)).toEqual([`${leadsNowhere}: the template has no data schema.`]);
    const dataSchema = (name: string) => ({ dataSchema: { type: 'object', properties: { [name]: number } } });
    expect(await faultsOf(reference, dataSchema('b'))).toEqual([`${leadsNowhere}; did you mean "schema.json#/properties/b"?`]);
    expect(await faultsOf(reference, dataSchema('a'))).toEqual([]);
    // The type of "a" is a text, in which no name can be near.
    const through = { $ref: 'schema.json#/properties/a/type/0' };
    expect(await faultsOf(through, dataSchema('a'))).toEqual([expect.stringMatching(/data schema: write "schema\.json#/)]);
  });
});
