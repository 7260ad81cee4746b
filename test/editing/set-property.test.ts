import { describe, expect, test } from 'vitest';
import { type PropertyPath, setProperty, unsetProperty } from '../../src/editing/set-property.ts';
import { editBody, editTemplate, type Json } from './support.ts';

const set = (body: unknown, pointer: string, property: PropertyPath, value: unknown) => {
  const edited = editBody(body, (tree, part) => setProperty(tree, part(pointer), property, value));
  return [JSON.stringify(edited.body), edited.selection];
};
const unset = (body: unknown, pointer: string, property: PropertyPath) =>
  JSON.stringify(editBody(body, (tree, part) => unsetProperty(tree, part(pointer), property)).body);

describe('a property that is set', () => {
  test('changes nothing else', () => {
    expect(set([{ text: 'a', bold: true }, 'b'], '/pages/0/body/0', 'bold', false)).toEqual([
      '[{"text":"a","bold":false},"b"]',
      '/pages/0/body/0',
    ]);
    expect(set([{ text: 'a' }], '/pages/0/body/0', 'size', 9)[0]).toBe('[{"text":"a","size":9}]');
    expect(set([{ text: 'a', at: { x: 1 } }], '/pages/0/body/0', ['at', 'y'], 9)[0]).toBe('[{"text":"a","at":{"x":1,"y":9}}]');
    expect(set([{ text: 'a' }], '/pages/0/body/0', ['break', 'before'], 'page')[0]).toBe(
      '[{"text":"a","break":{"before":"page"}}]',
    );
  });

  test('makes an object of a text or a list that needs one', () => {
    expect(set(['a'], '/pages/0/body/0', 'bold', true)[0]).toBe('[{"text":"a","bold":true}]');
    expect(set(['a'], '/pages/0/body/0', 'text', 'b')[0]).toBe('["b"]');
    expect(set([{ row: [['a', 'b']] }], '/pages/0/body/0/row/0', 'width', 40)[0]).toBe(
      '[{"row":[{"width":40,"stack":["a","b"]}]}]',
    );
    expect(set([{ row: [['a']] }], '/pages/0/body/0/row/0', 'stack', ['b'])[0]).toBe('[{"row":[["b"]]}]');
  });

  test('makes objects of short columns, pairs and bands', () => {
    const table = [{ table: 'l', columns: ['x', 'y'] }];
    expect(set(table, '/pages/0/body/0/columns/1', 'width', 9)[0]).toBe('[{"table":"l","columns":["x",{"body":"y","width":9}]}]');
    expect(set(table, '/pages/0/body/0/columns/1', 'body', 'z')[0]).toBe('[{"table":"l","columns":["x","z"]}]');
    expect(set([{ pairs: [['a', 'b']] }], '/pages/0/body/0/pairs/0', 'when', 'c')[0]).toBe(
      '[{"pairs":[{"label":"a","value":"b","when":"c"}]}]',
    );
    const { pages, selection } = editTemplate({ pages: [{ header: ['h'], body: [] }] }, (tree, part) =>
      setProperty(tree, part('/pages/0/header'), 'on', 'first'),
    );
    expect([JSON.stringify(pages), selection]).toEqual([
      '[{"header":[{"on":"first","body":["h"]}],"body":[]}]',
      '/pages/0/header/0',
    ]);
  });

  test('stands before the long part of an object', () => {
    expect(set([{ gap: 1, row: ['a'] }], '/pages/0/body/0', 'valign', 'top')[0]).toBe('[{"gap":1,"valign":"top","row":["a"]}]');
    expect(
      set(
        [
          {
            polygon: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
        '/pages/0/body/0',
        'fill',
        '#fff',
      )[0],
    ).toBe('[{"fill":"#fff","polygon":[[1,2],[3,4]]}]');
    expect(set([{ image: 'a', margin: [1, 2] }], '/pages/0/body/0', 'width', 9)[0]).toBe(
      '[{"image":"a","margin":[1,2],"width":9}]',
    );
  });

  test('keeps the other sides of a margin', () => {
    const margin = (given: unknown) =>
      JSON.parse(set([{ text: 'a', margin: given }], '/pages/0/body/0', ['margin', 'left'], 9)[0]!)[0].margin;
    expect([margin(1), margin([1, 2]), margin([1, 2, 3, 4]), margin({ top: 1 }), margin(undefined)]).toEqual([
      [1, 1, 1, 9],
      [1, 2, 1, 9],
      [1, 2, 3, 9],
      { top: 1, left: 9 },
      { left: 9 },
    ]);
    expect(() => margin('1mm')).toThrow('“margin” is a single value here. Set it as a whole.');
    expect(() => set([{ text: 'a' }], '/pages/0/body/0', ['text', 'left'], 9)).toThrow('“text” is a single value');
    expect(() => set([{ text: 'a', margin: 1 }], '/pages/0/body/0', ['margin', 'middle'], 9)).toThrow('single value');
  });

  test('of what is no part of a template is an error', () => {
    expect(() => set([5], '/pages/0/body/0', 'bold', true)).toThrow('Correct it in “Code”');
  });
});

describe('a property that is taken away', () => {
  test('leaves the rest as it is written', () => {
    expect(unset([{ text: 'a', bold: true, size: 9 }], '/pages/0/body/0', 'bold')).toBe('[{"text":"a","size":9}]');
    expect(unset([{ text: 'a', bold: true }], '/pages/0/body/0', 'bold')).toBe('[{"text":"a"}]');
    expect(unset([{ text: 'a' }, 'b'], '/pages/0/body/0', 'bold')).toBe('[{"text":"a"},"b"]');
    expect(unset(['a'], '/pages/0/body/0', 'bold')).toBe('["a"]');
  });

  test('takes an object that becomes empty with it', () => {
    expect(unset([{ text: 'a', at: { x: 1, y: 2 } }], '/pages/0/body/0', ['at', 'x'])).toBe('[{"text":"a","at":{"y":2}}]');
    expect(unset([{ text: 'a', at: { x: 1 } }], '/pages/0/body/0', ['at', 'x'])).toBe('[{"text":"a"}]');
    expect(unset([{ text: 'a', at: { x: 1 } }], '/pages/0/body/0', ['at', 'y'])).toBe('[{"text":"a","at":{"x":1}}]');
  });

  test('is not what makes the part', () => {
    expect(() => unset([{ text: 'a' }], '/pages/0/body/0', 'text')).toThrow('makes the part');
  });
});

test('the name of the prototype is a name', () => {
  const body = JSON.parse('[{"use":"a","with":{"__proto__":1}}]') as Json[];
  expect(set(body, '/pages/0/body/0', ['with', '__proto__'], 2)[0]).toBe('[{"use":"a","with":{"__proto__":2}}]');
});
