import { describe, expect, test } from 'vitest';
import { followAll } from '../../src/editing/follow.ts';
import { goalsOf, goalsOfNew, nextGoal } from '../../src/editing/goals.ts';
import { readParts } from '../../src/editing/part-tree.ts';
import { duplicatePart, type Goal, insertPart, movePart, removePart } from '../../src/editing/place-parts.ts';
import { editBody, editTemplate, type Json, templateOf } from './support.ts';

const at = (path: string) => `/pages/0/body${path}`;
const insert = (body: unknown, slot: string, index: number, component: unknown, place?: Goal['at']) => {
  const edited = editBody(body, (tree) => insertPart(tree, { slot: at(slot), index, at: place }, component));
  return [JSON.stringify(edited.body), edited.selection?.replace('/pages/0/body', '')];
};
const move = (body: unknown, from: string, slot: string, index: number, place?: Goal['at']) => {
  const edited = editBody(body, (tree, part) => movePart(tree, part(at(from)), { slot: at(slot), index, at: place }));
  return [JSON.stringify(edited.body), edited.selection?.replace('/pages/0/body', ''), ...edited.notes];
};
const remove = (body: unknown, from: string) => {
  const edited = editBody(body, (tree, part) => removePart(tree, part(at(from))));
  return [JSON.stringify(edited.body), edited.selection?.replace('/pages/0/body', ''), ...edited.notes];
};

describe('a component that is inserted', () => {
  test('stands at its index in a list', () => {
    expect(insert(['a', 'b'], '', 1, 'x')).toEqual(['["a","x","b"]', '/1']);
    expect(insert(['a'], '', 9, 'x')).toEqual(['["a","x"]', '/1']);
    expect(insert([{ row: ['a'] }], '/0/row', 0, 'x')).toEqual(['[{"row":["x","a"]}]', '/0/row/0']);
    expect(insert([{ row: [['a']] }], '/0/row/0', 1, 'x')).toEqual(['[{"row":[["a","x"]]}]', '/0/row/0/1']);
  });

  test('makes a list of one component, and stands alone where none was', () => {
    expect(insert('a', '', 1, 'x')).toEqual(['["a","x"]', '/1']);
    expect(insert([{ repeat: 'l', body: { text: 'a' } }], '/0/body', 0, 'x')).toEqual([
      '[{"repeat":"l","body":["x",{"text":"a"}]}]',
      '/0/body/0',
    ]);
    expect(insert([{ repeat: 'l', body: 'a' }], '/0/separator', 0, 'x')).toEqual([
      '[{"repeat":"l","body":"a","separator":"x"}]',
      '/0/separator',
    ]);
    expect(insert([{ repeat: 'l', body: 'a' }], '/0/separator', 0, ['x'])).toEqual([
      '[{"repeat":"l","body":"a","separator":[["x"]]}]',
      '/0/separator/0',
    ]);
    expect(insert([{ table: 'l', columns: ['a'] }], '/0/columns/0', 1, 'x')).toEqual([
      '[{"table":"l","columns":[{"body":["a","x"]}]}]',
      '/0/columns/0/body/1',
    ]);
    const page = editTemplate(templateOf([]), (tree) =>
      insertPart(tree, { slot: '/pages/0/overlay', index: 0, at: { x: 5 } }, 'x'),
    );
    expect(JSON.stringify(page.pages)).toBe('[{"body":[],"overlay":[{"text":"x","at":{"x":5}}]}]');
  });

  test('has the place that a frame asks for, and no width of a row elsewhere', () => {
    expect(insert([{ frame: [] }], '/0/frame', 0, { text: 'x' }, { x: 1, y: 2 })[0]).toBe(
      '[{"frame":[{"text":"x","at":{"x":1,"y":2}}]}]',
    );
    expect(insert([{ frame: [] }], '/0/frame', 0, ['x'], { x: 1 })[0]).toBe('[{"frame":[{"stack":["x"],"at":{"x":1}}]}]');
    expect(insert([], '', 0, { text: 'x', width: '2*', valign: 'top', at: { x: 1 }, span: 2 })[0]).toBe('[{"text":"x"}]');
    expect(insert([], '', 0, { text: 'x', width: 40 })[0]).toBe('[{"text":"x","width":40}]');
    expect(insert([{ row: ['a'] }], '/0/row', 0, { text: 'x', width: '2*', valign: 'top' })[0]).toBe(
      '[{"row":[{"text":"x","width":"2*","valign":"top"},"a"]}]',
    );
  });

  test.each<[string, string, unknown, string]>([
    ['a cell', '/0/footer/0/cells', 'x', 'takes no components'],
    ['a column of decimals', '/0/columns/0/body', 'x', 'one text'],
    ['a table for text columns', '/0/columns/1/body', { flow: [] }, 'body of a page'],
    ['nothing', '/7', 'x', 'no longer exists'],
  ])('cannot stand in %s', (_, slot, component, message) => {
    const table = [{ table: 'l', columns: [{ align: 'decimal', body: 'a' }, { body: 'b' }], footer: [{ cells: ['a', 'b'] }] }];
    expect(() => insert(table, slot, 0, component)).toThrow(message);
  });
});

