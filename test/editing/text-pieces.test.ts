import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyOperations, readParts } from '../../src/editing/index.ts';
import { setTextOfPart, textOfPart } from '../../src/editing/part-text.ts';
import {
  filterAmong,
  nameOfBinding,
  readPieces,
  readSubstitute,
  splitFilters,
  withFilter,
  withSubstitute,
} from '../../src/editing/text-pieces.ts';
import { createRandom } from '../support/random.ts';
import { trialSeeds } from '../support/trials.ts';
import { editBody } from './support.ts';

const kinds = (text: string) => readPieces(text).map((piece) => (piece.kind === 'text' ? piece.text : [piece.expression]));

describe('the pieces of a text', () => {
  test('bindings stand between texts', () => {
    expect(kinds('Dear {{ customer.name }}, {{total | money}}!')).toEqual([
      'Dear ',
      [' customer.name '],
      ', ',
      ['total | money'],
      '!',
    ]);
    expect(kinds('')).toEqual([]);
    expect(kinds('{{ a }}{{ b }}')).toEqual([[' a '], [' b ']]);
  });
  test('braces in quotes belong to the binding', () => {
    expect(kinds('{{ \'}}\' }}{{ "{{" }}')).toEqual([[" '}}' "], [' "{{" ']]);
  });
  test('what prints no value stays text', () => {
    for (const text of [
      ...['{{#if a}}b{{/if}}', '{{ else }}', '{{endif}}', '{{{ a }}}', '{{! a }}', '{{~a~}}', '{{ }}', '{% if a %}'],
      ...['{{ a'],
    ])
      expect(kinds(text)).toEqual([text]);
    expect(kinds('x {{#each a}} {{ b }} {{/each}}')).toEqual(['x {{#each a}} ', [' b '], ' {{/each}}']);
    expect(kinds('{{ end_date }}')).toEqual([[' end_date ']]);
  });
});

describe('the filters of a binding', () => {
  const formats = new Set(['money', 'number', 'date']);
  test('are split where they are not inside of something', () => {
    expect(splitFilters(" a | where: 'b | c' | money ")).toEqual([' a ', " where: 'b | c' ", ' money ']);
    expect(splitFilters("(a | default: 0) * x['|'] | number: 2")).toEqual(["(a | default: 0) * x['|'] ", ' number: 2']);
  });
  test('are found by their names', () => {
    expect(filterAmong(" a | money: 'EUR' | default: 'x' ", formats)).toBe("money: 'EUR'");
    expect(filterAmong(' a | upcase ', formats)).toBe(undefined);
    expect(filterAmong(' money ', formats)).toBe(undefined);
  });
  test('are added, replaced and taken away, and the rest stays as it is written', () => {
    expect(withFilter(' a ', formats, 'money')).toBe(' a | money ');
    expect(withFilter('a', formats, 'money')).toBe('a | money');
    expect(withFilter(" a | money: 'EUR' | replace: '.', '' ", formats, 'number: 2')).toBe(" a | number: 2 | replace: '.', '' ");
    expect(withFilter(" a | default: 'x' ", formats, 'money')).toBe(" a | money | default: 'x' ");
    expect(withFilter(" a | money | default: 'x' ", formats, undefined)).toBe(" a | default: 'x' ");
    expect(withFilter(' a | money ', formats, undefined)).toBe(' a ');
  });
  test.each([
    [' a ', '', " a ?? '' "],
    [' a ', 0, ' a ?? 0 '],
    [' a | money ', "it's \\", " (a | money) ?? 'it\\'s \\\\' "],
    [' a | money ', 0, ' a ?? 0 | money '],
    [' a.b[0] * (c + 1) | number: 2 ', 0, ' (a.b[0] * (c + 1)) ?? 0 | number: 2 '],
    [" (a) & '(' & (b) ", 'one\ntwo', " ((a) & '(' & (b)) ?? 'one\\ntwo' "],
  ] as const)('%s with %j for a missing value is %s', (expression, substitute, whole) => {
    expect(withSubstitute(expression, substitute)).toBe(whole);
    expect(readSubstitute(whole)).toEqual({ expression, substitute });
  });
  test('what only code can say of a missing value stays as it is', () => {
    for (const expression of [
      ...['a', ' a ?? b ', "(a) & (b) ?? 'x'", "a ?? 'x' | upcase", 'a + b ?? 0', "a | default: 'x'", "x == '?? 0'"],
    ])
      expect(readSubstitute(expression)).toEqual({ expression, substitute: undefined });
    expect(withSubstitute(' a | money ', undefined)).toBe(' a | money ');
  });
});

