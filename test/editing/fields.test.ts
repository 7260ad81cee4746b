import { describe, expect, test } from 'vitest';
import { fillColumn, insertFieldColumn, insertTable, shownField } from '../../src/editing/field-columns.ts';
import { bindingOf, type DataField, insertField, isListField } from '../../src/editing/fields.ts';
import { readParts } from '../../src/editing/index.ts';
import { listFields } from '../../src/editing/list-fields.ts';
import { compile } from '../support/render.ts';
import { date, listOf, number, objectOf, text } from '../support/schemas.ts';
import { editTemplate, type Json, templateOf } from './support.ts';

const line = objectOf(
  {
    name: text,
    unitPrice: { $ref: '#/$defs/price' },
    count: { type: ['integer', 'null'] },
    due: date,
    paid: { type: 'boolean' },
    parts: listOf({ type: 'object', properties: { 'sku-no': { type: 'string', title: 'Article' } } }),
    sent_at: { type: 'string', format: 'date-time' },
  },
  'name unitPrice count due paid',
);
const members = line.properties;
const properties = { lines: listOf(line), page: text, total: number, words: listOf(text) };
const root = { ...objectOf(properties), $defs: { price: number } } as DataField['root'] & { properties: typeof properties };

const field = (path: string, schema: DataField['schema'], list?: string): DataField => ({
  path: path.split('.'),
  schema,
  root,
  ...(list !== undefined && { list: list.split('.') }),
});

const inTable = (table: Json, one: DataField) => {
  const edited = editTemplate(templateOf([table]), (tree, part) => insertFieldColumn(tree, part('/pages/0/body/0'), 1, one));
  return ((edited.body as Json[])[0]!.columns as unknown[])[1];
};
const onPage = (body: unknown, slot: string, one: DataField) =>
  JSON.stringify(editTemplate(templateOf(body), (tree) => insertField(tree, { slot, index: 9 }, one)).body);

describe('a field that is dropped on a table', () => {
  const table = { table: 'lines', as: 'l', columns: ['a'] };

  test('becomes a column, formatted and aligned by its type', () => {
    const column = (name: keyof typeof members, schema: DataField['schema'] = members[name]) =>
      inTable(table, field(name, schema, 'lines'));
    const [auto, right] = [{ width: 'auto' }, { width: 'auto', align: 'right' }];
    expect(column('name')).toEqual({ width: 20, header: 'Name', body: '{{ l.name }}' });
    expect(column('unitPrice')).toEqual({ ...right, header: 'Unit price', body: '{{ l.unitPrice | number }}' });
    expect(column('count')).toEqual({ ...right, header: 'Count', body: '{{ l.count | number }}' });
    expect(column('due')).toEqual({ ...auto, header: 'Due', body: '{{ l.due | date }}' });
    expect(column('sent_at')).toEqual({ ...auto, header: 'Sent at', body: '{{ l.sent_at | datetime }}' });
    expect(column('paid')).toEqual({ ...auto, header: 'Paid', body: "{{ l.paid ? 'Yes' : 'No' }}" });
    const article = inTable({ table: 'lines', columns: ['a'] }, field('sku-no', { title: 'Article' }, 'lines'));
    expect(article).toEqual({ width: 20, header: 'Article', body: "{{ item['sku-no'] }}" });
    expect(inTable(table, field('unitPrice', members.unitPrice, 'lines'))).toEqual({
      width: 'auto',
      header: 'Unit price',
      align: 'right',
      body: '{{ l.unitPrice | number }}',
    });
    expect(inTable(table, field('count', members.count, 'lines'))).toEqual({
      width: 'auto',
      header: 'Count',
      align: 'right',
      body: '{{ l.count | number }}',
    });
    expect(inTable(table, field('due', members.due, 'lines'))).toEqual({
      width: 'auto',
      header: 'Due',
      body: '{{ l.due | date }}',
    });
    expect(inTable(table, field('sent_at', members.sent_at, 'lines'))).toEqual({
      width: 'auto',
      header: 'Sent at',
      body: '{{ l.sent_at | datetime }}',
    });
    expect(inTable(table, field('paid', members.paid, 'lines'))).toEqual({
      width: 'auto',
      header: 'Paid',
      body: "{{ l.paid ? 'Yes' : 'No' }}",
    });
    expect(inTable({ table: 'lines', columns: ['a'] }, field('sku-no', { title: 'Article' }, 'lines'))).toEqual({
      width: 20,
      header: 'Article',
      body: "{{ item['sku-no'] }}",
    });
  });

  test('outside of a list has the same value in each row', () => {
    const total = { width: 'auto', header: 'Total', align: 'right', body: '{{ total | number }}' };
    expect(inTable(table, field('total', root.properties.total))).toEqual(total);
    const page = { width: 20, header: 'Page', body: '{{ data.page }}' };
    expect(inTable(table, field('page', root.properties.page))).toEqual(page);
    expect(inTable(table, field('page', root.properties.page))).toEqual({
      width: 20,
      header: 'Page',
      body: '{{ data.page }}',
    });
  });

  test('of another list is an error', () => {
    expect(() => inTable(table, field('x', true, 'others'))).toThrow('The table prints lines');
  });
});

