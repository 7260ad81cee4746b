// Definitions, their uses and their slots.
import { describe, expect, test } from 'vitest';
import { canonicalForm } from '../../../../src/document/compile/canonical-form.ts';
import { compile, diagnose, explain, itemsOf, type LaidOut, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { listOf, number, objectOf } from '../../../support/schemas.ts';
import { structureLines } from '../../../support/structure.ts';

const text = { type: 'string' };
const customer = objectOf({ name: text, zip: text, phone: text, orders: listOf(number) }, 'name zip');
const dataSchema = objectOf(
  {
    customer,
    customers: listOf({ $ref: '#/properties/customer' }),
    total: number,
    tone: { enum: ['dark', 'light'] },
    maybe: { type: ['string', 'null'] },
    note: text,
  },
  'customer customers total tone maybe',
);
const who = { $ref: 'schema.json#/properties/customer' };
const address = { params: { who }, body: ['{{ who.name }}', '{{ who.zip }}'] };
const card = {
  params: { title: text, hue: { type: 'string', default: '#ff0000' } },
  body: [{ text: '{{ title }}', color: '{{ hue }}' }, { slot: 'body' }],
};
const ada = { name: 'Ada', zip: '123', orders: [1, 2] };
const bob = { name: 'Bob', zip: '456', orders: [3] };
const data = { customer: ada, customers: [ada, bob], total: 5, tone: 'dark', maybe: null, note: 'n' };

const texts = async (body: unknown, define: unknown, page = {}) =>
  pageTexts(await layOut(body, data, page, { define, dataSchema })).flat();

/** The faults of a template: `error wrong-param /pages/0/body/0/with/who The param …`. */
const faults = (body: unknown, define: unknown, more: Record<string, unknown> = {}) =>
  explain({ dataSchema, ...(define !== undefined && { define }), pages: [{ body }], ...more });
const colorsOf = (laidOut: LaidOut) => itemsOf(laidOut, 'text').map(({ segment }) => segment.style.color);
/** The faults of one `use` in a template without other faults. */
const faultsOf = (use: unknown, define: unknown) => faults([use], define);

describe('a use', () => {
  test('prints the content of its definition with the given values', async () => {
    const define = { address, card };
    const body = [
      { use: 'address', with: { who: '{{ customer }}' } },
      { use: 'card', with: { title: 'Terms of {{ customer.name }}' }, body: ['{{ total }} days'] },
    ];
    expect(await texts(body, define)).toEqual(['Ada', '123', 'Terms of Ada', '5 days']);
    expect(await faults(body, define)).toEqual([]);
  });
  test('is a stack whose common properties its content inherits', async () => {
    const use = { use: 'address', with: { who: '{{ customer }}' }, align: 'right', margin: [5, 0, 0, 20] };
    const lines = await layOut([use], data, {}, { define: { address }, dataSchema });
    const plain = await layOut([{ stack: ['Ada', '123'], align: 'right', margin: [5, 0, 0, 20] }]);
    expect(pageLines(lines)).toEqual(pageLines(plain));
  });
  test('stands in a repeat, a cell, a row, a band, a slot and another definition', async () => {
    const use = (path: string) => ({ use: 'address', with: { who: `{{ ${path} }}` } });
    const define = { address, card, pair: { params: { a: who, b: who }, body: { row: [use('a'), use('b')] } } };
    const both = ['Ada', '123', 'Bob', '456'];
    expect(await texts([{ repeat: 'customers', as: 'c', body: use('c') }], define)).toEqual(both);
    expect(await texts([{ table: 'customers', as: 'c', columns: [{ body: use('c') }] }], define)).toEqual(both);
    const pair = { use: 'pair', with: { a: '{{ customers[0] }}', b: '{{ customers[1] | default: customer }}' } };
    expect(await texts([pair], define)).toEqual(both);
    expect(await texts(['x'], define, { header: [use('customer')] })).toEqual(['Ada', '123', 'x']);
    const within = { use: 'card', with: { title: '{{ loop.index }}.' }, body: use('c') };
    const numbered = ['1.', 'Ada', '123', '2.', 'Bob', '456'];
    expect(await texts([{ repeat: 'customers', as: 'c', body: within }], define)).toEqual(numbered);
  });
  test('with a when is there only if it holds, and its values may need the condition', async () => {
    const define = { one: { params: { p: text }, body: '{{ p }}' } };
    expect(await texts([{ use: 'one', when: 'total > 9', with: { p: 'a' } }, 'x'], define)).toEqual(['x']);
    expect(await faultsOf({ use: 'one', when: 'note', with: { p: '{{ note }}' } }, define)).toEqual([]);
    expect(await faultsOf({ use: 'one', with: { p: '{{ note }}' } }, define)).toEqual([
      expect.stringMatching(/^warning possibly-missing \/pages\/0\/body\/0\/with\/p /),
    ]);
  });
  test('keeps the type of one binding alone, also inside of lists and objects', async () => {
    const row = objectOf({ label: text, value: number });
    const body = { repeat: 'rows', as: 'r', body: '{{ r.label }}: {{ r.value + 1 }}' };
    const define = { pairs: { params: { rows: listOf(row) }, body } };
    const rows = [
      { label: 'Net of {{ customer.name }}', value: '{{ total }}' },
      { label: 'VAT', value: 2 },
    ];
    expect(await texts([{ use: 'pairs', with: { rows } }], define)).toEqual(['Net of Ada: 6', 'VAT: 3']);
    expect(await faultsOf({ use: 'pairs', with: { rows } }, define)).toEqual([]);
    expect(await faultsOf({ use: 'pairs', with: { rows: [rows[0], { label: 'x', value: '{{ customer }}' }] } }, define)).toEqual([
      'error wrong-param /pages/0/body/0/with/rows The param "rows.1.value" takes a number, but this has an object there.',
    ]);
  });
  test('has names for values of its params, proved and computed for each use', async () => {
    const one = {
      params: { who },
      let: { sum: 'who.orders | default: null | sum', twice: 'sum * 2' },
      body: ['{{ who.name }} {{ twice }}', { text: 'many', when: 'sum > 2' }],
    };
    const body = { repeat: 'customers', as: 'c', body: { use: 'one', with: { who: '{{ c }}' } } };
    expect(await texts([body], { one })).toEqual(['Ada 6', 'many', 'Bob 6', 'many']);
    const page = { let: { loud: 'name | upcase' }, page: { margin: 5, size: [200, 60], header: ['{{ loud }}'] } };
    const define = { d: { params: { name: text }, ...page } };
    const pages = [{ use: 'd', with: { name: '{{ customer.name }}' }, body: ['b'] }];
    expect(pageTexts(await layOut([], data, {}, { define, dataSchema, pages })).flat()).toEqual(['ADA', 'b']);
    const told = async (values: Record<string, string>, more = {}) => {
      const both = { one: { params: { title: text }, let: values, body: '{{ title }}', ...more } };
      return faults([{ use: 'one', with: { title: 'a' } }], both);
    };
    expect(await told({ a: 'titel' })).toEqual([
      'error unknown-path /define/one/let/a The data schema has no "titel"; did you mean "title"?',
      'warning unused-name /define/one/let/a No expression uses "a".',
    ]);
    expect(await told({ title: "'a'" })).toEqual([expect.stringContaining('error name-shadowed /define/one/let/title ')]);
    expect(await told({ a: 'data.total' }, { body: '{{ title }}{{ a }}' })).toEqual([]);
    expect((await told({ total: '1' }))[0]).toContain('"total" is already a name of the data');
    expect(await told({ a: 'title' }, { page: { header: ['{{ a }}'], margin: 5, size: [200, 60] } })).toEqual([]);
    expect(await told({ a: 'title | upcase' }, { body: '{{ a * 2 }}' })).toEqual([
      'error wrong-type /define/one/body "*" needs a number, but the data schema gives text here.',
    ]);
    // Without params, its values have the types of each use.
    const free = { params: ['x'], let: { loud: 'x | upcase' }, body: '{{ loud }}' };
    expect(await texts([{ use: 'free', with: { x: '{{ customer.name }}' } }], { free })).toEqual(['ADA']);
    expect((await faults([{ use: 'free', with: { x: '{{ customer }}' } }], { free }))[0]).toContain('/define/free/let/loud');
  });
  test('takes a value of unknown type for a param with a default as for one without', async () => {
    const define = {
      plain: { params: { p: text }, body: '{{ p }}' },
      one: { params: { p: { type: 'string', default: 'D' } }, body: '{{ p }}' },
    };
    for (const use of ['plain', 'one']) {
      const { diagnostics } = await compile({ define, pages: [{ body: [{ use, with: { p: '{{ x }}' } }] }] });
      expect(diagnostics.filter(({ severity, pointer }) => severity === 'error' || pointer.endsWith('/p'))).toEqual([]);
    }
    expect(await texts([{ use: 'one', with: { p: '{{ note }}' } }], { one: define.one })).toEqual(['n']);
  });
  test('takes the default of a param that is left out, missing or null', async () => {
    const define = { one: { params: { p: { type: 'string', default: 'none' } }, body: '{{ p }}' } };
    const uses = [{ use: 'one' }, { use: 'one', with: { p: '{{ maybe }}' } }, { use: 'one', with: ['{{ note }}'] }];
    expect(await texts(uses, define)).toEqual(['none', 'none', 'n']);
    expect(await faults(uses, define)).toEqual([]);
  });
  test('has the tags of its content, and each part of it is an item of a list', async () => {
    const plain = structureLines(await layOut([{ stack: ['a', { stack: ['b', 'c'] }], role: 'list' }]));
    expect(plain.join().match(/\bLI\b/g)).toHaveLength(2);
    const define = { list: { body: ['a', { stack: ['b', 'c'] }] }, frame: { body: { slot: 'body', role: 'list' } } };
    expect(structureLines(await layOut([{ use: 'list', role: 'list' }], data, {}, { define }))).toEqual(plain);
    expect(structureLines(await layOut([{ use: 'frame', body: define.list.body }], data, {}, { define }))).toEqual(plain);
  });
});

describe('a definition', () => {
  test('sees its params, the data, the let of the template, page and doc, but no names around its use', async () => {
    const seen = ['{{ total }}', '{{ data.total }}', '{{ double }}', '{{ total | twice }}', '{{ who.name }}', '{{ doc.title }}'];
    const hidden = ['{{ c.name }}', '{{ who.nam }}', { text: 'x', when: 'loop.first' }, '{{ n }}'];
    const use = { repeat: 'customers', as: 'c', let: { n: '1' }, body: { use: 'address', with: { who: '{{ c }}' } } };
    const more = { let: { double: 'total * 2', 'twice(n)': 'n * 2' } };
    const define = { address: { params: { who }, body: seen } };
    expect(await faults([use], define, more)).toEqual([expect.stringContaining('warning unused-name /pages/0/body/0/let/n ')]);
    expect(
      pageTexts(await layOut([use], data, {}, { define, dataSchema, ...more }))
        .flat()
        .slice(0, 5),
    ).toEqual(['5', '5', '10', '10', 'Ada']);
    const outside = 'a definition sees the data and its own params, and no names around its "use": to give it';
    expect(await faults([use], { address: { params: { who }, body: hidden } })).toEqual([
      `error unknown-path /define/address/body/0 The data schema has no "c"; ${outside} "c", add it to "params" and "with"`,
      expect.stringMatching(
        /^error unknown-path \/define\/address\/body\/1 The schema of the params has no "who.nam"; did you mean "name"\?/,
      ),
      expect.stringMatching(/^error unknown-path \/define\/address\/body\/2\/when "loop" is known only/),
      `error unknown-path /define/address/body/3 The data schema has no "n"; ${outside} "n", add it to "params" and "with"`,
      expect.stringContaining('warning unused-name /pages/0/body/0/let/n '),
    ]);
  });
  test('has the name of a param for its own value, and is warned where this hides another', async () => {
    const define = { d: { params: { total: text, double: text }, body: ['{{ total }}', '{{ data.total }}', '{{ double }}'] } };
    const use = { use: 'd', with: ['a', 'b'] };
    const more = { let: { double: 'total * 2' } };
    expect(await texts([use, '{{ total }}'], define)).toEqual(['a', '5', 'b', '5']);
    expect(await faults([use, '{{ double }}'], define, more)).toEqual([
      'warning name-shadowed /define/d/params/total In the definition "d", the param "total" hides the data of this name. Choose another name, or take the param out: the definition sees the data itself.',
      'warning name-shadowed /define/d/params/double In the definition "d", the param "double" hides the value of the template\'s "let" of this name. Choose another name, or take the param out: the definition sees the value itself.',
    ]);
    const listed = { d: { params: ['total', 'double'], body: define.d.body } };
    expect((await faults([use, '{{ double }}'], listed, more)).map((one) => one.split(' ', 3).join(' '))).toEqual([
      'warning name-shadowed /define/d/params/0',
      'warning name-shadowed /define/d/params/1',
    ]);
  });
  test('does not see what a condition around its use proves, since it means the same everywhere', async () => {
    const found = await faults([{ use: 'd', when: 'note' }], { d: { body: '{{ note }}' } });
    expect(found).toEqual([expect.stringMatching(/^warning possibly-missing \/define\/d\/body /)]);
  });
  test('is proved once, also without a use', async () => {
    const define = { address: { params: { who }, body: ['{{ who.phone }}', '{{ who.x }}'] } };
    const use = { use: 'address', with: { who: '{{ customer }}' } };
    const found = (await faults([use, use], define)).map((one) => one.split(' ', 3).join(' '));
    expect(found).toEqual(['error unknown-path /define/address/body/1', 'warning possibly-missing /define/address/body/0']);
    expect((await faults(['x'], define)).map((one) => one.split(' ', 3).join(' '))).toEqual([
      'error unknown-path /define/address/body/1',
      'warning unused-definition /define/address',
    ]);
  });
  test('in a band may ask for the page, and prints data only if its values are data', async () => {
    const one = { params: { a: { type: 'string', default: 'd' } }, body: ['{{ a }}', { text: 'x', when: 'page.number > 1' }] };
    const found = (a: Record<string, unknown>) =>
      faults([], { one }, { pages: [{ body: ['x'], header: [{ use: 'one', with: a }] }] });
    expect(await found({})).toEqual([]);
    expect(await found({ a: 'written' })).toEqual([]);
    expect(await found({ a: '{{ customer.name }}' })).toEqual([expect.stringContaining('warning unread-data /pages/0/header ')]);
    expect(await faultsOf({ use: 'one' }, { one })).toEqual([
      expect.stringContaining('error too-early /define/one/body/1/when '),
    ]);
  });
  test('with its params needs no data schema', async () => {
    const one = { params: { a: objectOf({ b: text }) }, body: '{{ a.b }}' };
    const compiled = await compile({ define: { one }, pages: [{ body: [{ use: 'one', with: { a: { b: 'x' } } }] }] });
    expect([compiled.diagnostics, compiled.usesUnproved]).toEqual([[], false]);
  });
  test('whose params are names is proved with the types of each use, and tells once what is wrong for all of them', async () => {
    const define = { any: { params: ['who'], body: '{{ who.name }}' } };
    expect(await texts([{ use: 'any', with: { who: '{{ customer }}' } }], define)).toEqual(['Ada']);
    expect(await faultsOf({ use: 'any', with: ['{{ customer }}'] }, define)).toEqual([]);
    expect(await faultsOf({ use: 'any', with: { who: '{{ total }}' } }, define)).toEqual([
      expect.stringMatching(/^error unknown-path \/define\/any\/body .*"who.name".*"use" at \/pages\/0\/body\/0\)$/),
    ]);
    expect(await faultsOf({ use: 'any' }, define)).toEqual(
      [
        'error wrong-param /pages/0/body/0 The definition "any" needs the param "who": write it into "with".',
        expect.stringContaining('error unknown-path /define/any/body '),
      ].slice(0, 1),
    );
    const tone = { any: { params: ['hue'], body: { text: 'x', when: "hue == 'dark'" } } };
    expect(await faultsOf({ use: 'any', with: { hue: 'light' } }, tone)).toEqual([]);
    const wrong = { any: { params: ['who'], body: ['{{ who }}', '{{ totl }}'] } };
    expect(
      await faults(
        [1, 2].map((n) => ({ use: 'any', with: [n] })),
        wrong,
      ),
    ).toEqual(['error unknown-path /define/any/body/1 The data schema has no "totl"; did you mean "total"?']);
  });
  test('takes the values of a list in the order of its params', async () => {
    const define = { d: { params: { a: text, b: { type: 'number', default: 7 } }, body: '{{ a }} {{ b }}' } };
    const uses = [['x', 1], ['y'], { b: 2, a: 'z' }].map((given) => ({ use: 'd', with: given }));
    expect(await texts(uses, define)).toEqual(['x 1', 'y 7', 'z 2']);
    expect(await faultsOf({ use: 'd', with: ['x', 'y'] }, define)).toEqual([
      'error wrong-param /pages/0/body/0/with/1 The param "b" takes a number, but the written value is "y".',
    ]);
    expect(await faultsOf({ use: 'd', with: ['x', 1, 2] }, define)).toEqual([
      'error wrong-param /pages/0/body/0/with/2 The definition "d" takes 2 values, and this is one more; it has: a, b',
    ]);
    expect(await faultsOf({ use: 'd', with: [] }, define)).toEqual([
      'error wrong-param /pages/0/body/0 The definition "d" needs the param "a" (text): write it into "with".',
    ]);
    expect(await faultsOf({ use: 'd', with: { x: 1 } }, { d: { body: 'x' } })).toEqual([
      'error wrong-param /pages/0/body/0/with/x The definition "d" has no param "x"; it has none: write "params": ["x"] in it if it needs this',
    ]);
  });
  test('a style that is bound around a use or a slot sees the data of its own place', async () => {
    const define = {
      box: { params: { tone: text, title: text }, body: [{ stack: ['{{ title }}', { slot: 'body' }], color: '{{ tone }}' }] },
    };
    const body = [
      {
        use: 'box',
        color: "{{ total > 1 ? '#00ff00' : '' }}",
        with: { tone: '#ff0000', title: 'a' },
        body: [{ repeat: 'customers', as: 'c', body: '{{ c.name }}' }],
      },
      { use: 'plain', color: "{{ total > 1 ? '#00ff00' : '' }}" },
    ];
    const laidOut = await layOut(body, data, {}, { define: { ...define, plain: { body: 'b' } }, dataSchema });
    expect(colorsOf(laidOut)).toEqual(['#ff0000', '#ff0000', '#ff0000', '#00ff00']);
  });
  test('sees the colours of the template, also those that depend on data', async () => {
    const colors = { accent: '#00ff00', brand: "{{ total > 1 ? '#0000ff' : '' }}" };
    const tones = Object.entries({ a: 'accent', b: 'brand', c: '{{ tone }}' });
    const body = [...tones.map(([text, color]) => ({ text, color })), { slot: 'body' }];
    const define = {
      one: { params: { tone: { type: 'string', default: 'accent' } }, body },
      page: { page: { size: [200, 90], margin: 5, header: [{ text: 'h', color: 'brand' }] } },
    };
    const content = [
      { use: 'one', body: { text: 'd', color: 'brand' } },
      { use: 'one', with: { tone: 'brand' } },
    ];
    const laidOut = await layOut([], data, {}, { define, dataSchema, colors, pages: [{ use: 'page', body: content }] });
    expect(String(colorsOf(laidOut))).toBe('#0000ff,#00ff00,#0000ff,#00ff00,#0000ff,#00ff00,#0000ff,#0000ff');
    expect(await faults([{ use: 'a' }], { a: { body: { text: 'x', color: 'acent' } } }, { colors })).toEqual([
      expect.stringMatching(/^error unknown-color \/define\/a\/body\/color /),
    ]);
  });
  test('warnings name the place in the definition, and the place in the data of the list that is meant', async () => {
    const list = listOf(number);
    const divided = () => ({ params: { values: list }, body: { repeat: 'values', body: '{{ 1 / (item - 3) }}' } });
    const define = {
      orders: { params: { who }, body: { use: 'list', with: { values: '{{ who.orders }}' } } },
      list: divided(),
      twice: { params: { list: { type: 'array' } }, body: { repeat: 'list', body: { slot: 'body' } } },
      mixed: divided(),
    };
    const twice = { use: 'twice', with: { list: '{{ c.orders }}' }, body: '{{ 1 / (c.orders.size - 1) }}' };
    const body = [
      { repeat: 'customers', as: 'c', body: { use: 'orders', with: { who: '{{ c }}' } } },
      { use: 'mixed', with: { values: [3] } },
      { use: 'orders', with: { who: '{{ customers[1] | default: customer }}' } },
      { repeat: 'customers', as: 'c', body: twice },
      { use: 'orders', with: { who: '{{ vip }}' } },
      'x',
    ];
    const schema = {
      ...dataSchema,
      required: [...dataSchema.required, 'vip'],
      properties: { ...dataSchema.properties, vip: customer },
    };
    const vip = { ...bob, orders: [...bob.orders] };
    const { warnings } = await layOut(body, { ...data, vip }, {}, { define, dataSchema: schema });
    expect(warnings.map(({ component, dataPath }) => `${component} ${dataPath}`)).toEqual([
      '/define/list/body/body /customers/1/orders/0',
      '/define/mixed/body/body null',
      '/define/list/body/body /customers/1/orders/0',
      '/pages/0/body/3/body/body /customers/1',
      '/define/list/body/body /vip/orders/0',
    ]);
  });
});

