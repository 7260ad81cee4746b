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
  const state = { isReached: true, losesAnswers: false, refusal: undefined as ErrorCode | undefined, writes: 0 };
  const reach = () => {
    if (!state.isReached) throw new SourceError('The server cannot be reached.');
  };
  const answer = <Answer>(value: Answer): Answer => {
    if (state.losesAnswers) throw new SourceError('The server cannot be reached.');
    return value;
  };
  const check = (over: number | undefined) => {
    reach();
    if (state.refusal) throw new SourceError('It is refused.', [], state.refusal);
    if (draft?.draft !== over) throw new SourceError('It has changed.', [], 'REVISION_CONFLICT');
  };
  const source = {
    async keepDraft(work: Work, over: number | undefined) {
      check(over);
      state.writes++;
      draft = { ...work, draft: ++last, savedAt: '2026-01-01T00:00:00Z' };
      return answer(last);
    },
    async dropDraft(over: number) {
      check(over);
      draft = undefined;
      answer(undefined);
    },
    async loadDraft() {
      reach();
      return answer(draft);
    },
  };
  const openEditor = (hear: (news: DraftNews) => Promise<void> = async () => {}) => {
    const editor = { pages: undefined as string | undefined, news: [] as DraftNews[] };
    const work = () => (editor.pages === undefined ? undefined : { pages: editor.pages, revision: 1 });
    const keeper = new DraftKeeper(source, work, async (one) => {
      editor.news.push(one);
      await hear(one);
    });
    const write = (pages: string | undefined) => {
      editor.pages = pages;
      keeper.note();
    };
    /** Writes, and lets the rest pass after which work is kept. */
    const keep = async (pages: string | undefined) => {
      write(pages);
      await rest();
    };
    return { keeper, write, keep, kinds: () => editor.news.map(({ kind }) => kind) };
  };
  const drop = () => {
    draft = undefined;
  };
  return { state, openEditor, drop, draft: () => draft?.pages };
}

/** A server with a single editor. */
function openAlone() {
  const { openEditor, ...server } = openServer();
  return { ...server, ...openEditor() };
}

const rest = () => vi.advanceTimersByTimeAsync(1_500);
/** The time before a server that was away is tried again. */
const retry = () => vi.advanceTimersByTimeAsync(5_000);

test('work is kept after a rest, once for all changes before it, and dropped when there is none', async () => {
  const { state, draft, write, kinds, keep } = openAlone();
  write('[1]');
  await vi.advanceTimersByTimeAsync(1_400);
  write('[2]');
  await vi.advanceTimersByTimeAsync(1_400);
  expect(draft()).toBeUndefined();
  await rest();
  expect([draft(), state.writes]).toEqual(['[2]', 1]);
  await keep('[2]');
  expect(state.writes).toBe(1);
  await keep(undefined);
  expect([draft(), kinds()]).toEqual([undefined, ['kept', 'dropped']]);
  await keep('[3]');
  expect([draft(), kinds()]).toEqual(['[3]', ['kept', 'dropped', 'kept']]);
});

test('a draft of somebody else is not written over, until the person has chosen', async () => {
  const { openEditor, draft } = openServer();
  const [one, other] = [openEditor(), openEditor()];
  await one.keep('[1]');
  await other.keep('[2]');
  expect([draft(), other.kinds()]).toEqual(['[1]', ['other']]);
  await other.keep('[3]');
  expect(draft()).toBe('[1]');
  other.keeper.goOn({ draft: 1, pages: '[1]', revision: 1, savedAt: '' });
  await rest();
  expect([draft(), other.kinds()]).toEqual(['[3]', ['other', 'kept']]);
});

test('the same work of two editors is no conflict', async () => {
  const { openEditor, draft } = openServer();
  const [one, other] = [openEditor(), openEditor()];
  await one.keep('[1]');
  await other.keep('[1]');
  await other.keep('[2]');
  expect([draft(), other.kinds()]).toEqual(['[2]', ['kept', 'kept']]);
});

test.each([
  ['is not reached', { isReached: false }, 'offline'],
  ['answers RATE_LIMITED', { refusal: 'RATE_LIMITED' }, 'busy'],
  ['answers OVERLOADED', { refusal: 'OVERLOADED' }, 'busy'],
  ['answers STORE_UNAVAILABLE', { refusal: 'STORE_UNAVAILABLE' }, 'busy'],
  ['answers INTERNAL', { refusal: 'INTERNAL' }, 'busy'],
  ['loses its answer', { losesAnswers: true }, 'offline'],
] as const)('a server that %s is tried again, and has the work in the end', async (_, trouble, kind) => {
  const { state, draft, kinds, keep } = openAlone();
  Object.assign(state, trouble);
  await keep('[1]');
  Object.assign(state, { isReached: true, refusal: undefined, losesAnswers: false });
  await retry();
  expect([draft(), kinds()]).toEqual(['[1]', [kind, 'kept']]);
});