describe('a field that is dropped on a page', () => {
  test('becomes a text', () => {
    expect(onPage(['a'], '/pages/0/body', field('total', root.properties.total))).toBe('["a","{{ total | number }}"]');
    expect(onPage([], '/pages/0/body', field("it's.a", true))).toBe(JSON.stringify(["{{ data['it\\'s'].a }}"]));
  });

  test('prints the element where its list is printed', () => {
    const body = [{ repeat: 'lines', as: 'l', body: ['a'] }];
    expect(onPage(body, '/pages/0/body/0/body', field('name', members.name, 'lines'))).toContain('"body":["a","{{ l.name }}"]');
    expect(() => onPage(body, '/pages/0/body', field('name', members.name, 'lines'))).toThrow(
      'Drop it on a part that prints the list',
    );
  });
});

describe('a field that is put into an empty column', () => {
  const filled = (column: unknown, one: DataField, others: unknown[] = [{ header: 'Other', body: 'x' }], before?: DataField) => {
    const table = { table: 'lines', as: 'l', columns: [column, ...others] };
    const edited = editTemplate(templateOf([table]), (tree, part) =>
      fillColumn(tree, part('/pages/0/body/0/columns/0'), one, before),
    );
    expect(edited.selection).toBe('/pages/0/body/0/columns/0');
    return ((edited.body as Json[])[0]!.columns as unknown[])[0];
  };
  const price = field('unitPrice', members.unitPrice, 'lines');

  test('gives it a body, an alignment and the header of the field', () => {
    const made = { header: 'Unit price', body: '{{ l.unitPrice | number }}', align: 'right' };
    expect(filled({ width: 20, header: 'New column', body: '' }, price)).toEqual({ width: 20, ...made });
    expect(filled('', price)).toEqual(made);
  });

  test('leaves the header that a person gave it, and gives none to a table without headers', () => {
    expect(filled({ header: 'Mine', body: '' }, price)).toMatchObject({ header: 'Mine', body: '{{ l.unitPrice | number }}' });
    const bold = (text: string) => ({ header: { text, bold: true }, body: '' });
    expect(filled(bold('New column'), price)).toMatchObject({ header: bold('Unit price').header });
    expect(filled({ body: '' }, price, ['x'])).toEqual({ body: '{{ l.unitPrice | number }}', align: 'right' });
  });

  test('takes the place of another field, with its header and alignment unless a person has changed them', () => {
    const name = field('name', members.name, 'lines');
    const ofPrice = { width: 20, header: 'Unit price', align: 'right', body: '{{ l.unitPrice | number }}' };
    expect(filled(ofPrice, name, [], price)).toEqual({ width: 20, header: 'Name', body: '{{ l.name }}' });
    const mine = { width: 20, header: 'Mine', align: 'center' };
    expect(filled({ ...ofPrice, ...mine }, name, [], price)).toEqual({ ...mine, body: '{{ l.name }}' });
    const back = filled({ header: 'Name', body: '{{ l.name }}' }, price, [], name);
    expect(back).toMatchObject({ header: 'Unit price', align: 'right' });
  });

  test('of another list is an error', () => {
    expect(() => filled('', field('x', true, 'others'))).toThrow('The table prints lines');
  });
});

test('the field that a column shows is known in any format, and not where the column shows more', () => {
  const fields = [field('total', root.properties.total), field('name', members.name, 'lines')];
  const shown = (column: unknown) => {
    const tree = readParts(templateOf([{ table: 'lines', as: 'l', columns: [column] }]));
    const partAt = (pointer: string) => tree.places.get(pointer)!.part;
    return shownField(partAt('/pages/0/body/0'), partAt('/pages/0/body/0/columns/0'), fields);
  };
  for (const body of ['{{ l.name }}', '{{l.name}}', "{{ (l.name | upcase) ?? '' }}"]) expect(shown({ body })).toBe(fields[1]);
  expect(shown('{{ l.name }}')).toBe(fields[1]);
  expect(shown({ body: '{{ total | number: 2 }}' })).toBe(fields[0]);
  const more = ['{{ l.name }} {{ total }}', '{{ l.name ? 1 : 2 }}', '{{ l.other }}'];
  const others = ['', 'name', '{{ name }}', 'x {{ l.name }}', ...more];
  for (const body of [...others, { text: '{{ l.name }}', bold: true }, ['{{ l.name }}']]) expect(shown({ body })).toBeUndefined();
});