describe('what a document lacks is told for each use', () => {
  const twice = [{ use: 'd', with: { s: 'aaa bbb' } }, 'x', { use: 'd', with: { s: 'ccc ddd' } }];
  const told = (laidOut: { readonly warnings: readonly { readonly code: string; readonly message: string }[] }) =>
    laidOut.warnings.map(({ code, message }) => `${code} ${/\(in .*/.exec(message)}`);
  test('in components, with the way through other definitions', async () => {
    const define = {
      d: { params: { s: text }, body: { text: '{{ s }}', maxLines: 1, width: 20 } },
      outer: { body: [{ use: 'd', with: { s: 'eee fff' } }, { slot: 'body' }] },
    };
    const body = [...twice, { use: 'outer', body: [{ text: 'gg hh', maxLines: 1, width: 20 }] }];
    const laidOut = await layOut(body, data, {}, { define, dataSchema });
    expect(told(laidOut)).toEqual([
      'text-cut (in the "use" at /pages/0/body/0)',
      'text-cut (in the "use" at /pages/0/body/2)',
      'text-cut (in the "use" at /define/outer/body/0 in the "use" at /pages/0/body/3)',
      'text-cut null',
    ]);
  });
  test('in page layouts', async () => {
    const define = { d: { params: { s: text }, page: { header: [{ text: '{{ s }}', maxLines: 1, width: 20 }] } } };
    const pages = [0, 1].map((i) => ({ use: 'd', size: [200, 100], margin: 20, with: { s: `${i} aaa bbb` }, body: ['x'] }));
    expect(told(await layOut([], data, {}, { define, dataSchema, pages }))).toEqual([
      'text-cut (in the "use" at /pages/0)',
      'text-cut (in the "use" at /pages/1)',
    ]);
  });
  test('for what refuses the document', async () => {
    const define = { d: { params: { s: text }, body: { text: '{{ s }}', maxLines: 1, width: 20, overflow: 'error' } } };
    const message = expect.stringMatching(/ \(in the "use" at \/pages\/0\/body\/0\)$/);
    await expect(layOut(twice, data, {}, { define, dataSchema })).rejects.toMatchObject({ errors: [{ message }] });
  });
});

