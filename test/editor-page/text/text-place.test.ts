import { describe, expect, test } from 'vitest';
import { type PartTree, partAt, readParts } from '../../../src/editing/index.ts';
import type { EditorModel } from '../../../src/editor-page/editor-model.ts';
import { ownParts } from '../../../src/editor-page/screen/drop-goal.ts';
import { placeOfText, sheetOfText } from '../../../src/editor-page/text/text-place.ts';
import type { ShownPart } from '../../../src/live-pages/protocol.ts';

const tree = readParts({ pages: [{ body: ['One', { table: 'lines', columns: ['{{ a }}'] }, 'New', { stack: ['First'] }] }] });
const body = '/pages/0/body';
const shown = (path: string, top: number, height: number): ShownPart => ({
  ...{ kind: 'component', pointer: body + path, uses: [], dataPath: null },
  ...{ left: 10, width: 80, top, height },
});
const part = (path: string) => partAt(tree, body + path)!;

/** An editor whose sheets show these parts. */
const editorOf = (...sheets: readonly (readonly ShownPart[])[]) =>
  ({
    tree: { value: tree satisfies PartTree },
    followShown: { value: (pointer: string) => pointer },
    pages: { partsOf: { value: new Map(sheets.map((parts, sheet) => [sheet, parts] as const).reverse()) } },
  }) as unknown as EditorModel;

describe('the text of a part that is shown', () => {
  const text = [shown('/2', 50, 20), shown('/2', 80, 5)];

  test('lies over its first rectangle', () => {
    for (const isNew of [true, false])
      expect(placeOfText(tree, part('/2'), ownParts(text, tree), isNew)).toMatchObject({
        left: 10,
        top: 50,
        width: 80,
        height: 20,
      });
  });

  test('is on the first of its sheets', () => {
    expect(sheetOfText(editorOf([], text, text), part('/2'), false)).toBe(1);
  });
});

describe('the text of a part that no sheet shows', () => {
  const table = [shown('/1', 10, 30), shown('/1', 12, 90)];
  const around = [shown('/3', 100, 40)];

  test('has no place, unless it is new', () => {
    expect(placeOfText(tree, part('/2'), ownParts(table, tree), false)).toBeUndefined();
    expect(sheetOfText(editorOf(table), part('/2'), false)).toBeUndefined();
  });

  test('lies below all of the part before it, on the last of its sheets', () => {
    expect(placeOfText(tree, part('/2'), ownParts(table, tree), true)).toMatchObject({
      left: 10,
      top: 102,
      width: 80,
      height: 0,
    });
    expect(sheetOfText(editorOf(table, table, []), part('/2'), true)).toBe(1);
  });

  test('lies at the top of the part around it if none stands before it, on the first of its sheets', () => {
    expect(placeOfText(tree, part('/3/stack/0'), ownParts(around, tree), true)).toMatchObject({ top: 100, height: 0 });
    expect(sheetOfText(editorOf([], around, around), part('/3/stack/0'), true)).toBe(1);
  });

  test('is beside the pages if the part before it is on no sheet', () => {
    const page = { ...shown('', 0, 300), pointer: '/pages/0', kind: 'page' as const };
    expect(sheetOfText(editorOf([page]), part('/2'), true)).toBeUndefined();
  });
});