describe('a part that is moved', () => {
  test('stands at its goal and stays selected', () => {
    expect(move(['a', 'b', 'c'], '/0', '', 2)).toEqual(['["b","a","c"]', '/1']);
    expect(move(['a', 'b', 'c'], '/2', '', 0)).toEqual(['["c","a","b"]', '/0']);
    expect(move(['a', { stack: ['b'] }], '/0', '/1/stack', 0)).toEqual(['[{"stack":["a","b"]}]', '/0/stack/0']);
    expect(move(['a', { stack: ['b'] }], '/1/stack/0', '', 0)).toEqual(['["b","a",{"stack":[]}]', '/0']);
    expect(move(['a', 'b'], '/0', '', 1)).toEqual(['["a","b"]', '/0']);
    expect(move(['a', 'b'], '/0', '', 0)).toEqual(['["a","b"]', '/0']);
  });

  test('leaves what it was alone in, and shortens nothing that was long', () => {
    expect(move([{ repeat: 'l', body: { text: 'a' } }, 'b'], '/0/body', '', 2)).toEqual([
      '[{"repeat":"l","body":[]},"b",{"text":"a"}]',
      '/2',
    ]);
    expect(move([{ repeat: 'l', separator: 'a', body: 'b' }], '/0/separator', '', 1)).toEqual([
      '[{"repeat":"l","body":"b"},"a"]',
      '/1',
    ]);
    expect(move([{ repeat: 'l', body: [{ text: 'a' }, 'b'] }], '/0/body/0', '', 1)).toEqual([
      '[{"repeat":"l","body":["b"]},{"text":"a"}]',
      '/1',
    ]);
    expect(move([{ pairs: [['a', 'b']] }], '/0/pairs/0/1', '', 1)).toEqual(['[{"pairs":[["a",""]]},"b"]', '/1']);
    expect(move([{ repeat: 'l', body: 'b' }, 'a'], '/1', '/0/separator', 0)).toEqual([
      '[{"repeat":"l","body":"b","separator":"a"}]',
      '/0/separator',
    ]);
    expect(move([{ repeat: 'l', body: 'b' }, 'a'], '/1', '/0/body', 1)).toEqual([
      '[{"repeat":"l","body":["b","a"]}]',
      '/0/body/1',
    ]);
    expect(move('a', '', '', 1)).toEqual(['"a"', '']);
    expect(move({ group: ['a', 'b'] }, '/group/1', '', 0)).toEqual(['["b",{"group":["a"]}]', '/0']);
    expect(move({ stack: 'a' }, '/stack', '', 1)).toEqual(['[{"stack":[]},"a"]', '/1']);
  });

  test('takes a row with it that it leaves empty, and says so', () => {
    expect(move([{ row: ['a'] }, { stack: [] }], '/0/row/0', '/1/stack', 0)).toEqual([
      '[{"stack":["a"]}]',
      '/0/stack/0',
      'Row went too, because it was empty.',
    ]);
    expect(move([{ stack: ['b'], header: [{ body: 'a' }] }], '/0/header/0/body', '', 0)[0]).toBe(
      '["a",{"stack":["b"],"header":[{"body":[]}]}]',
    );
  });

  test('loses its width in a row and its place in a frame, and gets a place there', () => {
    expect(move([{ row: [{ text: 'a', width: '*', valign: 'top' }, 'b'] }], '/0/row/0', '', 0)[0]).toBe(
      '[{"text":"a"},{"row":["b"]}]',
    );
    expect(move([{ frame: [{ text: 'a', at: { x: 1 } }] }], '/0/frame/0', '', 0)[0]).toBe('[{"text":"a"}]');
    // A frame that is seen stays.
    const seen = { frame: [{ text: 'a', at: { x: 1 } }], height: 20, background: '#eee' };
    expect(move([seen], '/0/frame/0', '', 0)[0]).toBe('[{"text":"a"},{"frame":[],"height":20,"background":"#eee"}]');
    const border = { frame: [{ text: 'a', at: { x: 1 } }], border: true };
    expect(move([border], '/0/frame/0', '', 0)[0]).toBe('[{"text":"a"},{"frame":[],"border":true}]');
    expect(move(['a', { frame: [] }], '/0', '/1/frame', 0, { x: 3, y: 4 })[0]).toBe(
      '[{"frame":[{"text":"a","at":{"x":3,"y":4}}]}]',
    );
  });

  const lines = [
    { table: 'lines', as: 'l', columns: [{ header: 'h', body: ['{{ l.name }}', 'x'] }] },
    'a',
    { repeat: 'others', as: 'l', body: [] },
  ];

  test.each<[string, string, string, string]>([
    ['itself', '/0', '/0/columns/0/body', 'into itself'],
    ['where a name is missing', '/0/columns/0/body/0', '', 'It uses “l”'],
    ['where a name is missing, in a part of the table', '/0/columns/0/body/0', '/0/columns/0/header', 'It uses “l”'],
    ['where a name means something else', '/0', '/2/body', 'means something else'],
    ['between the names of another list', '/0/columns/0/body/0', '/2/body', 'It uses “l”'],
  ])('cannot stand in %s', (_, from, slot, message) => {
    expect(() => move(lines, from, slot, 0)).toThrow(message);
  });

  test('can leave a list whose names it does not use', () => {
    expect(move(lines, '/0/columns/0/body/1', '', 0)[1]).toBe('/0');
  });

  test.each<[string, unknown, string]>([
    ['text columns', { flow: ['x'] }, 'Text columns'],
    ['footnotes', { text: 'a[^1]', format: 'inline', footnotes: { 1: 'x' } }, 'footnotes'],
    ['numbers', { text: 'a', number: '1' }, 'numbered'],
    ['numbers of a style', { text: 'a', style: 'h' }, 'numbered'],
    ['counters', { text: 'a', count: 'figure' }, 'numbered'],
    ['form fields', { field: 'name' }, 'form field'],
    ['tables of contents', { toc: 2 }, 'contents'],
  ])('cannot bring %s into a header', (_, component, message) => {
    const template = templateOf([{ stack: [component] }], { header: ['x'] }, { styles: { h: { number: '1' } } });
    expect(() =>
      editTemplate(template, (tree, part) => movePart(tree, part(at('/0')), { slot: '/pages/0/header', index: 0 })),
    ).toThrow(message);
  });

  test.each<[string, unknown, string]>([
    ['marks', "{{ 'a' | mark }}", 'Only headers'],
    ['conditions of the page', { text: 'a', when: 'page.number == 1' }, 'number of the page'],
    ['a watermark', { watermark: 'COPY' }, 'watermark'],
  ])('cannot bring %s into the body', (_, component, message) => {
    const template = templateOf([], { header: [component] });
    expect(() =>
      editTemplate(template, (tree, part) => movePart(tree, part('/pages/0/header/0'), { slot: '/pages/0/body', index: 0 })),
    ).toThrow(message);
  });

  test('is a page layout, a row or a pair too, within its list', () => {
    const pages = editTemplate({ pages: [{ body: ['a'] }, { body: ['b'] }] }, (tree, part) =>
      movePart(tree, part('/pages/1'), { slot: '/pages', index: 0 }),
    );
    expect([JSON.stringify(pages.pages), pages.selection]).toEqual(['[{"body":["b"]},{"body":["a"]}]', '/pages/0']);
    expect(
      move(
        [
          {
            pairs: [
              ['a', 'b'],
              ['c', 'd'],
            ],
          },
        ],
        '/0/pairs/0',
        '/0/pairs',
        2,
      ),
    ).toEqual(['[{"pairs":[["c","d"],["a","b"]]}]', '/0/pairs/1']);
    expect(() => move([{ pairs: [['a', 'b']] }, 'x'], '/0/pairs/0', '', 2)).toThrow('stays in its list');
    const table = [{ table: 'l', columns: ['a', 'b'], footer: [{ cells: ['c', 'd'] }] }];
    expect(() => move(table, '/0/footer/0/cells/0', '', 0)).toThrow('A cell stays in its row');
    expect(move(table, '/0/columns/0', '/0/columns', 2)[0]).toContain('"columns":["b","a"],"footer":[{"cells":["d","c"]}]');
    expect(() => move(table, '/0/columns/0', '', 2)).toThrow('stays in its list');
  });
});