test('a param beside the name is told where the value belongs', async () => {
  const define = { d: { params: { x: text }, body: '{{ x }}' } };
  expect((await faultsOf({ use: 'd', x: '1' }, define)).map((one) => one.split(' ').slice(3).join(' '))).toEqual([
    '"x" is not known here; to give a param, write "with": { "x": … }',
    'The definition "d" needs the param "x" (text): write it into "with".',
  ]);
  expect(await faultsOf({ use: 'd', with: { x: '1' }, alig: 'right' }, { d: { params: { x: text }, body: '{{ x }}' } })).toEqual([
    expect.stringMatching(/did you mean "align"\?$/),
  ]);
});

describe('the values of a use are proved', () => {
  const define = { address, card };
  const titleOf = (title: unknown) => faultsOf({ use: 'card', with: { title } }, { card });
  test('names', async () => {
    expect(await faultsOf({ use: 'adress', with: { who: '{{ customer }}' } }, define)).toEqual([
      'error unknown-definition /pages/0/body/0/use There is no definition "adress"; did you mean "address"?',
      expect.stringContaining('unused'),
      expect.stringContaining('unused'),
    ]);
    expect(await faultsOf({ use: 'x' }, undefined)).toEqual([
      'error unknown-definition /pages/0/body/0/use There is no definition "x"; write definitions under "define", beside "pages"',
    ]);
    expect(await faultsOf({ use: 'address', with: { wo: '{{ customer }}' } }, { address })).toEqual([
      'error wrong-param /pages/0/body/0/with/wo The definition "address" has no param "wo"; did you mean "who"?',
    ]);
    expect(await faultsOf({ use: 'address' }, { address })).toEqual([
      'error wrong-param /pages/0/body/0 The definition "address" needs the param "who" (an object): write it into "with".',
    ]);
  });
  test.each([
    ['{{ total }}', 'takes text, but {{ total }} is a number.'],
    [5, 'takes text, but the written value is 5.'],
    ['{{ customer }}', 'takes text, but {{ customer }} is an object.'],
    ['{{ maybe }}', 'takes text, but {{ maybe }} is text or null.'],
    [['a'], 'takes text, but this is a list.'],
    [null, 'takes text, but the written value is null.'],
  ])('the type of %j', async (title, message) => {
    expect((await titleOf(title)).filter((one) => one.startsWith('error'))).toEqual([
      `error wrong-param /pages/0/body/0/with/title The param "title" ${message}`,
    ]);
  });
  test('a binding with text around it is text', async () => {
    expect(await titleOf('{{ total }} €')).toEqual([]);
  });
  test('members', async () => {
    const wants = (schema: object) => ({ one: { params: { who: schema }, body: 'x' } });
    const use = { use: 'one', with: { who: '{{ customer }}' } };
    expect(await faultsOf(use, wants(objectOf({ name: text })))).toEqual([]);
    expect(await faultsOf(use, wants(objectOf({ phone: text })))).toEqual([
      'error wrong-param /pages/0/body/0/with/who The param "who.phone" must be there (text), but {{ customer }} may lack it.',
    ]);
    expect(await faultsOf(use, wants({ type: 'object', properties: { zip: number } }))).toEqual([
      'error wrong-param /pages/0/body/0/with/who The param "who.zip" takes a number, but {{ customer }} has text there.',
    ]);
  });
  test('elements, listed values and choices', async () => {
    const fault = async (schema: object, value: unknown) =>
      (await faultsOf({ use: 'one', with: { p: value } }, { one: { params: { p: schema }, body: 'x' } })).map((one) =>
        one.split(' ').slice(3).join(' '),
      );
    const strings = listOf({ type: 'string' });
    expect(await fault(strings, '{{ customer.orders | default: customers }}')).not.toEqual([]);
    expect(await fault(listOf(who), '{{ customers }}')).toEqual([]);
    expect(await fault({ enum: ['dark', 'light', 'red'] }, '{{ tone }}')).toEqual([]);
    expect(await fault({ enum: ['dark'] }, '{{ tone }}')).toEqual([
      'The param "p" takes "dark", but {{ tone }} is one of dark, light.',
    ]);
    expect(await fault({ enum: ['dark'] }, 'dark')).toEqual([]);
    expect(await fault({ anyOf: [number, who] }, '{{ customer }}')).toEqual([]);
    expect(await fault(number, '{{ total > 1 ? total : customer }}')).toEqual([
      'The param "p" takes a number, but {{ total > 1 ? total : customer }} is an object.',
    ]);
    expect(await fault({ type: 'object', additionalProperties: { type: 'string' } }, { a: 'x', b: 1 })).toEqual([
      'The param "p.b" takes text, but this has 1 there.',
    ]);
  });
  test('the schemas of the params too', async () => {
    const params = (schema: unknown, name = 'p') =>
      faults([{ use: 'one', with: { [name]: '{{ customer }}' } }], { one: { params: { [name]: schema }, body: 'x' } });
    const first = async (schema: unknown, name?: string) => (await params(schema, name))[0];
    const at = '/define/one/params/p';
    expect(await first({ $ref: 'schema.json#/properties/custmer' })).toBe(
      `error wrong-reference ${at}/$ref "schema.json#/properties/custmer" leads to nothing in the data schema; did you mean "schema.json#/properties/customer"?`,
    );
    // The second is as long as the right name.
    for (const $ref of ['#/properties/customer', 'schema.JSON#/properties/customer'])
      expect(await first({ $ref })).toMatch(/^error wrong-reference /);
    const nowhere = await first({ $ref: 'schema.json#/nowhere/at/all' });
    expect(nowhere).toMatch(/^error wrong-reference [^;]* leads to nothing in the data schema: /);
    const misspelt = await first({ $ref: 'schema.json#/propertys/custmer/properties/nmae' });
    expect(misspelt).toContain('did you mean "schema.json#/properties/customer/properties/name"?');
    expect(await first({ $ref: 'schema.json#/properties/xyzzy' })).toContain('write "schema.json#/properties/…"');
    const wrongType = new RegExp(`^error wrong-value ${at}/type .*did you mean "string"`);
    expect(await first({ type: 'text' })).toMatch(wrongType);
    const bound = await first({ type: 'string', default: '{{ customer.name }}' });
    expect(bound).toContain(`error wrong-param ${at}/default A default has no bindings`);
    expect(await first({ default: { a: ['x', '{{ y }}'] } })).toContain(`error wrong-param ${at}/default/a/1 `);
    expect(await first({ type: 'string', default: 5 })).toContain(`error wrong-param ${at}/default `);
    expect(await first('string')).toContain(`error wrong-type ${at} `);
    expect(await first({}, 'page')).toContain('error reserved-name /define/one/params/page ');
    const dashed = 'error reserved-name /define/one/params/vat-id "vat-id" cannot be a name in expressions';
    expect(await first({}, 'vat-id')).toContain(dashed);
  });
  test('nothing is proved where the template has no data schema', async () => {
    const { program } = await compile({ define: { card }, pages: [{ body: [{ use: 'card', with: { title: '{{ x }}' } }] }] });
    expect(program).toBeDefined();
  });
});