describe('a list that is dropped on a page', () => {
  const bold = (text: string) => ({ text, bold: true });
  const dropped = (body: unknown, slot: string, one: DataField) =>
    editTemplate(templateOf(body), (tree) => insertTable(tree, { slot, index: 9 }, one));

  test('becomes a table with a column for each of its first fields, which compiles', async () => {
    const { pages, body } = dropped([], '/pages/0/body', field('lines', root.properties.lines));
    expect(body).toEqual([
      {
        table: 'lines',
        as: 'line',
        rules: { header: { width: 0.75 } },
        columns: [
          { header: bold('Name'), body: '{{ line.name }}' },
          { header: bold('Unit price'), align: 'right', body: '{{ line.unitPrice | number }}' },
          { header: bold('Count'), align: 'right', body: "{{ (line.count | number) ?? '' }}" },
          { header: bold('Due'), body: '{{ line.due | date }}' },
          { header: bold('Paid'), body: "{{ line.paid ? 'Yes' : 'No' }}" },
          { header: bold('Sent at'), body: "{{ (line.sent_at | datetime) ?? '' }}" },
        ],
      },
    ]);
    const { diagnostics } = await compile({ pages, timezone: 'UTC', dataSchema: root } as Json);
    expect(diagnostics).toEqual([]);
  });

  test('inside of the elements of another list takes another name for its own', () => {
    const body = [{ repeat: 'lines', as: 'part', body: [] }];
    const { body: edited } = dropped(body, '/pages/0/body/0/body', field('parts', members.parts, 'lines'));
    expect((edited as { body: Json[] }[])[0]!.body[0]).toEqual({
      table: 'part.parts',
      as: 'item',
      rules: { header: { width: 0.75 } },
      columns: [{ header: bold('Article'), body: "{{ item['sku-no'] ?? '' }}" }],
    });
    expect(() => dropped([], '/pages/0/body', field('parts', members.parts, 'lines'))).toThrow('elements of another list');
  });

  test('without fields is an error', () => {
    expect(() => dropped([], '/pages/0/body', field('words', root.properties.words))).toThrow('have no fields');
  });
});

describe('a number from 0 to 1', () => {
  const printed = (schema: DataField['schema']) => onPage([], '/pages/0/body', field('rate', schema));

  test('is printed in percent', () => {
    expect(printed({ type: 'number', minimum: 0, maximum: 1 })).toBe('["{{ rate | percent }}"]');
    expect(printed({ allOf: [{ type: ['number', 'null'], minimum: 0 }, { maximum: 1 }] })).toBe('["{{ rate | percent }}"]');
  });

  test('is a number if it is whole, or has other bounds', () => {
    expect(printed({ type: 'integer', minimum: 0, maximum: 1 })).toBe('["{{ rate | number }}"]');
    expect(printed({ type: 'number', minimum: 0, maximum: 100 })).toBe('["{{ rate | number }}"]');
    expect(printed({ type: 'number', minimum: -1, maximum: 1 })).toBe('["{{ rate | number }}"]');
  });
});

test('a header looks like the other headers of the table', () => {
  const table = { table: 'lines', as: 'l', columns: [{ header: { text: 'A', italic: true, id: 'a' }, body: 'a' }] };
  expect(inTable(table, field('name', members.name, 'lines'))).toMatchObject({ header: { text: 'Name', italic: true } });
  expect(JSON.stringify(inTable(table, field('name', members.name, 'lines')))).not.toContain('"id"');
});

test('a value that may be missing prints nothing then, and the template has no warning', async () => {
  const element = objectOf({ vat: { type: 'number', minimum: 0, maximum: 1 }, paid: { type: 'boolean' } }, '');
  const dataSchema = objectOf(
    { note: text, bank: objectOf({ since: date }), lines: listOf(element) },
    'lines',
  ) as DataField['root'];
  const body = listFields(dataSchema, dataSchema)
    .filter(({ holdsOthers }) => !holdsOthers)
    .map((one) => {
      const text = bindingOf(one, one.list && 'l');
      return one.list ? { repeat: 'lines', as: 'l', body: text } : text;
    });
  expect(JSON.stringify(body)).toBe(
    JSON.stringify([
      "{{ note ?? '' }}",
      "{{ (bank.since | date) ?? '' }}",
      { repeat: 'lines', as: 'l', body: "{{ (l.vat | percent) ?? '' }}" },
      { repeat: 'lines', as: 'l', body: "{{ l.paid ? 'Yes' : 'No' }}" },
    ]),
  );
  expect((await compile({ pages: [{ body }], dataSchema } as Json)).diagnostics).toEqual([]);
});

test('a field that holds fields or a list cannot be printed', () => {
  const address = { type: 'object', properties: { city: { type: 'string' } } } as const;
  const why = 'The field holds other fields or a list.';
  expect(() => onPage([], '/pages/0/body', field('address', address))).toThrow(why);
  expect(() => inTable({ table: 'lines', columns: ['a'] }, field('address', address))).toThrow(why);
  expect([isListField(field('lines', root.properties.lines)), isListField(field('address', address))]).toEqual([true, false]);
});
