import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { checkLocalName, compileExpression, compileText, namesWhere } from '../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../src/document/expression/scope.ts';
import { chainOfBranches } from '../../support/chain-of-branches.ts';
import { listOf, number, objectOf } from '../../support/schemas.ts';
import { print } from './scope.ts';

const schema = {
  type: 'object',
  required: ['number', 'customer', 'lines', 'tree'],
  $defs: {
    party: objectOf({ name: { type: 'string' }, phone: { type: ['string', 'null'] } }, 'name'),
    tree: objectOf({ label: { type: 'string' }, children: listOf({ $ref: '#/$defs/tree' }) }, 'children'),
  },
  properties: {
    number: { type: 'string' },
    customer: { $ref: '#/$defs/party' },
    note: { type: 'string' },
    total: number,
    lines: listOf(objectOf({ name: { type: 'string' }, price: number })),
    tree: { $ref: '#/$defs/tree' },
    anything: {},
    payment: {
      oneOf: [
        objectOf({ kind: { const: 'bank' }, iban: { type: 'string' } }),
        objectOf({ kind: { const: 'card' }, card: { type: 'string' } }),
      ],
    },
  },
};
type Given = Partial<StaticScope> & { readonly holds?: readonly string[] };
/** `holds`: conditions around that are true. */
const names = ({ holds = [], ...more }: Given = {}): StaticScope =>
  holds.reduce<StaticScope>((around, condition) => namesWhere(compileExpression(condition, around), around), {
    schema,
    locals: [],
    ...more,
  });
const found = (source: string, more?: Given) =>
  compileText(source, names(more)).diagnostics.map(({ severity, code, offset }) => `${severity} ${code} ${offset}`);

describe('unknown paths', () => {
  test('are errors at their place, with the nearest name', () => {
    const [diagnostic] = compileText('No. {{ nmber }}', names()).diagnostics;
    expect(diagnostic).toMatchObject({ severity: 'error', code: 'unknown-path', offset: 7 });
    expect(diagnostic?.message).toContain('did you mean "number"?');
  });
  test('are found through references, lists and branches', () => {
    expect(found('{{ customer.nam }}')).toEqual(['error unknown-path 12']);
    const holds = ['lines and tree.children.size > 0 and tree.children[0].children.size > 1'];
    expect(found('{{ lines[0].prize }}', { holds })).toEqual(['error unknown-path 12']);
    expect(found('{{ tree.children[0].children[1].lable }}', { holds })).toEqual(['error unknown-path 32']);
    expect(found("{{ lines | map: 'nme' | join }}")).toEqual(['error unknown-path 16']);
  });
  test('are found through branches that meet again and again', () => {
    const chain = chainOfBranches(60, objectOf({ a: { type: 'string' } }));
    expect(found('{{ a }}, {{ b }}', { schema: chain })).toEqual(['error unknown-path 12']);
  });
  test('are told with what there is, and with the place in the data schema where the member would stand', () => {
    const message = (source: string, more?: Given) => compileText(source, names(more)).diagnostics[0]?.message;
    const placed = (owner: string, known: string, place: string) =>
      `The data schema has no "${owner}xyz"; there are: ${known}. To use "xyz", add it at ${place} of the data schema (schema.json)`;
    expect(message('{{ customer.xyz }}')).toBe(placed('customer.', 'name, phone', '/$defs/party/properties'));
    expect(message('{{ lines[0].xyz }}', { holds: ['lines'] })).toBe(
      placed('lines[0].', 'name, price', '/properties/lines/items/properties'),
    );
    expect(message('{{ xyz }}', { schema: { properties: { a: {}, b: {} } } })).toBe(placed('', 'a, b', '/properties'));
    expect(message('{{ xyz }}', { schema: { properties: { a: {} } }, schemaPlace: 'my.json' })).toContain('(my.json)');
  });
  test('in a definition may mean its params, whose members are told with the schema of the params', () => {
    const of = { name: 'of', key: '$card.of', schema: { $ref: '#/$defs/party' }, isWritten: false, run: () => undefined };
    const message = (source: string) =>
      compileText(source, names({ params: { outside: 0, list: [of] } })).diagnostics[0]?.message;
    expect(message('{{ off }}')).toBe('The data schema has no "off"; did you mean "of"?');
    expect(message('{{ of.nam }}')).toBe('The schema of the params has no "of.nam"; did you mean "name"?');
  });
  test('of a value with several forms are those that no form has, and it may have the type of each', () => {
    const forms = [{ properties: { v: { type: 'string' } } }, { properties: { v: number, w: { type: 'string' } } }];
    for (const anyOf of [forms, forms.toReversed()]) {
      const either = { schema: { type: 'object', anyOf }, holds: ['v and w'] } as const;
      expect(found("{{ v | number }}{{ v + 1 }}{{ v == 'x' }}{{ v == 1 }}{{ w }}", either)).toEqual([]);
      expect(found('{{ v | sum }}', either)).toEqual(['error wrong-type 7']);
      expect(found('{{ x }}', either)).toEqual(['error unknown-path 3']);
    }
  });
  test('of a reserved name too', () => {
    expect(found('{{ page.count }}')).toEqual(['error unknown-path 8']);
    expect(found('{{ loop.index }}')).toEqual(['error unknown-path 3']);
    expect(found('{{ loop.index }}', { locals: [{ name: 'l', schema: true }] })).toEqual([]);
    expect(found('{{ page.number }} {{ doc.title }}')).toEqual([]);
  });
});