describe('a slot', () => {
  test('is the place of the body, in the order of reading', async () => {
    const define = { frame: { body: ['before', { slot: 'body', align: 'right' }, 'after'] } };
    const printed = await texts([{ use: 'frame', body: ['a', 'b'] }, { use: 'frame' }], define);
    expect(printed).toEqual(['before', 'a', 'b', 'after', 'before', 'after']);
  });
  test('content in nested slots sees the data of its own place', async () => {
    const define = {
      outer: { params: { t: text }, body: { use: 'inner', with: { t: 'in {{ t }}' }, body: ['{{ t }}', { slot: 'body' }] } },
      inner: { params: { t: text }, body: [{ repeat: 'list', as: 'x', body: ['{{ t }} {{ x }}', { slot: 'body' }] }] },
    };
    const list = {
      ...define,
      inner: { params: { t: text, list: { type: 'array', items: text, default: ['1'] } }, body: define.inner.body },
    };
    const use = { use: 'outer', with: { t: 'o' }, body: '{{ c.name }} {{ loop.index }}' };
    const printed = await texts([{ repeat: 'customers', as: 'c', body: use }], list);
    expect(printed).toEqual(['in o 1', 'o', 'Ada 1', 'in o 1', 'o', 'Bob 2']);
  });
  test('may stand twice, and both have the content', async () => {
    const twice = { body: [{ slot: 'body' }, { slot: 'body' }] };
    expect(await texts([{ use: 'twice', body: 'a' }], { twice })).toEqual(['a', 'a']);
  });
  test('and a use have no "type"', async () => {
    expect(await faults([{ type: 'use', use: 'x' }], undefined)).toEqual([
      'error unknown-property /pages/0/body/0/type leave "type" out: the key "use" says what the component is, as in { "use": "x" }',
    ]);
  });
  test('outside of a definition, of another name, or missing is a fault', async () => {
    expect(await faults([{ slot: 'body' }], undefined)).toEqual([
      expect.stringMatching(/^error slot-misplaced \/pages\/0\/body\/0 /),
    ]);
    expect(await faultsOf({ use: 'a' }, { a: { body: [{ slot: 'footer' }] } })).toEqual([
      expect.stringMatching(/^error wrong-value \/define\/a\/body\/0\/slot /),
    ]);
    expect(await faultsOf({ use: 'a', body: 'x' }, { a: { body: 'y' } })).toEqual([
      'error no-slot /pages/0/body/0/body The definition "a" has no { "slot": "body" }, so this "body" has no place in it.',
    ]);
  });
});

