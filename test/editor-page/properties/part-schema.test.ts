import { describe, expect, test } from 'vitest';
import { type Part, readParts, type Slot } from '../../../src/editing/index.ts';
import { findPartSchema, membersOf } from '../../../src/editor-page/properties/part-schema.ts';
import { innerProperties, isContent, placeProperties, pointerOf } from '../../../src/editor-page/properties/property.ts';
import { everyPart, listPartSchemas, schemas } from './every-part.ts';

const tree = readParts(everyPart);
const at = (pointer: string) => tree.places.get(pointer)!.part;
const schemaAt = (pointer: string) => findPartSchema(tree, at(pointer), schemas)!;

describe('the schema of a part', () => {
  test.each([
    ['/pages/0', '#page', 'orientation'],
    ['/pages/0/header', '#band', 'bleed'],
    ['/pages/0/footer/0', '#band', 'read'],
    ['/pages/0/body/1', 'table', 'zebra'],
    ['/pages/0/body/1/columns/0', '#column', 'rowHeader'],
    ['/pages/0/body/1/header/0', '#row', 'below'],
    ['/pages/0/body/1/rows/0', '#row', 'cells'],
    ['/pages/0/body/1/footer/0', '#row', 'on'],
    ['/pages/0/body/1/groups/0', '#group', 'by'],
    ['/pages/0/body/2/pairs/0', '#pair', 'each'],
    ['/pages/0/body/3/header/0', '#band', 'on'],
  ])('%s: %s', (pointer, key, member) => {
    expect(schemaAt(pointer)).toMatchObject({ key, added: undefined });
    expect(Object.keys(schemaAt(pointer).properties)).toContain(member);
  });

  test('tells rows apart by the place where they stand', () => {
    expect(schemaAt('/pages/0/body/1/rows/0').properties.on).toBeUndefined();
    expect(schemaAt('/pages/0/body/1/groups/0/header/0').properties.below).toBeUndefined();
  });

  test('has what the place of a component asks for', () => {
    expect(schemaAt('/pages/0/background/0')).toMatchObject({ key: 'text', added: { place: 'placedComponent' } });
    expect(schemaAt('/pages/0/body/0/row/0')).toMatchObject({ key: 'text', added: { place: 'column' } });
    expect(schemaAt('/pages/0/body/1/rows/0/cells/0')).toMatchObject({ key: 'text', added: { place: 'cell' } });
    expect(schemaAt('/pages/0/body/1/footer/0/cells/0')).toMatchObject({
      key: '#cell',
      properties: {},
      added: { place: 'cell' },
    });
    expect(schemaAt('/pages/0/body/3').added).toBeUndefined();
  });

  test('is known for parts inside of definitions', () => {
    const define = {
      lines: { body: { table: 'lines', columns: [{ body: 'A', width: 3 }], rows: [{ cells: ['B'] }] } },
      sheet: { page: { header: [{ on: 'first', body: ['C'] }], body: ['D'] } },
    };
    const inside = readParts({ define, pages: [] });
    const list = (slots: readonly Slot[]): readonly Part[] =>
      slots.flatMap(({ parts }) => parts.flatMap((part) => [part, ...list(part.slots)]));
    const keysOf = (name: string, which: 'body' | 'page') =>
      list(inside.slotsOfDefinition(name, which)).map((part) => findPartSchema(inside, part, schemas)?.key);
    expect(keysOf('lines', 'body')).toEqual(['table', '#column', 'text', '#row', 'text']);
    expect(keysOf('sheet', 'page')).toEqual(['#band', 'text', 'text']);
  });

  test('is unknown for a component without a type', () => {
    const faulty = readParts({ pages: [{ body: [{ txt: 'A' }] }] });
    expect(findPartSchema(faulty, faulty.places.get('/pages/0/body/0')!.part, schemas)).toBeUndefined();
  });

  test('is found for each part', () => expect(listPartSchemas().every(({ schema }) => schema !== undefined)).toBe(true));
});

describe('what a part says', () => {
  const said = (pointer: string) => membersOf(at(pointer));
  test('is an object for short forms', () => {
    expect(said('/pages/0/header/0')).toEqual({ text: 'Plain' });
    expect(said('/pages/0/header')).toEqual({ body: ['Plain'] });
    expect(said('/pages/0/body/1/columns/0')).toEqual({ body: '{{ line.name }}' });
    expect(said('/pages/0/body/2/pairs/0')).toEqual({ label: 'Net', value: '1' });
    expect(said('/pages/0/body/2/pairs/1')).toEqual({ label: 'Total', value: '2', when: 'total' });
  });

  test('is a stack for a list', () => {
    const list = readParts({ pages: [{ body: [['A', 'B']] }] });
    expect(membersOf(list.places.get('/pages/0/body/0')!.part)).toEqual({ stack: ['A', 'B'] });
  });
});

test('a list of parts is no property of the part around it', () => {
  const { usual } = placeProperties({
    ...schemaAt('/pages/0/body/1'),
    ...schemas.components.list!,
    key: 'list',
    usual: schemas.usual.list!,
    added: undefined,
    description: '',
    required: [],
    properties: schemas.components.list!.properties!,
  });
  const list = usual[0]!.properties[0]!;
  expect(list.member).toBe('list');
  expect(isContent(list, ['A'])).toBe(true);
  expect(isContent(list, 'lines')).toBe(false);
  expect(isContent(list, undefined)).toBe(false);
});

test('a property says what holds without a value', () => {
  const { usual, others } = placeProperties(schemaAt('/pages/0/body/3'));
  const properties = [...usual.flatMap((group) => group.properties), ...others];
  const placeholderOf = (member: string) => properties.find((one) => one.member === member)!.placeholder;
  expect(placeholderOf('opacity')).toBe('Default: 1');
  expect(placeholderOf('size')).toBe('As in the style');
  expect(placeholderOf('width')).toBe('');
  const border = properties.find(({ member }) => member === 'border')!;
  expect(innerProperties(border, border.schema).map(({ member, placeholder }) => [member, placeholder])).toContainEqual([
    'color',
    '',
  ]);
});

test('a property has its pointer below the part', () => {
  expect(pointerOf({ path: ['with', 'a/b~'] } as never)).toBe('/with/a~1b~0');
});