describe('what prints as JSON by the data schema', () => {
  const messages = (source: string, more?: Given) =>
    compileText(source, names(more)).diagnostics.map(
      ({ severity, code, offset, message }) => `${severity} ${code} ${offset} ${message}`,
    );
  test('is an error that names the right form', () => {
    expect(messages('To {{  customer }}')).toEqual([
      'error wrong-type 7 This is an object, which would print as JSON; write {{ customer.name }}, or {{ customer | json }} if JSON is meant.',
    ]);
    expect(messages('{{ lines }}')).toEqual([
      "error wrong-type 3 This is a list, which would print as JSON; write {{ lines | map: 'name' | join: ', ' }}, or {{ lines | json }} if JSON is meant.",
    ]);
    expect(messages("{{ lines | where: 'price', 2 }}")[0]).toContain("write {{ … | map: 'name' | join: ', ' }}");
    expect(messages('{{ page }}')[0]).toContain('write {{ page.number }}');
    const tags = objectOf({ tags: listOf({ type: 'string' }) });
    expect(messages('{{ tags }}', { schema: tags })[0]).toContain("write {{ tags | join: ', ' }}, or {{ tags | json }}");
    expect(messages('{{ l }}', { locals: [{ name: 'l', schema: schema.properties.lines.items }] })[0]).toContain('{{ l.name }}');
    expect(messages('{{ lines | join }}')[0]).toContain("as in map: 'price' | join: …");
  });
  test('is none where it may be text, or is meant', () => {
    expect(messages('{{ customer | json }}{{ lines | size }}{{ customer.name }}')).toEqual([]);
    const mixed = objectOf({ a: { type: ['string', 'object'] } });
    expect(messages('{{ a }}', { schema: mixed })).toEqual([]);
    expect(messages('{{ customer }}', { schema: true })).toEqual([]);
    expect(compileExpression('customer', names()).diagnostics).toEqual([]);
  });
});