describe('a page layout with a use', () => {
  const letterhead = {
    params: { title: text, hue: { type: 'string', default: '#0000ff' } },
    page: {
      size: [200, 60],
      margin: 5,
      color: '{{ hue }}',
      header: [{ text: '{{ title }}' }],
      footer: ['{{ title }} {{ page.number }}'],
    },
  };
  const shown = async (pages: unknown[], define: unknown) =>
    layOut([], data, {}, { ...(define !== undefined && { define }), dataSchema, pages });
  test('takes sheet, margins and bands, and its own members win', async () => {
    const own = { footer: ['own {{ total }}'], body: ['{{ customer.name }}'] };
    const plain = { size: [200, 60], margin: 5, color: '#0000ff', header: ['Hi Ada'], ...own };
    const used = { use: 'letterhead', with: { title: 'Hi {{ customer.name }}' }, ...own };
    const laidOut = await shown([used], { letterhead });
    const { pages } = await shown([plain], undefined);
    expect(pageLines(laidOut)).toEqual(pageLines({ pages, warnings: [] }));
    expect(laidOut.pages[0]!.height).toBe(60);
    expect(colorsOf(laidOut)).toEqual(['#0000ff', '#0000ff', '#0000ff']);
    expect(await faults([], { letterhead }, { pages: [used] })).toEqual([
      expect.stringContaining('warning unread-data /define/letterhead/page/header '),
      expect.stringContaining('warning unread-data /pages/0/footer '),
    ]);
  });
  test('colours of the layout win in the bands of the definition too', async () => {
    const used = { use: 'letterhead', color: "{{ total > 1 ? '#00ff00' : '' }}", with: { title: 'a' }, body: ['b'] };
    expect(colorsOf(await shown([used], { letterhead }))).toEqual(['#00ff00', '#00ff00', '#00ff00']);
  });
  test('fills the slot in the body and the bands of the definition', async () => {
    const sheet = { size: [200, 100], margin: 10 };
    const define = { d: { page: { ...sheet, header: [{ slot: 'body' }], body: ['before', { slot: 'body' }] } } };
    const printed = pageTexts(await shown([{ use: 'd', body: ['{{ customer.name }}'] }], define)).flat();
    expect(printed).toEqual(['Ada', 'before', 'Ada']);
  });
  test('gives its values to the background, the labels and the style of the definition', async () => {
    const look = { style: '{{ name }}', labels: { prefix: '{{ name }}-' } };
    const background = [{ text: '{{ name }}', at: { x: 1, y: 2 } }];
    const define = { d: { params: { name: text }, page: { size: [200, 60], margin: 5, ...look, background } } };
    const styles = { base: { size: 8, lineHeight: 1.25 }, tinted: { background: '#ff0000' } };
    const pages = [{ use: 'd', with: { name: "{{ total > 1 ? 'tinted' : '' }}" }, body: ['b'] }];
    const laidOut = await layOut([], data, {}, { define, dataSchema, styles, pages });
    expect(pageTexts(laidOut).flat()).toEqual(['tinted', 'b']);
    expect(laidOut.pages[0]!.labels?.prefix).toBe('tinted-');
    expect(laidOut.pages[0]!.items[0]).toMatchObject({ kind: 'rect', fill: '#ff0000' });
  });
  test('replaces the style and the size of the definition', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, red: { color: '#ff0000' }, large: { size: 10 } };
    const define = { d: { page: { style: 'red', margin: 300, header: ['h'] } } };
    const pages = [{ use: 'd', style: 'large', size: [900, 900], body: ['b'] }];
    const laidOut = await layOut([], data, {}, { define, styles, pages });
    const looks = itemsOf(laidOut, 'text').map(({ segment: { style } }) => `${style.color} ${style.size}`);
    expect(looks).toEqual(['#000000 10', '#000000 10']);
  });
  test('makes parts whose elements the definition gets, on sheets that both decide', async () => {
    const define = {
      d: {
        params: { who: {} },
        page: {
          when: "who.name != 'Bob'",
          let: { shouted: 'who.name | upcase', first: 'who.orders | default: null' },
          size: '{{ who.size }}',
          margin: 5,
          header: [{ when: 'first', body: ['{{ shouted }} {{ page.number }}'] }],
          footer: ['{{ who.zip }}'],
        },
      },
    };
    const people = [ada, bob, { name: 'Cleo', zip: '7' }].map((one, i) => ({ ...one, size: [200, 60 + i] }));
    const page = {
      when: 'total > 1',
      each: 'customers',
      as: 'one',
      sort: { by: 'one.name', descending: true },
      let: { greeting: 'one.name | downcase' },
      use: 'd',
      with: { who: '{{ one }}' },
      body: ['{{ greeting }} {{ loop.index }} {{ one.zip }}'],
    };
    const { pages } = await layOut([], { total: 5, customers: people }, {}, { define, pages: [page] });
    expect(pageTexts({ pages, warnings: [] })).toEqual([
      ['cleo 1 7', '7'],
      ['ADA 2', 'ada 3 123', '123'],
    ]);
    expect(pages.map(({ height }) => height)).toEqual([62, 60]);
    await expect(layOut([], { total: 0, customers: people }, {}, { define, pages: [page] })).rejects.toThrow(
      'No page layout makes a sheet',
    );
  });
  test('gives names of let in one definition to the definition that it uses, whose condition sees them', async () => {
    const define = {
      base: { params: { title: text }, page: { when: "title != 'BOB'", size: [200, 60], margin: 5, footer: ['{{ title }}'] } },
      d: { params: { who }, page: { let: { loud: 'who.name | upcase' }, use: 'base', with: { title: '{{ loud }}' } } },
    };
    const page = { each: 'customers', as: 'one', use: 'd', with: { who: '{{ one }}' }, body: ['{{ one.zip }}'] };
    expect(pageTexts(await shown([page], define))).toEqual([['123', 'ADA']]);
  });
  test('of a definition has no "each", as its use gives the element', async () => {
    const define = { d: { page: { each: 'rows', where: 'item', body: ['a'] } } };
    expect(await faults([], define, { pages: [{ use: 'd' }] })).toEqual([
      expect.stringContaining('error unknown-property /define/d/page/each '),
      expect.stringContaining('error unknown-property /define/d/page/where '),
    ]);
  });
  test('may use a definition that uses another', async () => {
    const define = {
      base: { params: { t: text }, page: { size: [200, 60], margin: 5, header: ['{{ t }}'], footer: ['f'] } },
      letter: { params: { t: text }, page: { use: 'base', with: { t: '<{{ t }}>' }, footer: ['{{ t }}'] } },
    };
    const pages = [{ use: 'letter', with: { t: '{{ customer.name }}' }, body: ['b'] }];
    expect(pageTexts(await shown(pages, define)).flat()).toEqual(['<Ada>', 'b', 'Ada']);
    expect((await faults([], define, { pages })).filter((one) => one.startsWith('error'))).toEqual([]);
  });
  test('has its body in the slot of a definition further in', async () => {
    const define = {
      base: { page: { size: [200, 60], margin: 5, body: ['before', { slot: 'body' }] } },
      letter: { params: { t: text }, page: { use: 'base', margin: 4 } },
    };
    const page = { use: 'letter', with: { t: 'x' }, body: ['{{ customer.name }}'] };
    expect(pageTexts(await shown([page], define)).flat()).toEqual(['before', 'Ada']);
    expect(await faults([], define, { pages: [page] })).toEqual([]);
    const closed = { ...define, base: { page: { size: [200, 60], body: ['fixed'] } } };
    expect(await faults([], closed, { pages: [page] })).toEqual([expect.stringContaining('error no-slot /pages/0/body ')]);
    expect(await faults([], closed, { pages: [{ use: 'letter', with: { t: 'x' } }] })).toEqual([]);
    const open = { ...define, base: { page: { size: [200, 60] } } };
    expect(await faults([], open, { pages: [{ use: 'letter', with: { t: 'x' } }] })).toEqual([
      expect.stringContaining('error missing-property /pages/0 '),
    ]);
  });
  test('needs a body from somewhere, and a definition of its kind', async () => {
    const page = { use: 'letterhead', with: { title: 'a' } };
    expect(await faults([], { letterhead }, { pages: [page] })).toEqual([
      'error missing-property /pages/0 needs "body", because the definition has none',
    ]);
    const wrong = { pages: [{ use: 'address', body: [] }, { body: [{ use: 'letterhead' }] }] };
    expect((await faults([], { letterhead, address }, wrong)).slice(0, 2)).toEqual([
      'error wrong-definition /pages/0/use The definition "address" has no "page", so it is not a page layout. It is a component: use it in a "body".',
      'error wrong-definition /pages/1/body/0/use The definition "letterhead" has no "body", so it is not a component. It is a page layout: use it as an entry of "pages".',
    ]);
    expect(await faults([], { d: { page: { body: ['x'] } } }, { pages: [{ use: 'd', body: ['y'] }] })).toEqual([
      expect.stringMatching(/^error no-slot \/pages\/0\/body /),
    ]);
  });
});

