import { expect, test } from 'vitest';
import { type Conflict, sideOfPages, Versions } from '../../src/editor-page/versions.ts';

const mine = [{ body: ['one', 'two', 'three'] }];
const theirs = [{ body: ['eins', 'two', 'drei'] }];
const meeting: Conflict = {
  reason: 'draft',
  mine: sideOfPages(mine),
  theirs: sideOfPages(theirs),
  revision: 1,
  draft: undefined,
};

test('without a conflict there is nothing to choose, and the pages show what is edited', () => {
  const versions = new Versions();
  expect([versions.differences.value, versions.chosen.value, versions.shown.value]).toEqual([[], undefined, undefined]);
});

test('what is chosen of two versions begins as mine, takes each difference by itself, and gives it back', () => {
  const versions = new Versions();
  versions.meet(meeting);
  expect(versions.differences.value.map((one) => one.theirs)).toEqual(['/pages/0/body/0', '/pages/0/body/2']);
  expect(versions.chosen.value).toEqual(mine);
  versions.take(0, true);
  expect(versions.chosen.value).toEqual([{ body: ['eins', 'two', 'three'] }]);
  versions.take(1, true);
  expect(versions.chosen.value).toEqual(theirs);
  versions.take(0, false);
  expect(versions.chosen.value).toEqual([{ body: ['one', 'two', 'drei'] }]);
  // What was met before says nothing about another version.
  versions.meet({ ...meeting, theirs: sideOfPages([{ body: ['uno', 'two', 'tre'] }]) });
  expect(versions.chosen.value).toEqual(mine);
});

test.each(['mine', 'theirs'] as const)('if %s cannot be read, there are no parts to choose, and the other is shown', (broken) => {
  const versions = new Versions();
  versions.meet({ ...meeting, [broken]: { text: '[', pages: undefined } });
  versions.take(0, true);
  expect([versions.differences.value, versions.chosen.value]).toEqual([[], undefined]);
  expect(versions.shown.value).toEqual(broken === 'mine' ? theirs : mine);
});

test('the pages show what is chosen of a conflict, else the revision that is looked at', () => {
  const versions = new Versions();
  const pages = [{ body: ['earlier'] }];
  versions.seen.value = { revision: 1, pages };
  expect(versions.shown.value).toBe(pages);
  versions.meet(meeting);
  versions.take(0, true);
  versions.take(1, true);
  expect(versions.shown.value).toEqual(theirs);
  versions.conflict.value = undefined;
  expect(versions.shown.value).toBe(pages);
});