test('a drop whose answer is lost is done', async () => {
  const { state, draft, kinds, keep } = openAlone();
  await keep('[1]');
  state.losesAnswers = true;
  await keep(undefined);
  state.losesAnswers = false;
  await retry();
  expect([draft(), kinds()]).toEqual([undefined, ['kept', 'offline', 'dropped']]);
});

test('a draft that somebody else has written after a lost answer is not written over', async () => {
  const { state, openEditor, draft } = openServer();
  const [one, other] = [openEditor(), openEditor()];
  state.isReached = false;
  await one.keep('[1]');
  state.isReached = true;
  await other.keep('[2]');
  await retry();
  expect([draft(), one.kinds()]).toEqual(['[2]', ['offline', 'other']]);
});

test('work that the server refuses is not sent again, and other work is', async () => {
  const { state, draft, write, kinds, keep } = openAlone();
  await keep('[1]');
  state.refusal = 'QUOTA_EXCEEDED';
  await keep('[22]');
  state.refusal = undefined;
  write('[22]');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([draft(), kinds()]).toEqual(['[1]', ['kept', 'refused']]);
  await keep('[3]');
  expect([draft(), kinds()]).toEqual(['[3]', ['kept', 'refused', 'kept']]);
});

test('work that the server refused is sent again after the person has chosen it', async () => {
  const { state, draft, keeper, keep } = openAlone();
  state.refusal = 'QUOTA_EXCEEDED';
  await keep('[1]');
  state.refusal = undefined;
  keeper.goOn(undefined);
  await rest();
  expect(draft()).toBe('[1]');
});

test('a draft is dropped after work that was refused, also one whose answer was lost', async () => {
  const { state, draft, keeper, kinds, keep } = openAlone();
  await keep('[1]');
  state.losesAnswers = true;
  await keep('[2]');
  await expect(keeper.drop()).rejects.toThrow('cannot be reached');
  state.losesAnswers = false;
  state.refusal = 'QUOTA_EXCEEDED';
  await keep('[22]');
  state.refusal = undefined;
  await keeper.drop();
  expect(draft()).toBeUndefined();
  // Without a draft there is nothing to drop.
  await keeper.drop();
  await keep('[3]');
  expect([draft(), kinds().at(-1), kinds().includes('other')]).toEqual(['[3]', 'kept', false]);
});

test('after a reset nothing is written, until the person has chosen', async () => {
  const { state, draft, keeper, kinds, keep } = openAlone();
  state.refusal = 'DRAFT_ENDED';
  await keep('[1]');
  state.refusal = undefined;
  await keep('[2]');
  expect([draft(), kinds()]).toEqual([undefined, ['reset']]);
  keeper.goOn(undefined);
  await rest();
  expect(draft()).toBe('[2]');
});

test('a paused editor writes nothing, and all of it afterwards', async () => {
  const { draft, keeper, keep } = openAlone();
  keeper.pause();
  await keep('[1]');
  await keeper.flush();
  expect(draft()).toBeUndefined();
  keeper.resume();
  await rest();
  expect(draft()).toBe('[1]');
});

test.each(['DRAFT_ENDED', 'REVISION_CONFLICT'] as const)('news of %s that cannot be told are told later', async (code) => {
  const { state, openEditor } = openServer();
  let isAway = true;
  const { kinds, keep } = openEditor(async ({ kind }) => {
    if (isAway && (kind === 'reset' || kind === 'other')) throw new SourceError('The server cannot be reached.');
  });
  state.refusal = code;
  await keep('[1]');
  const kind = code === 'DRAFT_ENDED' ? 'reset' : 'other';
  expect(kinds()).toEqual([kind, 'offline']);
  isAway = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(kinds()).toEqual([kind, 'offline', kind]);
});

test('an unexpected error ends one write, and later ones go on', async () => {
  const { openEditor, draft } = openServer();
  let isOdd = true;
  const { write, keeper } = openEditor(async () => {
    if (isOdd) throw new TypeError('odd');
  });
  write('[1]');
  await expect(keeper.flush()).rejects.toThrow('odd');
  isOdd = false;
  write('[2]');
  await keeper.flush();
  expect(draft()).toBe('[2]');
});