describe('a part that is deleted', () => {
  test('goes, and no other part is selected', () => {
    expect(remove(['a', 'b', 'c'], '/1')).toEqual(['["a","c"]', undefined]);
    expect(editBody(['a', 'b', 'c'], (tree, part) => removePart(tree, part(at('/1')))).selection).toBeNull();
    expect(remove(['a', 'b'], '/1')[0]).toBe('["a"]');
    expect(remove([{ stack: ['a'] }], '/0/stack/0')[0]).toBe('[{"stack":[]}]');
    expect(remove('a', '')[0]).toBe('[]');
    expect(remove([{ repeat: 'l', separator: 'a', body: 'b' }], '/0/separator')[0]).toBe('[{"repeat":"l","body":"b"}]');
    expect(remove([{ pairs: 'l', label: 'a', value: 'b' }], '/0/value')[0]).toBe('[{"pairs":"l","label":"a","value":[]}]');
    expect(remove([{ list: 'l', body: 'b' }], '/0/body')[0]).toBe('[{"list":"l","body":[]}]');
    expect(remove([{ use: 'x', body: 'b' }], '/0/body')[0]).toBe('[{"use":"x"}]');
    expect(remove([{ repeat: 'l', body: 'b' }], '/0/body')[0]).toBe('[{"repeat":"l","body":[]}]');
  });

  test('takes with it what must not be empty, and says so', () => {
    expect(remove(['x', { row: [{ choose: ['a'] }] }], '/1/row/0/choose/0')).toEqual([
      '["x"]',
      undefined,
      'Choice went too, because it was empty.',
      'Row went too, because it was empty.',
    ]);
    expect(remove([{ stack: ['b'], header: [{ body: 'a' }] }], '/0/header/0')[0]).toBe('[{"stack":["b"]}]');
  });

  test('is empty if it is a cell', () => {
    const table = (cell: unknown) => [{ table: 'l', columns: ['a', 'b'], footer: [{ cells: [cell] }] }];
    const cell = (given: unknown) => JSON.parse(remove(table(given), '/0/footer/0/cells/0')[0]!)[0].footer[0].cells[0];
    expect([cell({ span: 2, text: 'x', bold: true }), cell('x'), cell(['x']), cell({ text: 'x' })]).toEqual([
      { span: 2 },
      '',
      '',
      '',
    ]);
    expect(remove(table('x'), '/0/footer/0/cells/0')[1]).toBe('/0/footer/0/cells/0');
  });

  test('is not the last page layout', () => {
    expect(() => editTemplate(templateOf([]), (tree, part) => removePart(tree, part('/pages/0')))).toThrow('needs a page layout');
    const two = editTemplate({ pages: [{ body: ['a'] }, { body: ['b'] }] }, (tree, part) => removePart(tree, part('/pages/1')));
    expect([JSON.stringify(two.pages), two.selection]).toEqual(['[{"body":["a"]}]', null]);
  });

  test.each<[string, Json, string]>([
    ['mark', { mark: { section: 'x' } }, "{{ 'section' | mark }}"],
    ['anchor', { bookmark: { title: 'x', anchor: 'section' } }, "{{ 'section' | page_number }}"],
    ['counter', { count: 'section' }, "{{ 'section' | counter }}"],
  ])('is none whose %s is used elsewhere', (_, named, user) => {
    const body = [{ text: 'a', ...named }, { stack: [{ text: 'b' }] }];
    const inHeader = (more: unknown[]) => templateOf([...body, ...more], { header: [user] });
    const removeFirst = (template: Json) => editTemplate(template, (tree, part) => removePart(tree, part(at('/0')))).body;
    expect(() => removeFirst(inHeader([]))).toThrow('Another part refers to “section”');
    expect(removeFirst(inHeader([{ text: 'c', ...named }]))).toHaveLength(2);
    expect(removeFirst(templateOf(body))).toHaveLength(1);
  });
});

