// The lists of components that repeat: from the data, or written in the template.
import { describe, expect, test } from 'vitest';
import { records } from '../../../../support/records.ts';
import { compile, explain, layOut, pageTexts } from '../../../../support/render.ts';
import { listOf, objectOf } from '../../../../support/schemas.ts';

/** What compiling a body reports, with messages. */
const faults = (body: unknown, dataSchema?: unknown) =>
  explain({ pages: [{ body }], ...(dataSchema !== undefined && { dataSchema }) });

const numbers = objectOf(
  {
    net: { type: 'number' },
    note: { type: 'string' },
    lines: listOf(objectOf({ name: { type: 'string' } })),
  },
  'net lines',
);

describe('a literal list', () => {
  const list = [
    { name: 'Net', value: '{{ net }}', of: { unit: '{{ unit }} each' } },
    { name: 'VAT {{ rate | percent }}', value: 12.5, of: { unit: 'EUR' } },
  ];
  test('repeats its elements, whose texts have bindings', async () => {
    const body = [{ repeat: list, as: 'r', body: '{{ loop.index }} {{ r.name }}: {{ r.value | number: 2 }} {{ r.of.unit }}' }];
    const laidOut = await layOut(body, { net: 1234.5, unit: 'EUR', rate: 0.19 });
    expect(pageTexts(laidOut)).toEqual([['1 Net: 1,234.50 EUR each', '2 VAT 19%: 12.50 EUR']]);
    expect(laidOut.warnings).toEqual([]);
  });
  test('gives the rows of a table', async () => {
    const body = [{ table: [{ a: 1 }, { a: 2 }], as: 'r', columns: ['{{ r.a }}', '{{ loop.last }}'] }];
    expect(pageTexts(await layOut(body))).toEqual([['1', 'false', '2', 'true']]);
  });
  test('may stand in a repeat and use its element, and its element may hold a list of the data', async () => {
    const inner = {
      repeat: ['{{ l.name }}', { more: '{{ l.parts }}' }],
      as: 'v',
      body: { repeat: 'v.more', as: 'p', body: '{{ p }}' },
    };
    const body = [{ repeat: 'lines', as: 'l', body: ['{{ l.name }}', inner] }];
    const data = {
      lines: records('name parts', ['a', [1, 2]], ['b', []]),
    };
    expect(pageTexts(await layOut(body, data))).toEqual([['a', '1', '2', 'b']]);
  });
  test('without elements prints nothing', async () => {
    expect(
      pageTexts(
        await layOut([
          { repeat: [], body: '{{ item.x }}' },
          { table: [], columns: ['a'], empty: 'none' },
        ]),
      ),
    ).toEqual([['none']]);
  });
  test('keeps the type of a single binding for the proof', async () => {
    const body = [{ repeat: [{ v: '{{ net }}' }, { v: 1 }], as: 'r', body: '{{ r.v | money }} {{ r.v | date }}' }];
    expect(await faults(body, numbers)).toContainEqual(
      expect.stringMatching(
        /^error wrong-type \/pages\/0\/body\/0\/body "date" needs a date, but the data schema gives a number/,
      ),
    );
  });
  test('may hold a list of the data, whose elements are proved', async () => {
    const repeat = [{ of: '{{ lines }}' }];
    const body = (source: string) => [{ repeat, as: 'r', body: { repeat: 'r.of', as: 'l', body: source } }];
    expect(await faults(body('{{ l.name }}'), numbers)).toEqual([]);
    expect(await faults(body('{{ l.nmae }}'), numbers)).toEqual([
      expect.stringContaining('has no "l.nmae"; did you mean "name"?'),
    ]);
    const { diagnostics } = await compile({
      pages: [{ body: [{ repeat: ["{{ lines | where: 'x' }}"], body: 'a' }] }],
      dataSchema: numbers,
    });
    expect(diagnostics).toMatchObject([{ code: 'unknown-path', pointer: '/pages/0/body/0/repeat/0', offset: 18 }]);
    expect(pageTexts(await layOut(body('{{ l.name }}'), { lines: [{ name: 'a' }] }, {}, { dataSchema: numbers }))).toEqual([
      ['a'],
    ]);
  });
  test('suggests the member that an element has', async () => {
    const body = [{ repeat: [{ name: 'a' }, { name: 'b' }], as: 'r', body: '{{ r.nmae }}' }];
    const fault = 'error unknown-path /pages/0/body/0/body The list has no "r.nmae"; did you mean "name"?';
    expect(await faults(body, numbers)).toEqual([fault]);
    expect(await faults(body)).toEqual([fault]);
  });
  test('warns of a member that only some elements have, unless it is tested', async () => {
    const repeat = [{ name: 'a' }, { name: 'b', more: 'c' }];
    expect(await faults([{ repeat, as: 'r', body: '{{ r.name }} {{ r.more }}' }], numbers)).toEqual([
      'warning possibly-missing /pages/0/body/0/body "r.more" is missing in some elements of the list: write r.more ?? \'\' if the text is right without it.',
    ]);
    expect(await faults([{ repeat, as: 'r', body: { text: '{{ r.more }}', when: 'r.more' } }], numbers)).toEqual([]);
  });
  test('reports faults of its bindings at their place', async () => {
    const body = [{ repeat: ['a', { 'x/y': ['{{ nett }}'] }], body: 'a' }];
    expect(await faults(body, numbers)).toEqual([
      'error unknown-path /pages/0/body/0/repeat/1/x~1y/0 The data schema has no "nett"; did you mean "net"?',
    ]);
    expect((await faults([{ repeat: ['{{ page.total }}'], body: 'a' }]))[0]).toMatch(
      /^error too-early \/pages\/0\/body\/0\/repeat\/0/,
    );
  });
  test('names the place of a value that cannot be used', async () => {
    const { warnings } = await layOut([{ repeat: [{ v: '{{ net | number }}' }], as: 'r', body: '- {{ r.v }}' }], { net: 'x' });
    expect(warnings).toMatchObject([{ code: 'no-value', component: '/pages/0/body/0/repeat/0/v' }]);
  });
  test('joins elements of different types', async () => {
    const repeat = [1, 'a', null, true, [1, [2]], [], { a: [{ b: 1 }] }, { a: [{ b: 2, c: 3 }] }];
    expect(await faults([{ repeat, as: 'r', body: '{{ r.a[0].b }}' }], numbers)).toEqual([
      expect.stringContaining('"r" may be null by the data schema'),
    ]);
    expect(await faults([{ repeat: repeat.slice(6), as: 'r', body: { repeat: 'r.a', as: 'x', body: '{{ x.c }}' } }])).toEqual([
      expect.stringContaining('"x.c" is missing in some elements of the list'),
    ]);
  });
  test('knows how many elements a list within it has, and what they are', async () => {
    const at = (i: number) => faults([{ repeat: [{ a: [1, 2] }, { a: [1, 2, 3] }], as: 'r', body: `{{ r.a[${i}] }}` }], numbers);
    expect(await at(1)).toEqual([]);
    expect(await at(2)).toEqual([expect.stringContaining('warning possibly-missing')]);
    const body = { repeat: 'r.a', as: 'x', body: '{{ x.bb }}' };
    expect(await faults([{ repeat: [{ a: [] }, { a: [{ b: 1 }] }], as: 'r', body }], numbers)).toEqual([
      expect.stringContaining('error unknown-path /pages/0/body/0/body/body'),
    ]);
  });
  test('is computed once for each place', async () => {
    let reads = 0;
    const data = {
      get net() {
        reads++;
        return 1;
      },
    };
    await layOut([{ table: ['{{ net }}', 2], columns: [{ width: 'auto', body: '{{ item }}' }, 'a'] }], data);
    expect(reads).toBe(1);
  });
  test('takes a member called __proto__ as any other', async () => {
    const repeat = [JSON.parse('{ "__proto__": { "name": "{{ net }}" } }')];
    expect(pageTexts(await layOut([{ repeat, as: 'r', body: '{{ r.__proto__.name }}' }], { net: 7 }))).toEqual([['7']]);
  });
  test('is refused beyond its bounds', async () => {
    const message = (what: string) =>
      `error wrong-value /pages/0/body/0/repeat The list ${what} A list from the data has no such limit.`;
    expect(await faults([{ repeat: Array.from({ length: 10_001 }, () => 'a'), body: 'a' }])).toEqual([
      message('has more than 10,000 values.'),
    ]);
    expect(await faults([{ repeat: [Array.from({ length: 10_000 }, () => 'a')], body: 'a' }])).toEqual([
      message('has more than 10,000 values.'),
    ]);
    expect(
      await faults([{ repeat: Array.from({ length: 10_000 }, (_, i) => ({ [`m${i % 2}`]: i })).slice(0, 5000), body: 'a' }]),
    ).toEqual([]);
    let deep: unknown[] = [];
    for (let i = 0; i < 33; i++) deep = [deep];
    expect(await faults([{ repeat: deep, body: 'a' }])).toEqual([message('nests deeper than 32 levels.')]);
    expect(await faults([{ repeat: deep[0], body: 'a' }])).toEqual([]);
  });
  test('in the wrong form is an error that says what stands here', async () => {
    expect(await faults([{ repeat: { a: 1 }, body: 'a' }])).toEqual([
      expect.stringMatching(
        /^error wrong-type \/pages\/0\/body\/0\/repeat must be a list such as \["one", "two"\], or an expression/,
      ),
    ]);
  });
});