describe('members that may be missing', () => {
  test('are warned of', () => {
    expect(found('{{ note }}')).toEqual(['warning possibly-missing 3']);
    expect(found('{{ customer.phone }}')).toEqual(['warning possibly-missing 12']);
    expect(found('{{ payment.iban }}', { holds: ['payment'] })).toEqual(['warning possibly-missing 11']);
  });
  test('are covered by default, a condition around, and the branch of a condition', () => {
    expect(found("{{ note | default: '-' }}")).toEqual([]);
    expect(found('{{ note }}', { holds: ['note'] })).toEqual([]);
    expect(found('{{ note }}', { holds: ["number == 'x' and note"] })).toEqual([]);
    expect(found("{{ note ? note : '-' }}")).toEqual([]);
    expect(found('{{ note }}', { holds: ['total or note'] })).toEqual(['warning possibly-missing 3']);
  });
  test('that are lists are told with the filters that need them, and an empty text stands for an empty list', () => {
    const message = (of: JsonSchema, source: string) =>
      compileText(source, names({ schema: { type: 'object', properties: { l: of } } })).diagnostics[0]?.message;
    const items = number;
    for (const type of ['string', ['array', 'string']])
      expect(message({ type, items }, '{{ l | size }}')).toMatch(/: write \(l \| size\) \?\? '', or list it under "required"\.$/);
    const printed = ["map: 'x' | join: ', '", "where: 'x > 1' | join: ', '", 'size', 'sum', 'sum | default: 0'].map((filter) =>
      print(`{{ l | default: '' | ${filter} }}`, {}),
    );
    expect(printed).toEqual(['', '', '0', '0', '0']);
  });
  test('are those of a value without a type, which may be a text', () => {
    const schema = { type: 'object', required: ['o'], properties: { o: { required: ['a'], properties: { a: number } } } };
    const { mayBeMissing, diagnostics } = compileExpression('o.a', names({ schema }));
    expect([mayBeMissing, diagnostics]).toEqual([true, []]);
  });
  test('are the elements of a list by their number', () => {
    const message = (source: string) => compileText(source, names()).diagnostics[0]?.message;
    expect(message('{{ lines[5].name }}')).toBe(
      'The list may be shorter, so "lines[5]" may be missing, and "lines[5].name" needs it: write lines[5].name ?? \'\', or set "minItems": 6 in the data schema.',
    );
    expect(message('{{ lines.first.name }}')).toContain('"lines.first" may be missing');
    expect(message('{{ lines[-2].name }}')).toContain('"minItems": 2');
    const least = { ...schema, properties: { ...schema.properties, lines: { ...schema.properties.lines, minItems: 2 } } };
    expect(found('{{ lines[1].name }}{{ lines[-2].name }}{{ lines.last.name }}', { schema: least })).toEqual([]);
    expect(found('{{ lines[2].name }}', { schema: least })).toEqual(['warning possibly-missing 9']);
    expect(found('{{ lines[-3].name }}', { schema: least })).toHaveLength(1);
  });
  test('are covered by a condition about the list', () => {
    for (const when of ['lines.size > 5', '(lines | size) > 5', 'lines[5]'])
      expect(found('{{ lines[5].name }}', { holds: [when] }), when).toEqual([]);
    expect(found('{{ lines[0].name }}{{ lines.last.name }}', { holds: ['lines'] })).toEqual([]);
    expect(found('{{ lines[1].name }}', { holds: ['lines'] })).toHaveLength(1);
    expect(found("{{ lines[5].name | default: '-' }}{{ lines.size > 1 ? lines[1].name : '' }}")).toEqual([]);
  });
  test('do no harm in a bare expression, which only tests', () => {
    expect(compileExpression('note', names()).diagnostics).toEqual([]);
  });
});

describe('wrong types', () => {
  test('of filters and arithmetic are errors', () => {
    expect(found('{{ number | money }}')).toEqual(['error wrong-type 12']);
    expect(found('{{ lines | upcase }}')).toEqual(['error wrong-type 11']);
    expect(found('{{ customer | date }}')).toEqual(['error wrong-type 14']);
    expect(found('{{ number + 1 }}')).toEqual(['error wrong-type 3']);
  });
  test('of an argument of text are errors, but a number is looked for as the text writes it', () => {
    expect(found("{{ number | replace: lines.size, '-' }}")).toEqual([]);
    expect(found("{{ number | replace: lines, '-' }}")).toEqual(['error wrong-type 21']);
    expect(found('{{ 5 | money: lines.size }}')).toEqual(['error wrong-type 19']);
    expect(found('{{ 5 | money: number }}')).toEqual([]);
  });
  test('follow a value through filters', () => {
    expect(found("{{ lines | sum: 'price' | money }}")).toEqual([]);
    expect(found("{{ lines | map: 'name' | join | money }}")).toEqual(['error wrong-type 32']);
  });
});