describe('inside of a definition', () => {
  const item = objectOf({ name: text, share: number });
  const schema = objectOf({ rows: listOf(item), tone: text });
  const shares = Object.entries({ a: 30, b: 0, c: 90 });
  const given = { rows: shares.map(([name, share]) => ({ name, share })), tone: '#00ff00' };
  const rows = listOf(item);

  test('lists are chosen, ordered, written and named, over the params', async () => {
    const chosen = { where: 'row.share > 0', sort: { by: 'row.share', descending: true }, let: { double: 'row.share * 2' } };
    const content = [
      { repeat: 'list', as: 'row', ...chosen, body: '{{ loop.index }} {{ row.name }} {{ double }}' },
      { repeat: [{ n: "{{ list | sum: 'share' }}" }], as: 'one', body: '{{ one.n + 1 }}' },
      { pairs: [['Most', "{{ list | max: 'share' }}"]] },
      { text: "{{ list | sum: 'share * 2' }}" },
    ];
    const define = { d: { params: { list: rows }, body: content } };
    const body = [{ use: 'd', with: { list: '{{ rows }}' } }];
    const more = { define, dataSchema: schema, let: { unseen: 'rows.size' } };
    const printed = pageTexts(await layOut([...body, '{{ unseen }}'], given, {}, more)).flat();
    expect(printed).toEqual(['1 c 180', '2 a 60', '121', 'Most', '90', '240', '3']);
    expect(await diagnose({ ...more, pages: [{ body: [...body, '{{ unseen }}'] }] })).toEqual([]);
  });
  test('warnings of chosen elements name their places in the data', async () => {
    const body = { repeat: 'list', as: 'row', where: 'row.share > 50', body: { text: 'x', color: '{{ row.name }}' } };
    const define = { d: { params: { list: rows }, body } };
    const { warnings } = await layOut([{ use: 'd', with: { list: '{{ rows }}' } }], given, {}, { define, dataSchema: schema });
    expect(warnings.map((one) => [one.code, one.dataPath])).toEqual([['wrong-color', '/rows/2']]);
  });
  test('arguments of filters are params, also in expressions over elements', async () => {
    const params = { n: number, currency: text, list: rows };
    const values = { n: 5, currency: 'EUR', list: '{{ rows }}' };
    const found = (body: unknown) => faults([{ use: 'd', with: values }], { d: { params, body } }, { dataSchema: schema });
    expect(await found('{{ n | money: currency }}')).toEqual([]);
    const body = "{{ list | sum: 'share * n' }} {{ rows | sum: 'share' }}";
    expect(await found(body)).toEqual([]);
    const define = { d: { params, body } };
    expect(pageTexts(await layOut([{ use: 'd', with: values }], given, {}, { define, dataSchema: schema })).flat()).toEqual([
      '600 120',
    ]);
    expect(await found('{{ n | money: curency }}')).toEqual([expect.stringContaining('The data schema has no "curency"')]);
  });
  test('colours see the data of the document and its let', async () => {
    const define = { d: { params: { hue: text }, body: { text: '{{ hue }}', color: 'accent' } } };
    const more = {
      define,
      dataSchema: schema,
      let: { loud: "tone == '#00ff00' ? '#ff0000' : ''" },
      colors: { accent: '{{ loud }}' },
    };
    expect(colorsOf(await layOut([{ use: 'd', with: { hue: 'other' } }], given, {}, more))).toEqual(['#ff0000']);
  });
  test('no name of let hides a param', async () => {
    const e = { params: { a: text }, body: { repeat: 'data.rows', let: { a: '1' }, body: '{{ a }}' } };
    const found = await diagnose({ define: { e }, dataSchema: schema, pages: [{ body: [{ use: 'e', with: ['x'] }] }] });
    expect(found).toContain('error name-shadowed /define/e/body/let/a');
  });
});