describe('where and sort', () => {
  const lines = [
    { name: 'b', total: 10, group: 'y', count: '9' },
    { name: 'a', total: 30, group: 'x', count: '10' },
    { name: 'd', total: 9, group: 'x' },
    { name: 'c', total: 30, group: 'y', count: '1' },
  ];
  const shown = async (props: Record<string, unknown>, data: unknown = { lines, least: 10 }) =>
    pageTexts(
      await layOut([{ repeat: 'lines', as: 'l', body: '{{ loop.index }}/{{ loop.count }} {{ l.name }}', ...props }], data),
    ).flat();

  test('leave the elements for which the condition holds, and loop counts these', async () => {
    expect(await shown({ where: 'l.total > least' })).toEqual(['1/2 a', '2/2 c']);
    expect(await shown({ where: "l.name == 'x'" })).toEqual([]);
  });
  test('order by one expression or several, and keep the order of equal elements', async () => {
    const names = async (sort: unknown) => (await shown({ sort })).map((text) => text.split(' ')[1]).join('');
    expect(await names('l.total')).toBe('dbac');
    expect(await names({ by: 'l.total', descending: true })).toBe('acbd');
    expect(await names(['l.group', { by: 'l.total', descending: true }])).toBe('adcb');
    expect(await names(['l.total * -1', 'l.group'])).toBe('acbd');
    expect(await names({ by: 'l.name', descending: true })).toBe('dcba');
    expect(await names('-l.total')).toBe('acbd');
    expect(await names("l.group == 'y'")).toBe('adbc');
  });
  test('order numeric texts and missing values as the filter sort does', async () => {
    const sorted = async (values: readonly unknown[], sort: unknown = 'l.v') =>
      (await shown({ sort, body: '{{ l.v | json }}' }, { lines: values.map((v) => ({ v })) })).join(' ');
    const filtered = async (values: readonly unknown[]) =>
      (await shown({ repeat: "lines | sort: 'v'", body: '{{ l.v | json }}' }, { lines: values.map((v) => ({ v })) })).join(' ');
    for (const values of [
      ['9', '10', null, '1'],
      ['b', 2, '10', true, null, false, 'a'],
      [1e21, -5, 0.1, '1e3'],
      ['2026-03-01', '2026-02-28'],
    ])
      expect(await sorted(values)).toBe(await filtered(values));
    expect(await sorted(['9', '10', null, '1'])).toBe('"1" "9" "10" null');
    expect(await sorted([1, null, 3, 2], { by: 'l.v', descending: true })).toBe('3 2 1 null');
    expect(await sorted([2, Number.NaN, 1, Number.POSITIVE_INFINITY, 3])).toBe('1 2 3 null null');
  });
  test('choose and order the rows of a table, its stripes and its empty row', async () => {
    const body = (where: string) => [
      { table: 'lines', as: 'l', where, sort: 'l.name', columns: ['{{ l.name }}'], empty: 'none' },
    ];
    expect(pageTexts(await layOut(body('l.total >= 10'), { lines })).flat()).toEqual(['a', 'b', 'c']);
    expect(pageTexts(await layOut(body('l.total > 99'), { lines })).flat()).toEqual(['none']);
  });
  test('work on a literal list and in a list within a list', async () => {
    const inner = {
      repeat: [{ n: '{{ l.total }}' }, { n: 20 }],
      as: 'v',
      where: 'v.n > 9',
      sort: 'v.n',
      body: '{{ l.name }}{{ v.n }}',
    };
    expect(await shown({ body: inner, where: 'l.total < 30' })).toEqual(['b10', 'b20', 'd20']);
  });
  test('are computed once for each place of the list', async () => {
    let reads = 0;
    const counted = lines.map((line) =>
      Object.defineProperty({ ...line }, 'total', {
        enumerable: true,
        get: () => {
          reads++;
          return line.total;
        },
      }),
    );
    const body = {
      table: 'lines',
      as: 'l',
      where: 'l.total > 9',
      columns: [{ width: 'auto', body: '{{ l.name }}' }, '{{ l.group }}'],
    };
    await layOut([{ repeat: [1, 2], body }], { lines: counted });
    expect(reads).toBe(2 * lines.length);
  });
  test('are computed for each page in a header', async () => {
    const header = [{ repeat: [1, 2], where: 'item <= page.number', body: 'h{{ item }}' }];
    const pages = pageTexts(await layOut(['a', { pageBreak: true }, 'b'], {}, { header }));
    expect(pages).toEqual([
      ['h1', 'a'],
      ['h1', 'h2', 'b'],
    ]);
  });
  test('name the place in the data and not that in the loop', async () => {
    const body = [{ repeat: 'lines', as: 'l', where: 'l.total > 9', sort: 'l.name', body: '{{ l.group | number }}!' }];
    const { warnings } = await layOut(body, { lines });
    expect(warnings.map(({ dataPath }) => dataPath)).toEqual(['/lines/1', '/lines/0', '/lines/3']);
  });
  test('warn once of values that cannot be compared, also where widths are measured first', async () => {
    const body = [{ table: 'lines', as: 'l', sort: 'l.v', columns: [{ width: 'auto', body: '{{ l.name }}' }] }];
    const { warnings } = await layOut(body, {
      lines: records('name v', ['a', 'x'], ['b', 1]),
    });
    expect(warnings).toMatchObject([
      { code: 'no-value', component: '/pages/0/body/0/sort', message: '"x" is not a number and comes after the numbers.' },
    ]);
  });
  test('know of what they test', async () => {
    const body = [{ repeat: 'lines', as: 'l', where: 'l.more', body: '{{ l.more }}' }];
    const schema = {
      properties: { lines: listOf({ type: 'object', properties: { more: { type: 'string' } } }) },
      required: ['lines'],
    };
    expect(await faults(body, schema)).toEqual([]);
    expect(await faults([{ ...body[0], body: 'a', where: 'l.mroe' }], schema)).toEqual([
      expect.stringContaining('error unknown-path /pages/0/body/0/where The data schema has no "l.mroe"; did you mean "more"?'),
    ]);
  });
  test('see the names of `let`, also those that stand on each other', async () => {
    const lines = records('n q p', ['a', 2, 5], ['b', 1, 1], ['c', 4, 3]);
    const names = { total: 'l.q * l.p', half: 'total / 2', place: 'loop.index' };
    const body = '{{ place }}{{ l.n }}';
    const texts = async (more: Record<string, unknown>, data: unknown = { lines }) =>
      pageTexts(await layOut([{ repeat: 'lines', as: 'l', let: names, body, ...more }], data))[0];
    expect(await texts({ sort: 'total' })).toEqual(['1b', '2a', '3c']);
    expect(await texts({ sort: { by: 'half', descending: true }, where: 'half > 1' })).toEqual(['1c', '2a']);
    expect(await texts({ where: 'l.n != "a" and total > 0', sort: ['-half'] })).toEqual(['1c', '2b']);
    const items = objectOf({ n: { type: 'string' }, q: { type: 'number' }, p: { type: 'number' } }, 'n q');
    const schema = objectOf({ lines: listOf(items) });
    const found = (more: Record<string, unknown>) => faults([{ repeat: 'lines', as: 'l', body: 'a', ...more }], schema);
    expect(await found({ let: names, where: 'place > 1', body: '{{ half | default: 0 }}' })).toEqual([
      'error unknown-path /pages/0/body/0/where "place" uses "loop", which counts the elements that "where" leaves in the order of "sort", so it is not known here.',
    ]);
    expect(await found({ let: { t: 'l.q * 2' }, sort: 't' })).toEqual([]);
    expect(await found({ let: { t: 'l.q * 2', u: 'l.n' }, where: 't > 1' })).toEqual([
      'warning unused-name /pages/0/body/0/let/u No expression uses "u".',
    ]);
    expect((await found({ let: { t: 'l.n' }, sort: 't desc' }))[0]).toContain('write { "by": "t", "descending": true }');
    // Where the elements are, `where` holds for the values too.
    expect(await found({ let: { t: 'l.p * 2' }, where: 'l.p', sort: 't', body: '{{ t }}' })).toEqual([]);
    // The loop of a list around is known.
    const inner = { repeat: 'lines', as: 'm', where: 'm.q > at', body: '{{ m.q }}' };
    expect(await found({ let: { at: 'loop.index' }, body: inner })).toEqual([]);
  });
  test('values of `let` are told outside of the rows of a table, with their sum', async () => {
    const table = {
      table: 'lines',
      as: 'l',
      let: { t: 'l.q * l.p + xl.q', u: "l.n | default: 'x'" },
      columns: [{ header: '{{ t }}', body: '{{ t }}{{ u }}' }],
      footer: [{ cells: ['{{ u }}'] }],
    };
    expect(await faults([table], { type: 'object', properties: { lines: { type: 'array' }, xl: {} } })).toEqual(
      expect.arrayContaining([
        `error unknown-path /pages/0/body/0/columns/0/header The data schema has no "t"; "t" is a value of each row, and only the cells of rows know it. For its sum, write lines | sum: 'q * p + xl.q'`,
        `error unknown-path /pages/0/body/0/footer/0/cells/0 The data schema has no "u"; "u" is a value of each row, and only the cells of rows know it. For its sum, write lines | sum: "n | default: 'x'"`,
      ]),
    );
  });
  test.each([
    [{ where: '{{ l.name }}' }, 'where', /Braces do not belong here/],
    [{ where: 'name' }, 'where', /did you mean "l.name"\?/],
    [
      { where: 'net > 1' },
      'where',
      /is the same for every element, because it does not use "l"\. For a condition of the whole component, write "when"/,
    ],
    [{ where: 'loop.index < 3' }, 'where', /"loop" counts the elements that "where" leaves/],
    [{ where: 'l.name = 1' }, 'where', /Write "==" for "="/],
    [{ sort: '-name' }, 'sort', /another tool: write \{ "by": "l.name", "descending": true \}$/],
    [{ sort: '+l.name' }, 'sort', /write "l.name"$/],
    [{ sort: 'l.name desc' }, 'sort', /write \{ "by": "l.name", "descending": true \}$/],
    [{ sort: 'name ASC' }, 'sort', /write "l.name"$/],
    [{ sort: ['name:desc'] }, 'sort/0', /write \{ "by": "l.name", "descending": true \}$/],
    [{ sort: 'name, l.of desc' }, 'sort', /write \["l.name", \{ "by": "l.of", "descending": true \}\]$/],
    [{ sort: { by: '{{ l.name }}' } }, 'sort/by', /Braces do not belong here/],
    [{ sort: 'name' }, 'sort', /did you mean "l.name"\?/],
    [{ sort: 'net' }, 'sort', /is the same for every element.*Write "l\.…"/],
    [{ sort: 'l' }, 'sort', /needs numbers or texts, but "l" is an object; name a member, as in "l.name"/],
    [{ sort: 'l.tags' }, 'sort', /needs numbers or texts, but "l.tags" is a list$/],
    [
      { sort: '-l.name' },
      'sort',
      /"-" needs a number, .* For the largest first, write \{ "by": "l.name", "descending": true \}$/,
    ],
    [{ sort: { field: 'l.name', order: 'desc' } }, 'sort/field', /did you mean "by"\?/],
    [{ sort: { by: 'l.name', desc: true } }, 'sort/desc', /did you mean "descending"\?/],
    [{ sort: [] }, 'sort', /at least 1 entry/],
    [{ filter: 'l.name' }, 'filter', /did you mean "where"\?/],
    [{ orderBy: 'l.name' }, 'orderBy', /did you mean "sort"\?/],
  ])('%j is an error that says what to write', async (props, place, message) => {
    const items = objectOf({ name: { type: 'string' }, of: { type: 'string' }, tags: { type: 'array' } });
    const schema = objectOf({ net: { type: 'number' }, lines: listOf(items) });
    const found = await faults([{ repeat: 'lines', as: 'l', body: 'a', ...props }], schema);
    expect(found.filter((one) => one.includes('same for every')).length).toBe(String(message).includes('same for every') ? 1 : 0);
    expect(found.filter((one) => one.startsWith('error') && one.includes(` /pages/0/body/0/${place} `)).join('\n')).toMatch(
      message,
    );
  });
  test('sort 100,000 elements in bounded time, and stop at the time limit', async () => {
    const many = Array.from({ length: 100_000 }, (_, i) => ({ n: (i * 7919) % 100_003, t: `name ${(i * 31) % 997}` }));
    const body = [{ repeat: 'lines', as: 'l', where: 'l.n < 20', sort: ['l.t', 'l.n'], body: 'x' }];
    await layOut(body, { lines: many });
    const late = () => {
      throw new Error('late');
    };
    await expect(layOut(body, { lines: many }, {}, {}, undefined, undefined, late)).rejects.toThrow('late');
  });
});