test('a block brings what its definition has', () => {
  const define = { outer: { body: { use: 'inner' } }, inner: { body: [{ flow: ['a'] }, { use: 'outer' }] } };
  const template = templateOf([{ use: 'outer' }, { row: ['x'] }, { stack: [] }], {}, { define });
  const to = (slot: string) =>
    editTemplate(template, (tree, part) => movePart(tree, part(at('/0')), { slot: at(slot), index: 0 })).body;
  expect(() => to('/1/row')).toThrow('Text columns');
  expect(to('/2/stack')).toEqual([{ row: ['x'] }, { stack: [{ use: 'outer' }] }]);
});

test('a part that is deleted is gone, also where an empty list takes its place', () => {
  const tree = readParts(
    templateOf([
      { repeat: 'l', body: 'b' },
      { table: 'l', columns: [{ body: 'c' }] },
    ]),
  );
  const gone = (path: string) => followAll(at(path), removePart(tree, tree.places.get(at(path))!.part).operations);
  expect([gone('/0/body'), gone('/1/columns/0/body')]).toEqual([undefined, undefined]);
  expect(remove([{ table: 'l', columns: [{ body: 'c' }] }], '/0/columns/0/body')[0]).toBe(
    '[{"table":"l","columns":[{"body":""}]}]',
  );
});