test('a binding is called by the last names of its path, or by what it computes', () => {
  const names = {
    ' customer.name | upcase ': 'Customer name',
    'order.customer.billing_address': 'Customer billing address',
    "line['unit-price']": 'Line unit price',
    'signers[0]': 'Signers 1',
    'signers[0].name': 'Name',
    'l.name': 'Name',
    unitPrice: 'Unit price',
    " (line.price | money) ?? 'free' ": 'Line price',
    ' vat ?? 0 | money ': 'VAT',
    ' qty * price | money ': 'qty * price',
  };
  for (const [expression, name] of Object.entries(names)) expect(nameOfBinding(expression)).toBe(name);
});

describe('the text of a part', () => {
  const set = (body: unknown, pointer: string, text: string) =>
    editBody(body, (tree, part) => setTextOfPart(tree, part(pointer), text)).body;
  test('what is short stays short', () => {
    expect(set(['a'], '/pages/0/body/0', 'b')).toEqual(['b']);
    expect(set([{ text: 'a', size: 9 }], '/pages/0/body/0', 'b')).toEqual([{ text: 'b', size: 9 }]);
    expect(set([{ pairs: [['a', 'b']] }], '/pages/0/body/0/pairs/0/1', 'c')).toEqual([{ pairs: [['a', 'c']] }]);
    expect(set([{ table: 'x', columns: ['a', { header: 'h', body: 'b' }] }], '/pages/0/body/0/columns/0', 'c')).toEqual([
      { table: 'x', columns: ['c', { header: 'h', body: 'b' }] },
    ]);
    expect(set([{ table: 'x', columns: [{ header: 'h', body: 'b' }] }], '/pages/0/body/0/columns/0/header', 'c')).toEqual([
      { table: 'x', columns: [{ header: 'c', body: 'b' }] },
    ]);
    expect(set([{ list: ['a', 'b'] }], '/pages/0/body/0/list/1', 'c')).toEqual([{ list: ['a', 'c'] }]);
    expect(set([{ markdown: '# a' }], '/pages/0/body/0', '# b')).toEqual([{ markdown: '# b' }]);
  });
  test('a list of lines stays one', () => {
    expect(set([{ text: ['a', '{{ b }}'] }], '/pages/0/body/0', 'a\nc\nd')).toEqual([{ text: ['a', 'c', 'd'] }]);
  });
  test('a part without a text, or with a form that only code shows, has none', () => {
    const textAt = (body: unknown, pointer: string) => textOfPart(readParts({ pages: [{ body }] }).places.get(pointer)!.part);
    expect(textAt([{ text: ['a\nb', 'c'] }], '/pages/0/body/0')).toBe(undefined);
    expect(textAt([{ text: 5 }], '/pages/0/body/0')).toBe(undefined);
    expect(textAt([{ line: {} }], '/pages/0/body/0')).toBe(undefined);
    expect(textAt([{ table: 'x', columns: [{ body: 'b' }] }], '/pages/0/body/0/columns/0')).toBe(undefined);
  });
});

const examples = readdirSync('templates-examples').map(
  (name) =>
    [name, JSON.parse(readFileSync(`templates-examples/${name}/template.json`, 'utf8')) as Record<string, unknown>] as const,
);

test.each(examples)('the texts of the example %s are their pieces, and writing them changes nothing', (_, template) => {
  const tree = readParts(template);
  const written = JSON.stringify({ pages: template.pages });
  for (const part of tree.parts) {
    const text = textOfPart(part);
    if (text === undefined) continue;
    expect(
      readPieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
    const { operations } = setTextOfPart(tree, part, text);
    expect(JSON.stringify(applyOperations({ pages: template.pages }, operations).value)).toBe(written);
    for (const piece of readPieces(text))
      if (piece.kind === 'binding') expect(splitFilters(piece.expression).join('|')).toBe(piece.expression);
  }
});

test('random texts are their pieces', () => {
  const signs = ['{', '{{', '}', '}}', "'", '"', '\\', '|', '(', ')', 'a', ' ', '\n', '#', '\u200b', 'é', '😀', 'ש'];
  for (const seed of trialSeeds('text-pieces')) {
    const random = createRandom(seed);
    const text = Array.from({ length: random() * 40 }, () => signs[Math.floor(random() * signs.length)]).join('');
    expect(
      readPieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
    expect(splitFilters(text).join('|')).toBe(text);
  }
});
