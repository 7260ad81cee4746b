import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { DraftKeeper, type DraftNews } from '../../src/editor-page/draft-keeper.ts';
import type { Draft, Work } from '../../src/live-pages/embedded-source.ts';
import { SourceError } from '../../src/live-pages/page-source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server with one draft, as several editors see it. */
function openServer() {
  let draft: Draft | undefined;
  let last = 0;
  const state = { isReached: true, refusal: undefined as ErrorCode | undefined, writes: 0 };
  const check = (over: number | undefined) => {
    if (!state.isReached) throw new SourceError('The server cannot be reached.');
    if (state.refusal) throw new SourceError('It is refused.', [], state.refusal);
    if (draft?.draft !== over) throw new SourceError('It has changed.', [], 'REVISION_CONFLICT');
  };
  const source = {
    async keepDraft(work: Work, over: number | undefined) {
      check(over);
      state.writes++;
      draft = { ...work, draft: ++last, savedAt: '2026-01-01T00:00:00Z' };
      return last;
    },
    async dropDraft(over: number) {
      check(over);
      draft = undefined;
    },
    async loadDraft() {
      return draft;
    },
  };
  const openEditor = () => {
    const editor = { pages: undefined as string | undefined, news: [] as DraftNews[] };
    const work = () => (editor.pages === undefined ? undefined : { pages: editor.pages, revision: 1 });
    const keeper = new DraftKeeper(source, work, async (one) => void editor.news.push(one));
    const write = (pages: string | undefined) => {
      editor.pages = pages;
      keeper.note();
    };
    return { keeper, write, kinds: () => editor.news.map(({ kind }) => kind) };
  };
  const drop = () => {
    draft = undefined;
  };
  return { state, openEditor, drop, draft: () => draft?.pages };
}

const rest = () => vi.advanceTimersByTimeAsync(1_500);

test('work is kept after a rest, once for all changes before it, and dropped when there is none', async () => {
  const { state, openEditor, draft } = openServer();
  const { write, kinds } = openEditor();
  write('[1]');
  await vi.advanceTimersByTimeAsync(1_400);
  write('[2]');
  await vi.advanceTimersByTimeAsync(1_400);
  expect(draft()).toBeUndefined();
  await rest();
  expect([draft(), state.writes]).toEqual(['[2]', 1]);
  write('[2]');
  await rest();
  expect(state.writes).toBe(1);
  write(undefined);
  await rest();
  expect([draft(), kinds()]).toEqual([undefined, ['kept', 'dropped']]);
});

test('a draft of somebody else is not written over, until the person has chosen', async () => {
  const { openEditor, draft } = openServer();
  const [one, other] = [openEditor(), openEditor()];
  one.write('[1]');
  await rest();
  other.write('[2]');
  await rest();
  expect([draft(), other.kinds()]).toEqual(['[1]', ['other']]);
  other.write('[3]');
  await rest();
  expect(draft()).toBe('[1]');
  other.keeper.goOn({ draft: 1, pages: '[1]', revision: 1, savedAt: '' });
  await rest();
  expect([draft(), other.kinds()]).toEqual(['[3]', ['other', 'kept']]);
});

test('the same work of two editors is no conflict', async () => {
  const { openEditor, draft } = openServer();
  const [one, other] = [openEditor(), openEditor()];
  one.write('[1]');
  await rest();
  other.write('[1]');
  await rest();
  other.write('[2]');
  await rest();
  expect([draft(), other.kinds()]).toEqual(['[2]', ['kept']]);
});

test('a server that is not reached is tried again', async () => {
  const { state, openEditor, draft } = openServer();
  const { write, kinds } = openEditor();
  state.isReached = false;
  write('[1]');
  await rest();
  state.isReached = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([draft(), kinds()]).toEqual(['[1]', ['offline', 'kept']]);
});

test.each(['RATE_LIMITED', 'OVERLOADED', 'STORE_UNAVAILABLE', 'INTERNAL'] as const)(
  'a server that answers %s is tried again',
  async (refusal) => {
    const { state, openEditor, draft } = openServer();
    const { write, kinds } = openEditor();
    state.refusal = refusal;
    write('[1]');
    await rest();
    state.refusal = undefined;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([draft(), kinds()]).toEqual(['[1]', ['busy', 'kept']]);
  },
);

test('work that the server refuses is not sent again', async () => {
  const { state, openEditor } = openServer();
  const { write, kinds } = openEditor();
  state.refusal = 'QUOTA_EXCEEDED';
  write('[1]');
  await rest();
  state.refusal = undefined;
  write('[2]');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([state.writes, kinds()]).toEqual([0, ['refused']]);
});

test('work that has not changed is written once more when it is asked whether its draft is there', async () => {
  const { state, openEditor, drop } = openServer();
  const { write, keeper, kinds } = openEditor();
  write('[1]');
  await rest();
  await keeper.flush();
  expect(state.writes).toBe(1);
  await keeper.rewrite();
  expect([state.writes, kinds()]).toEqual([2, ['kept', 'kept']]);
  drop();
  await keeper.rewrite();
  expect([state.writes, kinds().at(-1)]).toEqual([2, 'other']);
});