describe('hostile definitions', () => {
  const codes = async (body: unknown, define: unknown, more = {}) =>
    (await faults(body, define, more)).map((one) => one.split(' ', 3).join(' '));
  test('circles are named once each, wherever they lead through', async () => {
    expect(await faultsOf({ use: 'a' }, { a: { body: { use: 'b' } }, b: { body: [{ use: 'a' }] } })).toEqual([
      'error definition-circle /define/b/body/0 The definition "a" would contain itself without end: a → b → a. Take one of these uses out.',
    ]);
    expect(await codes([{ use: 'a' }], { a: { body: { use: 'a' } } })).toEqual(['error definition-circle /define/a/body']);
    const inSlot = { a: { body: { use: 's', body: { use: 'a' } } }, s: { body: { slot: 'body' } } };
    expect(await codes([{ use: 'a' }], inSlot)).toEqual(['error definition-circle /define/a/body/body']);
    const pages = [{ use: 'p', body: [] }];
    expect(await codes([], { p: { page: { use: 'p' } } }, { pages })).toEqual(['error definition-circle /define/p/page']);
    const both = { p: { page: { header: [{ use: 'b' }] }, body: 'x' }, b: { body: { use: 'p' } } };
    expect(await codes([], both, { pages })).toEqual([]);
    const dense = Object.fromEntries(
      Array.from({ length: 64 }, (_, i) => [`d${i}`, { body: Array.from({ length: 64 }, (_, j) => ({ use: `d${j}` })) }]),
    );
    expect((await codes([{ use: 'd0' }], dense)).every((one) => one!.startsWith('error definition-circle'))).toBe(true);
    const long = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`d${i}`, { body: { use: `d${(i + 1) % 500}` } }]));
    expect(await codes([{ use: 'd0' }], long)).toEqual(['error definition-circle /define/d499/body']);
  });
  test('a slot is no circle', async () => {
    const printed = await texts([{ use: 's', body: { use: 's', body: 'x' } }], { s: { body: ['(', { slot: 'body' }, ')'] } });
    expect(printed.join('')).toBe('((x))');
  });
  test('nesting counts through definitions', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 70 }, (_, i) => [`d${i}`, { body: i === 69 ? 'x' : { use: `d${i + 1}` } }]),
    );
    expect((await codes([{ use: 'd0' }], chain)).map((one) => one!.split(' ')[1])).toEqual(['too-deep']);
  });
  test.each([
    [{ a: { bdy: 'x' } }, 'error unknown-property /define/a/bdy'],
    [{ a: { parms: {}, body: 'x' } }, 'error unknown-property /define/a/parms'],
    [{ a: { params: [5], body: 'x' } }, 'error wrong-type /define/a/params/0'],
    [{ a: { params: ['b', 'b'], body: 'x' } }, 'error wrong-value /define/a/params/1'],
    [{ a: { params: ['a.b'], body: 'x' } }, 'error reserved-name /define/a/params/0'],
    [{ a: {} }, 'error missing-property /define/a'],
    [{ a: 'x' }, 'error wrong-type /define/a'],
    [['x'], 'error wrong-type /define'],
    [{ 'a.b': { body: 'x' } }, 'error reserved-name /define/a.b'],
  ])('%j', async (define, fault) => {
    expect(await codes(['x'], define)).toContain(fault);
  });
  test.each(['props', 'args', 'data', 'params'])('%s in place of with', async (name) => {
    const found = await faultsOf({ use: 'card', [name]: { title: 'x' } }, { card });
    expect(found[0]).toMatch(new RegExp(`^error unknown-property /pages/0/body/0/${name} "${name}" is not known here; .*"with"`));
  });
});

