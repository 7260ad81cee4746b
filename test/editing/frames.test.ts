import { describe, expect, test } from 'vitest';
import { placeFreely, placePart } from '../../src/editing/frames.ts';
import { editBody, editTemplate, templateOf } from './support.ts';

const at = (path: string) => `/pages/0/body${path}`;
const free = (body: unknown, pointer: string, unit?: string) => {
  const edited = editTemplate(templateOf(body, {}, unit === undefined ? {} : { unit }), (tree, part) =>
    placeFreely(tree, part(at(pointer)), { x: 1.23456, y: 2, w: 30 }),
  );
  return [JSON.stringify(edited.body), edited.selection?.replace('/pages/0/body', '')];
};

describe('a part that is placed freely', () => {
  test('stands in a frame of its own, and stays selected', () => {
    expect(free(['a', 'b'], '/1')).toEqual(['["a",{"frame":[{"at":{"x":1.2,"y":2,"w":30},"text":"b"}]}]', '/1/frame/0']);
    expect(free([{ stack: ['a'] }], '/0')).toEqual(['[{"frame":[{"stack":["a"],"at":{"x":1.2,"y":2,"w":30}}]}]', '/0/frame/0']);
    expect(free([{ row: [['a', 'b']] }], '/0/row/0')[0]).toBe(
      '[{"row":[{"frame":[{"at":{"x":1.2,"y":2,"w":30},"stack":["a","b"]}]}]}]',
    );
    const edited = editBody(['a', 'b'], (tree, part) =>
      placeFreely(tree, part(at('/1')), { x: 0, y: 1.1, w: 107.31, h: 12.2000001 }),
    );
    expect(edited.body).toEqual(['a', { frame: [{ at: { x: 0, y: 1.1, w: 107.4, h: 12.2 }, text: 'b' }], height: 13.3 }]);
    expect(free('a', '')).toEqual(['{"frame":[{"at":{"x":1.2,"y":2,"w":30},"text":"a"}]}', '/frame/0']);
  });

  test('leaves outside what its row asks of it and what places it on the page', () => {
    const row = [{ row: [{ text: 'a', width: 40, when: 'x', margin: 1, bold: true }] }];
    expect(free(row, '/0/row/0')[0]).toBe(
      '[{"row":[{"width":40,"when":"x","margin":1,"frame":[{"text":"a","bold":true,"at":{"x":1.2,"y":2,"w":30}}]}]}]',
    );
    expect(free([{ text: 'a', when: 'x', keepWithNext: true }], '/0')[0]).toBe(
      '[{"keepWithNext":true,"frame":[{"text":"a","when":"x","at":{"x":1.2,"y":2,"w":30}}]}]',
    );
  });

  test('leaves outside what a choice and a row of a table ask of it', () => {
    expect(free([{ choose: [{ text: 'a', when: 'x' }] }], '/0/choose/0')[0]).toBe(
      '[{"choose":[{"when":"x","frame":[{"text":"a","at":{"x":1.2,"y":2,"w":30}}]}]}]',
    );
    const cells = [{ table: 'l', columns: ['a', 'b'], footer: [{ cells: [{ span: 2, text: 'x', padding: 1 }] }] }];
    expect(free(cells, '/0/footer/0/cells/0')[0]).toContain(
      '"cells":[{"span":2,"padding":1,"frame":[{"text":"x","at":{"x":1.2,"y":2,"w":30}}]}]',
    );
  });

  test('has lengths to a tenth of a millimetre in every unit', () => {
    const x = (unit: string) => JSON.parse(free(['a'], '/0', unit)[0]!)[0].frame[0].at.x;
    expect([x('mm'), x('cm'), x('in'), x('pt')]).toEqual([1.2, 1.23, 1.235, 1.2]);
  });

  test.each<[string, unknown, string, string]>([
    ['text columns', [{ flow: ['a'] }], '/0', 'Text columns'],
    ['a text with footnotes', [{ text: 'a[^1]', footnotes: { 1: 'b' } }], '/0', 'footnotes'],
    [
      'a text of a column of decimals',
      [{ table: 'l', columns: [{ align: 'decimal', body: 'a' }] }],
      '/0/columns/0/body',
      'decimal alignment',
    ],
    ['a column', [{ table: 'l', columns: ['a'] }], '/0/columns/0', 'cannot be put'],
    [
      'an empty cell',
      [{ table: 'l', columns: ['a'], footer: [{ cells: [{ span: 1 }] }] }],
      '/0/footer/0/cells/0',
      'cannot be put',
    ],
  ])('is not %s', (_, body, pointer, message) => {
    expect(() => free(body, pointer)).toThrow(message);
  });
});

describe('a part in a frame', () => {
  const area = { width: 200, height: 100 };
  const place = (where: unknown, placement: Parameters<typeof placePart>[2]) =>
    JSON.stringify(
      editBody([{ frame: [where] }], (tree, part) => placePart(tree, part(at('/0/frame/0')), placement, area)).body,
    ).slice(11, -3);

  test('is moved and resized, with its lengths as they are written', () => {
    expect(place({ text: 'a', at: { x: 1, y: 2, w: 3 } }, { x: 7.77, y: 2 })).toBe('{"text":"a","at":{"x":7.8,"y":2,"w":3}}');
    expect(place({ text: 'a', at: { x: 1, w: '50%', h: '10%' } }, { w: 50, h: 33.333 })).toBe(
      '{"text":"a","at":{"x":1,"w":"25%","h":"33.3%"}}',
    );
    expect(place('a', { x: 5, h: 4 })).toBe('{"text":"a","at":{"x":5,"h":4}}');
    expect(place({ text: 'a', at: { x: 1 } }, { x: 1 })).toBe('{"text":"a","at":{"x":1}}');
  });

  test('stays where the data put it', () => {
    expect(() => place({ text: 'a', at: { x: '{{ x }}' } }, { x: 5 })).toThrow('The data say where it stands.');
  });

  test('is the only one with a place of its own', () => {
    expect(() => editBody(['a'], (tree, part) => placePart(tree, part(at('/0')), { x: 1 }, area))).toThrow('no place of its own');
  });
});
