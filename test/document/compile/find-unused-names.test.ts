// What a template defines and never uses is told by lint. What data may choose is not told.
import { expect, test } from 'vitest';
import { findUnusedNames } from '../../../src/document/compile/find-unused-names.ts';

const told = (document: Readonly<Record<string, unknown>>, body: unknown = []) =>
  findUnusedNames({ pages: [{ body }], ...document }).map(({ code, pointer }) => `${code} ${pointer}`);

const styles = { base: {}, a: {}, b: { style: 'a' }, c: { style: ['b'] } };

test('a style is used by a component, a part of one, a mark, or a style that is used', () => {
  expect(told({ styles })).toEqual(['unused-style /styles/a', 'unused-style /styles/b', 'unused-style /styles/c']);
  expect(told({ styles }, { text: 'x', style: 'b' })).toEqual(['unused-style /styles/c']);
  expect(told({ styles }, { text: 'x', style: ['a', 'c'] })).toEqual([]);
  expect(told({ styles }, { table: 'x', headerStyle: 'c', columns: [] })).toEqual([]);
  expect(told({ styles }, { text: '[x]{.c} {.b}', format: 'inline' })).toEqual([]);
  expect(told({ styles, define: { d: { body: { text: 'x', style: 'c' } } } })).toEqual([]);
});

test('the styles that components have by themselves are used where there are such components', () => {
  const own = {
    base: {},
    code: {},
    footnote: {},
    chart: {},
    annotation: {},
    toc1: {},
    'toc-figure': {},
    h1: {},
    quote: {},
    table: {},
  };
  expect(told({ styles: own })).toEqual(
    ['chart', 'annotation', 'toc1', 'toc-figure', 'h1', 'quote', 'table'].map((name) => `unused-style /styles/${name}`),
  );
  const body = [{ toc: 2 }, { markdown: '{{ x }}' }, { group: [{ chart: 'bar', each: 'x' }] }, { annotation: 'x' }];
  expect(told({ styles: own }, body)).toEqual([]);
});

test('the style with the name of a type is used where a component of the type stands, also in a definition', () => {
  const own = { text: {}, row: {}, table: {} };
  const unused = (body: unknown, more: object = {}) => told({ styles: own, ...more }, body).map((one) => one.split('/').at(-1));
  expect(unused({ rect: 3 })).toEqual(['text', 'row', 'table']);
  // A string is a text, also in a list, a row, or the cell of a table.
  for (const body of ['x', ['x'], { rect: 3, alt: 'x', note: 'row' }, { group: ['x'] }])
    expect(unused(body)).toEqual('rect' in Object(body) ? ['text', 'row', 'table'] : ['row', 'table']);
  expect(unused({ row: [{ rect: 3 }] })).toEqual(['text', 'table']);
  expect(unused({ table: 'x', columns: [{ value: 'y' }] })).toEqual(['row']);
  expect(unused({ rect: 3 }, { define: { d: { body: { row: ['x'] } } } })).toEqual(['table']);
  const messages = findUnusedNames({ styles: { Tables: {}, row: {}, strong: {} }, pages: [{ body: 'x' }] });
  expect(messages.map(({ message }) => message)).toEqual([
    'Nothing uses the style "Tables"; the default of each component "table" is the style "table".',
    'Nothing uses the style "row".',
    'Nothing uses the style "strong".',
  ]);
});

test('a style or colour that data may choose is not told', () => {
  const one = { a: {}, b: {}, c: {} };
  expect(told({ styles: one }, { text: 'x', style: "{{ late ? 'a' : 'b' }}" })).toEqual(['unused-style /styles/c']);
  expect(told({ styles: one }, { text: 'x', style: '{{ look }}' })).toEqual([]);
  expect(told({ styles: one }, { text: 'x', style: "{{ look ?? 'a' }}" })).toEqual([]);
  const colors = { a: '#111111', b: '#222222' };
  expect(told({ colors }, { text: 'x', color: "{{ late ? 'a' : '' }}" })).toEqual(['unused-color /colors/b']);
  expect(told({ colors }, { text: 'x', color: '{{ tint }}' })).toEqual([]);
});

test('a colour is used by a look, a tint, a style, or a colour that is used', () => {
  const colors = { a: '#111111', b: 'a/50', c: 'b' };
  expect(told({ colors })).toEqual(['unused-color /colors/a', 'unused-color /colors/b', 'unused-color /colors/c']);
  expect(told({ colors }, { rect: 3, fill: 'b/10' })).toEqual(['unused-color /colors/c']);
  expect(told({ colors, styles: { base: { border: { top: { color: 'c' } } } } })).toEqual([]);
  expect(told({ colors }, { rect: 3, fill: { from: 'c', to: 'a' } })).toEqual([]);
  // A text is no colour.
  expect(told({ colors: { a: '#111111' } }, ['a', { text: 'a' }])).toEqual(['unused-color /colors/a']);
});

test('a font family is used by a text, by a family that falls back to it, or by drawings', () => {
  const fonts = { a: { regular: 'a.ttf', fallback: ['b'] }, b: { regular: 'b.ttf' }, helvetica: { regular: 'c.ttf' } };
  expect(told({ fonts })).toEqual(['unused-font /fonts/a', 'unused-font /fonts/b']);
  expect(told({ fonts, styles: { base: { font: 'a' } } })).toEqual([]);
  expect(told({ fonts }, { text: 'x', font: 'b' })).toEqual(['unused-font /fonts/a']);
  expect(told({ fonts }, { image: 'logo.svg' })).toEqual([]);
  expect(told({ fonts }, { image: 'photo.jpg' })).toHaveLength(2);
});

test('a param is used by an expression of its definition', () => {
  const params = { title: {}, count: {} };
  const define = (body: unknown, more = {}) => ({ define: { d: { params, body, ...more } } });
  expect(told(define(['The title', '{{ x }}']))).toEqual(
    ['title', 'count'].map((name) => `unused-param /define/d/params/${name}`),
  );
  expect(told(define(['{{ title | upcase }}', { text: 'x', when: 'count > 1' }]))).toEqual([]);
  expect(told(define('{{ t }}', { let: { t: 'title & count' } }))).toEqual([]);
  expect(told(define('{{ titles }}{{ counter }}'))).toHaveLength(2);
});

test('a counter is used where it is printed or listed, or where it gives an anchor its number', () => {
  const figure = { count: 'figure', rect: 3 };
  expect(told({}, [figure, figure])).toEqual(['unused-counter /pages/0/body/0/count']);
  expect(told({}, [figure, "{{ 'figure' | counter }}"])).toEqual([]);
  expect(told({}, [figure, { toc: 'figure' }])).toEqual([]);
  expect(told({}, [figure, '{{ name | counter }}'])).toEqual([]);
  expect(told({}, { ...figure, bookmark: { anchor: 'x' } })).toEqual([]);
  expect(told({}, [figure, "{{ 'table' | counter }}"])).toHaveLength(1);
});

test('a mark is used by what prints it', () => {
  const text = { text: 'x', mark: { part: 'x', place: 'y' } };
  expect(told({}, [text, text])).toEqual(['part', 'place'].map((name) => `unused-mark /pages/0/body/0/mark/${name}`));
  const pages = [{ header: ["{{ 'part' | mark }} {{ \"place\" | mark: 'first' }}"], body: [text] }];
  expect(told({ pages })).toEqual([]);
});