describe('a copy', () => {
  const copy = (body: unknown, pointer: string) => {
    const edited = editBody(body, (tree, part) => duplicatePart(tree, part(at(pointer))));
    return [JSON.stringify(edited.body), edited.selection?.replace('/pages/0/body', '')];
  };

  test('stands behind its part, without its id', () => {
    expect(copy([{ text: 'a', id: 'x' }, 'b'], '/0')).toEqual(['[{"text":"a","id":"x"},{"text":"a"},"b"]', '/1']);
    expect(copy([{ use: 'a', with: { id: 1 } }], '/0')[0]).toBe('[{"use":"a","with":{"id":1}},{"use":"a","with":{"id":1}}]');
    expect(copy('a', '')).toEqual(['["a","a"]', '/1']);
    expect(copy([{ pairs: [['a', 'b']] }], '/0/pairs/0')).toEqual(['[{"pairs":[["a","b"],["a","b"]]}]', '/0/pairs/1']);
  });

  test('of a cell is an error', () => {
    expect(() => copy([{ table: 'l', columns: ['a'], footer: [{ cells: ['c'] }] }], '/0/footer/0/cells/0')).toThrow(
      'cannot be duplicated',
    );
  });
});

describe('the goals of a part', () => {
  const template = templateOf(['a', { row: ['b', 'c'] }, { repeat: 'l', as: 'x', body: '{{ x }}' }], { footer: ['f'] });
  const tree = readParts(template);
  const part = (path: string) => tree.places.get(at(path))!.part;
  const namesOf = (path: string) => goalsOf(tree, part(path)).map(({ name, slot, index }) => `${name} (${slot} ${index})`);

  test('are all places where it may stand, by their names', () => {
    expect(namesOf('/0').slice(0, 6)).toEqual([
      'At the start of Page layout, Header (/pages/0/header 0)',
      'After Row: b, c (/pages/0/body 2)',
      'After Repetition: L (/pages/0/body 3)',
      'At the start of Row: b, c (/pages/0/body/1/row 0)',
      'After Text: b (/pages/0/body/1/row 1)',
      'After Text: c (/pages/0/body/1/row 2)',
    ]);
    const where = (template: Parameters<typeof readParts>[0], path: string) => {
      const goals = goalsOf(readParts(template), readParts(template).places.get(path)!.part);
      return [...new Set(goals.map(({ area, level }) => `${area} ${level}`))];
    };
    expect(where(template, at('/0'))).toEqual([
      'Header 0',
      'Body 0',
      'Body 1',
      'Background 0',
      'Foreground 0',
      'Footer on all pages 0',
    ]);
    const two = { pages: [{ header: [{ on: 'first', body: ['h', ['i']] }], body: 'a' }, { body: 'b' }] };
    expect(where(two, '/pages/1/body').slice(0, 3)).toEqual([
      'Page layout: Header on the first page 0',
      'Page layout: Header on the first page 1',
      'Page layout: Body 0',
    ]);
  });

  test('do not leave the list whose names it uses', () => {
    expect(namesOf('/2/body')).toEqual([]);
    expect(goalsOf(tree, tree.pages[0]!)).toEqual([]);
    expect(goalsOfNew(tree, 'x').length).toBeGreaterThan(10);
  });

  test('of the arrow keys are beside it, in the part before it and outside', () => {
    const next = (path: string, direction: Parameters<typeof nextGoal>[2]) => {
      const goal = nextGoal(tree, part(path), direction);
      return goal && `${goal.slot} ${goal.index}`;
    };
    expect([next('/1', 'before'), next('/1', 'after'), next('/1', 'in'), next('/1', 'out')]).toEqual([
      '/pages/0/body 0',
      '/pages/0/body 3',
      undefined,
      undefined,
    ]);
    expect([next('/1/row/0', 'before'), next('/1/row/1', 'after'), next('/1/row/1', 'out'), next('/2', 'in')]).toEqual([
      '/pages/0/body 1',
      '/pages/0/body 2',
      '/pages/0/body 2',
      '/pages/0/body/1/row 2',
    ]);
    expect(next('/2/body', 'out')).toBeUndefined();
    const pages = readParts({ pages: [{ body: [] }, { body: [] }] });
    expect(nextGoal(pages, pages.pages[0]!, 'after')).toEqual({ slot: '/pages', index: 2 });
    expect([nextGoal(pages, pages.pages[0]!, 'before'), nextGoal(pages, pages.pages[1]!, 'after')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