describe('the canonical form', () => {
  test('orders the members of definitions and uses, and leaves schemas and values alone', () => {
    const params = { b: { type: 'string', default: { z: 1, a: 2 } }, a: true };
    const body = [{ body: [{ text: 'x' }], margin: 1, with: { z: { text: 'x' }, a: 2 }, use: 'b', id: 'u' }];
    const given = {
      pages: [{ body, footer: [{ use: 'b' }], size: 'A5', with: { z: 1, a: 2 }, use: 'p' }],
      define: { z: { body, page: { body: [], margin: 1, size: 'A4' }, params }, a: { body: { slot: 'body', align: 'right' } } },
      styles: {},
    };
    const ordered = [{ id: 'u', use: 'b', with: { z: { text: 'x' }, a: 2 }, margin: 1, body: ['x'] }];
    const wanted = {
      styles: {},
      define: {
        z: { params, page: { size: 'A4', margin: 1, body: [] }, body: ordered },
        a: { body: { slot: 'body', align: 'right' } },
      },
      pages: [{ use: 'p', with: { z: 1, a: 2 }, size: 'A5', body: ordered, footer: [{ use: 'b' }] }],
    };
    expect(JSON.stringify(canonicalForm(given))).toBe(JSON.stringify(wanted));
  });
});