test('where the schema says nothing, nothing is claimed but one warning', () => {
  expect(found('{{ anything.x.y | money }}', { holds: ['anything'] })).toEqual(['warning untyped 12']);
});

test('nothing is claimed of the elements of a list that has only nulls', () => {
  const nulls = { schema: objectOf({ a: listOf({ type: 'null' }) }) };
  expect(found('{{ a | sum }}{{ a | sort | size }}', nulls)).toEqual([]);
});

test('a group has a key and the elements with this key', () => {
  const groups = compileExpression("lines | group: 'name'", names());
  const inside = { locals: [{ name: 'g', schema: groups.items() }] };
  expect(found("{{ g.key | upcase }}{{ g.items | sum: 'price' | money }}", inside)).toEqual([]);
  expect(found("{{ g.key + 1 }}{{ g.items | sum: 'cost' }}{{ g.lines }}", inside)).toEqual([
    'error wrong-type 4',
    'error unknown-path 33',
    'error unknown-path 47',
  ]);
});

test('elements have the schema of their list', () => {
  const lines = compileExpression('lines', names());
  const inside = { locals: [{ name: 'l', schema: lines.items() }] };
  expect(found('{{ l.price | money }}', inside)).toEqual([]);
  expect(found('{{ l.cost }}', inside)).toEqual(['error unknown-path 5']);
});

test('faults of the grammar say where and what', () => {
  const fault = (source: string) => compileExpression(source, names()).diagnostics[0]?.message;
  expect(fault('{{ number }}')).toContain('write the bare expression');
  expect(fault("number == 'x")).toContain('not closed');
  expect(fault('number ==')).toContain('ends too early');
  expect(fault('number | upcas')).toContain('did you mean "upcase"?');
  expect(fault('total | round: 1, 2, 3')).toContain('takes 0 to 1');
  expect(found('a {{ number')).toEqual(['error syntax 2']);
});

test('names of elements may not shadow what is reserved', () => {
  expect(checkLocalName('page')).toContain('reserved');
  expect(checkLocalName('line item')).toContain('cannot be');
  expect(checkLocalName('line')).toBeUndefined();
});

describe('a name that the data schema has elsewhere', () => {
  const advice = (source: string, more?: Given) =>
    compileText(`{{ ${source} }}`, names(more)).diagnostics.map(({ message }) => message.slice(message.indexOf(';') + 2));
  const element = { locals: [{ name: 'l', schema: schema.properties.lines.items }] };
  test('is told with the path to it', () => {
    expect(advice('phone')).toEqual(['did you mean "customer.phone"?']);
    expect(advice('price', element)).toEqual(['did you mean "l.price"?']);
    expect(advice('data.phone')).toEqual(['did you mean "data.customer.phone"?']);
  });
  test('is told with the list whose elements have it', () => {
    expect(advice('price')).toEqual([
      'the elements of "lines" have it: put this into a component with "repeat" or "table": "lines", and write item.price',
    ]);
    expect(advice('lines.price')).toEqual([
      "the elements of the list have it: write lines | map: 'price', or lines | sum: 'price'",
    ]);
  });
  test('is told with the name of the element, for somebody who guesses it', () => {
    expect(advice('line.price', element)).toEqual([
      'the element is called "l" here; to call it "line", write "as": "line" beside the list',
    ]);
    expect(advice('line', element)).toEqual(['did you mean "lines"?']);
    expect(advice('l.price', { row: { name: 'l' } })).toEqual([
      '"l" is the element of a row, and only the cells of rows know it',
    ]);
  });
  test('is told in full for an abbreviation', () => {
    expect(advice('cust.name')).toEqual(['did you mean "customer"?']);
    expect(advice("lines | sum: 'prc'")[0]).toContain('there are: name, price');
    expect(advice("lines | sum: 'pric'")).toEqual(['did you mean "price"?']);
    const quantity = { type: 'object', properties: { quantity: {}, query: {} } };
    expect(advice('qty', { schema: quantity })).toEqual(['did you mean "quantity"?']);
  });
});
