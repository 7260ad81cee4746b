import { expect, test } from 'vitest';
import {
  edit,
  endGesture,
  type History,
  isSaved,
  markSaved,
  openHistory,
  redo,
  select,
  undo,
} from '../../src/editing/history.ts';
import type { Operation } from '../../src/editing/operations.ts';

const pages = [{ body: ['a', 'b'] }];
const title = 'Change';
const setText = (value: string): Operation => ({ op: 'set', at: '/pages/0/body/0', value });
const write = ({ pages: now }: History) => JSON.stringify(now);

test('an edit is one step, which undo takes back and redo does again, with its selection', () => {
  const start = select(openHistory(pages), '/pages/0/body/1');
  const operations: Operation[] = [setText('x'), { op: 'insert', at: '/pages/0/body/0', value: 'new' }];
  const done = edit(start, { operations }, { title });
  expect(write(done)).toBe('[{"body":["new","x","b"]}]');
  expect([done.selection, done.change, done.done.length]).toEqual(['/pages/0/body/2', operations, 1]);
  const back = undo(done);
  expect(back.pages).toBe(pages);
  expect([back.selection, back.done.length, back.undone[0]!.title]).toEqual(['/pages/0/body/1', 0, title]);
  expect(back.change).toEqual([
    { op: 'remove', at: '/pages/0/body/0' },
    { op: 'set', at: '/pages/0/body/0', value: 'a' },
  ]);
  const again = redo(back);
  expect([again.pages, again.selection, again.change]).toEqual([done.pages, done.selection, operations]);
  expect([undo(start), redo(start)]).toEqual([start, start]);
});

test('an edit says what is selected, or the selection goes to what is around the part that went', () => {
  const start = select(openHistory(pages), '/pages/0/body/1');
  const gone = edit(start, { operations: [{ op: 'remove', at: '/pages/0/body/1' }] }, { title });
  expect(gone.selection).toBe('/pages/0/body');
  expect(edit(start, { operations: [setText('x')], selection: '/pages/0' }, { title }).selection).toBe('/pages/0');
  expect(edit(start, { operations: [setText('x')], selection: null }, { title }).selection).toBeNull();
  expect(edit(start, { operations: [], selection: '/pages/0' }, { title })).toEqual(select(start, '/pages/0'));
  expect(edit(start, { operations: [] }, { title })).toBe(start);
});

test('edits of one gesture are one step, until it ends or another one begins', () => {
  const typing = { title, gesture: 'text /pages/0/body/0' };
  const typed = ['H', 'Ha', 'Hal'].reduce((at, text) => edit(at, { operations: [setText(text)] }, typing), openHistory(pages));
  expect([typed.done.length, typed.done[0]!.operations]).toEqual([1, [setText('Hal')]]);
  expect(undo(typed).pages).toBe(pages);
  expect(undo(typed).change).toEqual([setText('a')]);
  const beside: Operation = { op: 'set', at: '/pages/0/body/1', value: 'x' };
  expect(undo(edit(typed, { operations: [beside] }, typing)).change).toEqual([{ ...beside, value: 'b' }, setText('a')]);
  expect(edit(endGesture(typed), { operations: [setText('x')] }, typing).done.length).toBe(2);
  expect(edit(typed, { operations: [setText('x')] }, { title }).done.length).toBe(2);
  expect(edit(typed, { operations: [setText('x')] }, { title, gesture: 'drag' }).done.length).toBe(2);
  expect(
    edit(undo(edit(typed, { operations: [setText('x')] }, { title })), { operations: [setText('y')] }, typing).done.length,
  ).toBe(2);
  const insert: Operation = { op: 'insert', at: '/pages/0/body/0', value: 'n' };
  const mixed = edit(typed, { operations: [insert, setText('m')] }, typing);
  expect([mixed.done.length, undo(mixed).pages]).toEqual([1, pages]);
  expect(undo(mixed).change).toEqual([
    { op: 'set', at: '/pages/0/body/0', value: 'n' },
    { op: 'remove', at: '/pages/0/body/0' },
    setText('a'),
  ]);
});

test('a new edit forgets what was taken back', () => {
  const one = edit(openHistory(pages), { operations: [setText('x')] }, { title });
  expect(edit(undo(one), { operations: [setText('y')] }, { title }).undone).toEqual([]);
});

test('a history knows whether it is written as it was saved', () => {
  const one = edit(openHistory(pages), { operations: [setText('x')] }, { title });
  expect([isSaved(openHistory(pages)), isSaved(one), isSaved(undo(one))]).toEqual([true, false, true]);
  expect(isSaved(edit(one, { operations: [setText('a')] }, { title }))).toBe(true);
  const saved = markSaved(one);
  expect([isSaved(saved), isSaved(undo(saved)), undo(saved).pages]).toEqual([true, false, pages]);
  expect(isSaved(markSaved(one, pages))).toBe(false);
});
