import { expect, test } from 'vitest';
import { type Contents, heldBeside, leastUploadBytes, oldestKept } from '../../src/store/kept-revisions.ts';

const kb = 100_000;
/** Revisions from the newest on, each with the names of its files. */
const revisionsOf = (...files: readonly (readonly string[])[]) =>
  files.map((names, i) => ({ revision: files.length - i, bytes: kb, files: names }));
const contents = (more: Partial<Contents>): Contents => ({ uploads: new Map(), draft: undefined, revisions: [], ...more });
const rules = (keptRevisions: number, maxUploadBytes = Number.POSITIVE_INFINITY) => ({ keptRevisions, maxUploadBytes });

test('as many earlier revisions are kept as the rules say', () => {
  const three = contents({ revisions: revisionsOf([], [], []) });
  expect([0, 1, 2, 9].map((kept) => oldestKept(three, rules(kept)))).toEqual([3, 2, 1, 1]);
  expect(oldestKept(contents({ revisions: revisionsOf([]) }), rules(5))).toBe(1);
});

test('documents count, but that of the current revision', () => {
  const three = contents({ revisions: revisionsOf([], [], []) });
  // Three quarters of the room are theirs.
  expect([266_000, 267_000, 133_000, 134_000].map((room) => oldestKept(three, rules(9, room)))).toEqual([2, 1, 3, 2]);
});

test('a file counts once, and with the first revision that needs it', () => {
  const uploads = new Map([
    ['now', 2 * kb],
    ['old', 3 * kb],
  ]);
  const kept = (room: number) =>
    oldestKept(
      contents({ uploads, revisions: revisionsOf(['now'], ['now', 'logo.png'], ['old', 'now'], ['old']) }),
      rules(9, (room * 4 * kb) / 3),
    );
  // 2 for the file of the current one, 1 for each document, 3 for the other file.
  expect([2.9, 3, 6.9, 7, 7.9, 8].map(kept)).toEqual([4, 3, 3, 2, 2, 1]);
});

test('a file that is in use counts from the beginning, also if an earlier revision names it too', () => {
  const uploads = new Map([['logo', 2 * kb]]);
  const kept = (room: number, more: Partial<Contents>) =>
    oldestKept(contents({ uploads, ...more }), rules(9, (room * 4 * kb) / 3));
  const ofCurrent = { revisions: revisionsOf(['logo'], [], ['logo']) };
  expect([2.9, 3].map((room) => kept(room, ofCurrent))).toEqual([3, 2]);
  const ofDraft = { revisions: revisionsOf([], [], ['logo']), draft: { bytes: 0, uploads: ['logo'] } };
  expect([2.9, 3].map((room) => kept(room, ofDraft))).toEqual([3, 2]);
});

test('files that no revision names, and the draft with its files, go first', () => {
  const uploads = new Map([
    ['fresh', kb],
    ['drawn', kb],
    ['old', kb],
  ]);
  const draft = { bytes: kb, uploads: ['drawn'] };
  const kept = (room: number, more: Partial<Contents>) =>
    oldestKept(contents({ uploads, revisions: revisionsOf([], ['old', 'drawn']), ...more }), rules(9, (room * 4 * kb) / 3));
  expect([3.9, 4].map((room) => kept(room, {}))).toEqual([2, 1]);
  expect([4.9, 5].map((room) => kept(room, { draft }))).toEqual([2, 1]);
});

test('a small file counts as a larger one', () => {
  const small = contents({ uploads: new Map([['a', 1]]), revisions: revisionsOf(['a'], []) });
  const room = ((leastUploadBytes + kb) * 4) / 3;
  expect([room - 10, room + 10].map((bytes) => oldestKept(small, rules(9, bytes)))).toEqual([2, 1]);
});

test('beside a new file count the other files, the draft and the earlier revisions', () => {
  const uploads = new Map([
    ['a', 1],
    ['b', 3 * kb],
  ]);
  const all = contents({ uploads, draft: { bytes: 7, uploads: [] }, revisions: revisionsOf([], [], []) });
  expect([heldBeside(all, 'a'), heldBeside(all, 'b')]).toEqual([5 * kb + 7, leastUploadBytes + 2 * kb + 7]);
});
