import { describe, expect, test } from 'vitest';
import { EditError, edit, openHistory, partAt, readParts, select } from '../../src/editing/index.ts';
import type { EditorModel } from '../../src/editor-page/editor-model.ts';
import { moveTo, setMember } from '../../src/editor-page/part-actions.ts';

/** The history of a page layout, and the model that writes it. */
function openModel(body: unknown, more: object = {}) {
  let history = openHistory([{ body, ...more }]);
  const said: string[] = [];
  const now = () => readParts({ pages: history.pages as readonly unknown[] });
  const model = {
    get tree() {
      return { value: now() };
    },
    get part() {
      return { value: history.selection === null ? undefined : partAt(now(), history.selection) };
    },
    do(...[make, options]: Parameters<EditorModel['do']>) {
      try {
        history = edit(history, make(now()), options);
        return true;
      } catch (error) {
        if (!(error instanceof EditError)) throw error;
        said.push(error.message);
        return false;
      }
    },
  } as unknown as EditorModel;
  return {
    model,
    said,
    part: (path: string) => now().places.get(`/pages/0${path}`)!.part,
    selectPart: (path: string) => {
      history = select(history, `/pages/0${path}`);
    },
    selection: () => history.selection,
    body: () => (history.pages as readonly { readonly body: unknown }[])[0]!.body,
  };
}

describe('a property', () => {
  test('is set at the part that is handed in, and the selected one stays selected', () => {
    const { model, part, selectPart, selection, body } = openModel(['a', { text: 'b', size: 3 }]);
    selectPart('/body/1');
    setMember(model, part('/body/0'), 'size', 9, 'typed');
    expect([body(), selection()]).toEqual([
      [
        { text: 'a', size: 9 },
        { text: 'b', size: 3 },
      ],
      '/pages/0/body/1',
    ]);
    setMember(model, part('/body/0'), 'size', undefined, 'typed');
    expect(body()).toEqual([{ text: 'a' }, { text: 'b', size: 3 }]);
  });

  test('of the selected part leaves it selected, also where its pointer changes', () => {
    const { model, part, selectPart, selection } = openModel(['a'], { header: ['h'] });
    selectPart('/header');
    setMember(model, part('/header'), 'height', 9, 'typed');
    expect(selection()).toBe('/pages/0/header/0');
  });

  test('is not set where something else stands by now', () => {
    const { model, said, part, body } = openModel(['a', 'b']);
    const held = part('/body/0');
    moveTo(model, held, { slot: '/pages/0/body', index: 2 });
    setMember(model, held, 'size', 9, 'typed');
    expect([body(), said]).toEqual([['b', 'a'], ['The pages have changed meanwhile. Try again.']]);
    // A part of another kind, and a part that is gone.
    const other = openModel([['x']]);
    setMember(other.model, { ...other.part('/body/0'), kind: 'band' }, 'size', 9, 'typed');
    setMember(other.model, { ...other.part('/body/0'), pointer: '/pages/0/body/7' }, 'size', 9, 'typed');
    expect([other.body(), other.said.length]).toEqual([[['x']], 2]);
  });
});
