import { describe, expect, test } from 'vitest';
import type { FieldItem, GroupItem, LinkItem, PageItem } from '../../../src/document/layout/fragment.ts';
import { PageIndex } from '../../../src/document/layout/page-index.ts';

const source = { component: '/pages/0/body/0', dataPath: null };
const field = (name: string, x: number, y: number, more: Partial<FieldItem['form']> = {}): FieldItem => ({
  ...({
    kind: 'field',
    name,
    x,
    y,
    width: 10,
    height: 10,
    description: name,
    isRepeated: false,
    source,
    tag: undefined,
  } as const),
  form: { type: 'Btn', flags: [], look: [], ...more },
});
const group = (items: readonly PageItem[], more: Partial<GroupItem> = {}): GroupItem => ({
  ...({ kind: 'group', x: 0, y: 0, rotate: 0, clip: undefined } as const),
  items,
  ...more,
});
const clip = { x: 0, y: 0, width: 100, height: 50 };

/** The names of the fields that are painted. */
function painted(...items: readonly PageItem[]): readonly string[] {
  const index = new PageIndex();
  index.add(items, 1);
  const names = (all: readonly PageItem[]): string[] =>
    all.flatMap((item) => {
      if (item.kind === 'group') return names(item.items);
      return item.kind === 'field' && !index.leftOut.has(item) ? [item.name] : [];
    });
  return names(items);
}

describe('a field is left out where the group around it hides it', () => {
  test.each([
    ['inside', 0, 0, true],
    ['that reaches in from the left', -9, 0, true],
    ['left of it', -10, 0, false],
    ['right of it', 100, 0, false],
    ['above it', 0, -10, false],
    ['below it', 0, 50, false],
    ['that reaches in from below', 0, 49, true],
  ])('%s', (_, x, y, isThere) => {
    expect(painted(group([field('a', x, y)], { clip }))).toEqual(isThere ? ['a'] : []);
    // The place of the group does not matter.
    expect(painted(group([field('a', x, y)], { clip, x: 300, y: 200 }))).toEqual(isThere ? ['a'] : []);
  });

  test('in a group in it, which is moved or turned', () => {
    const inner = (more: Partial<GroupItem>, ...items: readonly PageItem[]) => painted(group([group(items, more)], { clip, x: 300, y: 200 }));
    expect(inner({ x: 50, y: 20 }, field('a', 45, 25), field('b', 60, 0))).toEqual(['a']);
    // Clockwise: what is right of the origin comes below it, and what is above comes to the right.
    expect(inner({ x: 50, y: 0, rotate: 90 }, field('a', 30, 0), field('b', 60, 0), field('c', 0, -40))).toEqual(['a', 'c']);
  });

  test('by the innermost of several', () => {
    const outer = group([group([field('a', 150, 0)], { clip: { x: 140, y: 0, width: 50, height: 50 } })], { clip });
    expect(painted(outer)).toEqual(['a']);
  });
});

test.each([
  [[90], true],
  [[45, 45], true],
  [[30.1, 59.9], true],
  [[-90], true],
  [[45], false],
  [[90, 10], false],
])('a field to write in stands in groups turned by %j: %j', (turns, isThere) => {
  const typing = { face: undefined as never, font: undefined, size: 9, color: '#000000', align: 'left' } as const;
  const item = turns.reduce<PageItem>((inside, rotate) => group([inside], { rotate }), field('a', 0, 0, { type: 'Tx', typing }));
  expect(painted(item)).toEqual(isThere ? ['a'] : []);
});

test('a button of a group without a value gets that of another one', () => {
  const index = new PageIndex();
  const radio = (option: string, value?: string) =>
    field('pay', 0, 0, { flags: ['radio'], value, button: { option, label: undefined } });
  index.add([radio('card'), radio('bank', 'cash'), radio('cash')], 1);
  expect(index.fields.faults()).toEqual([]);
  index.add([radio('gift', 'card')], 2);
  expect(index.fields.faults().map(({ page, message }) => [page, message])).toEqual([
    [2, 'Another button of "pay" says that the value is "cash", and this one "card". This one is left out.'],
  ]);
});

const link = (target: string): LinkItem => ({
  ...({ kind: 'link', x: 0, y: 0, width: 1, height: 1, contents: target, tag: undefined, source, target } as const),
});

test('links lead to the pages that there are', () => {
  const index = new PageIndex();
  index.add(['#page=0', '#page=1', '#page=3', '#page=4', '#a'].map(link), 1);
  const lost = (pages: number) => index.doubtfulLinks(pages).map(({ anchor }) => anchor);
  expect(lost(3)).toEqual(['page=0', 'page=4', 'a']);
  expect(lost(4)).toEqual(['page=0', 'a']);
});
