// What every driver of the state store promises of drafts, and of the revisions that are kept.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DraftMatch } from '../../src/store/editor-drafts.ts';
import type { KeepRules } from '../../src/store/kept-revisions.ts';
import type { NewRevision, StateStore } from '../../src/store/state-store.ts';
import { codeOf } from '../support/ends.ts';
import { newJob } from './state-store.suite.ts';

const day = 24 * 3_600_000;
const [teamA, teamB] = [randomUUID(), randomUUID()];
const rules: KeepRules = { keptRevisions: 20, maxUploadBytes: 1_000_000_000 };
const picture = (letter: string) => `asset:${letter.repeat(64)}`;
const entry = (letter: string, bytes = 1) => ({ sha256: letter.repeat(64), bytes, type: 'image/png' });

export function draftsSuite(name: string, open: (now: () => number) => Promise<StateStore>): void {
  describe(`drafts: ${name}`, () => {
    let ms: number;
    let store: StateStore;
    let uuid: string;
    let pair: { readonly baseTemplateUuid: string; readonly externalUuid: string };
    beforeEach(async () => {
      ms = 1_800_000_000_000;
      store = await open(() => ms);
      ({ uuid, pair } = await makeClone());
    });
    afterEach(() => store.close());

    const content = (document: object = {}, names: readonly string[] = []) => ({
      slug: 's',
      document: { ...document },
      assets: Object.fromEntries(names.map((one) => [one, entry(one.at(-1)!)])),
      baseTemplateVersion: 1,
    });
    const makeClone = async (team = teamA) => {
      const made = { baseTemplateUuid: randomUUID(), externalUuid: randomUUID() };
      const clone = await store.team(team).embedded.create({ ...content(), ...made, uuid: randomUUID(), createdMs: ms });
      return { uuid: clone.uuid, pair: made };
    };
    const drafts = () => store.team(teamA).drafts;
    const write = (over: DraftMatch | 'none', pages = '[]', revision = 1) => drafts().write(uuid, { pages, revision }, over);
    const save = (revision: number, more: Partial<NewRevision> = {}, by = rules) =>
      store.team(teamA).embedded.save(uuid, revision, { ...content(), sessionUuid: null, ...more }, by);
    const upload = (letter: string, bytes = 1) =>
      store.team(teamA).embedded.addAsset(uuid, picture(letter), entry(letter, bytes), { maxBytes: rules.maxUploadBytes });
    const uploads = async () => Object.keys(await store.team(teamA).embedded.uploads(uuid)).map((one) => one.at(-1));
    const sweep = () => store.queue.sweep(100);
    const sweepAfter = (passedMs: number) => {
      ms += passedMs;
      return sweep();
    };
    const sweepDaily = async (days: number) => {
      for (let n = 0; n < days; n++) await sweepAfter(day);
    };

    describe('a draft', () => {
      test('is the text as it was written, whatever it is', async () => {
        let over: 'none' | readonly number[] = 'none';
        for (const pages of ['', '[{"b": 1.0, "a": 1e999, "a": 2}]', '{ not JSON\r\n\t', '['.repeat(100_000), 'ü€😀"\\\u2028']) {
          const { number } = await write(over, pages);
          over = [number];
          expect(await drafts().find(uuid)).toEqual({ number, revision: 1, savedMs: ms, pages });
        }
      });

      test('is begun once, and overwritten by who knows its number', async () => {
        expect(await codeOf(write([1]))).toBe('REVISION_CONFLICT');
        expect(await codeOf(write('any'))).toBe('REVISION_CONFLICT');
        expect(await write('none', 'a')).toEqual({ number: 1, revision: 1, savedMs: ms });
        expect(await codeOf(write('none', 'b'))).toBe('REVISION_CONFLICT');
        expect(await codeOf(write([2, 3], 'b'))).toBe('REVISION_CONFLICT');
        expect((await drafts().find(uuid))?.pages).toBe('a');
        ms += 5;
        expect(await write([9, 1], 'c')).toEqual({ number: 2, revision: 1, savedMs: ms });
        expect(await codeOf(write([1], 'd'))).toBe('REVISION_CONFLICT');
        expect((await write('any', 'e')).number).toBe(3);
      });

      test('has a number that no later draft has, however it ended', async () => {
        await write('none');
        await drafts().delete(uuid, [1]);
        expect((await write('none')).number).toBe(2);
        await save(1, { ends: 2 });
        expect((await write('none', '', 2)).number).toBe(3);
        await save(2, { ends: 'drafts-before' });
        expect((await write('none', '', 3)).number).toBe(4);
        await sweepAfter(30 * day);
        expect((await write('none', '', 3)).number).toBe(5);
      });

      test('is dropped by who knows its number', async () => {
        expect(await codeOf(drafts().delete(uuid, 'any'))).toBe('DRAFT_NOT_FOUND');
        await write('none');
        expect(await codeOf(drafts().delete(uuid, [2]))).toBe('REVISION_CONFLICT');
        expect(await codeOf(drafts().delete(uuid, [1]))).toBe('done');
        expect(await codeOf(drafts().delete(uuid, [1]))).toBe('DRAFT_NOT_FOUND');
        await write('none');
        expect(await codeOf(drafts().delete(uuid, 'any'))).toBe('done');
        expect(await drafts().find(uuid)).toBeUndefined();
      });

      test('belongs to one embedded template of one team', async () => {
        const other = await makeClone();
        await write('none', 'a');
        await drafts().write(other.uuid, { pages: 'b', revision: 1 }, 'none');
        await drafts().delete(other.uuid, 'any');
        expect((await drafts().find(uuid))?.pages).toBe('a');
        const foreign = store.team(teamB).drafts;
        expect(await foreign.find(uuid)).toBeUndefined();
        expect(await codeOf(foreign.write(uuid, { pages: 'x', revision: 1 }, 'any'))).toBe('EMBEDDED_TEMPLATE_NOT_FOUND');
        expect(await codeOf(foreign.delete(uuid, 'any'))).toBe('DRAFT_NOT_FOUND');
        expect(await codeOf(drafts().write(randomUUID(), { pages: 'x', revision: 1 }, 'none'))).toBe(
          'EMBEDDED_TEMPLATE_NOT_FOUND',
        );
      });

      test('may be based on an earlier revision, but on none that never was', async () => {
        expect(await codeOf(write('none', '', 2))).toBe('INVALID_REQUEST');
        await save(1);
        expect(await write('none', '', 1)).toMatchObject({ revision: 1 });
        expect(await write([1], '', 2)).toMatchObject({ revision: 2 });
      });

      test('of two that are written at the same moment, one is refused', async () => {
        const begun = await Promise.allSettled(['a', 'b', 'c', 'd'].map((pages) => write('none', pages)));
        expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const later = await Promise.allSettled(['e', 'f', 'g', 'h'].map((pages) => write([1], pages)));
        expect(later.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const refused = later.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
        expect(refused).toEqual(['REVISION_CONFLICT', 'REVISION_CONFLICT', 'REVISION_CONFLICT']);
        const kept = later.findIndex(({ status }) => status === 'fulfilled');
        expect(await drafts().find(uuid)).toMatchObject({ number: 2, pages: 'efgh'[kept] });
      });
    });

    describe('a draft ends', () => {
      test('with the save of its own pages', async () => {
        await write('none');
        await save(1, { ends: 1 });
        expect(await drafts().find(uuid)).toBeUndefined();
        expect(await codeOf(write([1], '', 2))).toBe('REVISION_CONFLICT');
      });

      test('not with a save of other pages, nor of what it was before', async () => {
        await write('none', 'a');
        await save(1);
        expect(await drafts().find(uuid)).toMatchObject({ number: 1, revision: 1 });
        await write([1], 'b', 1);
        await save(2, { ends: 1 });
        expect(await drafts().find(uuid)).toMatchObject({ number: 2, pages: 'b' });
        for (const ends of [Number.MAX_SAFE_INTEGER, 1e300]) await save(3 + Number(ends === 1e300), { ends });
        expect(await drafts().find(uuid)).toMatchObject({ number: 2 });
        // A save that is refused ends nothing.
        expect(await save(2, { ends: 2 })).toBe(false);
        expect(await drafts().find(uuid)).toMatchObject({ number: 2 });
      });

      test('with a reset, and then none of an earlier revision is taken', async () => {
        await write('none');
        await save(1, { ends: 'drafts-before' });
        expect(await drafts().find(uuid)).toBeUndefined();
        for (const over of ['none', 'any', [1]] as const) expect(await codeOf(write(over, '', 1))).toBe('DRAFT_ENDED');
        expect(await codeOf(write('none', '', 2))).toBe('done');
        await save(2);
        expect(await codeOf(write([2], '', 3))).toBe('done');
        expect(await codeOf(write([3], '', 1))).toBe('DRAFT_ENDED');
      });

      test('with a reset at the same moment, or is refused', async () => {
        await write('none', 'a');
        const [reset, written] = await Promise.all([save(1, { ends: 'drafts-before' }), codeOf(write([1], 'b'))]);
        expect([reset, ['done', 'DRAFT_ENDED'].includes(written)]).toEqual([true, true]);
        expect(await drafts().find(uuid)).toBeUndefined();
      });

      test('with its embedded template, and the next one of the pair has none', async () => {
        const { embedded, sessions } = store.team(teamA);
        const { session } = await sessions.open(uuid, { createdMs: ms, expiresMs: ms + day });
        expect(session.isDeleted).toBe(false);
        await write('none');
        await embedded.delete(pair.baseTemplateUuid, pair.externalUuid);
        expect(await drafts().find(uuid)).toBeUndefined();
        expect(await codeOf(write([1]))).toBe('EMBEDDED_TEMPLATE_NOT_FOUND');
        expect(await sessions.find(session.uuid)).toMatchObject({ isDeleted: true });
        const next = await embedded.create({ ...content(), ...pair, uuid: randomUUID(), createdMs: ms });
        expect(await drafts().find(next.uuid)).toBeUndefined();
      });

      test('a session that was ended before its embedded template was deleted has ended for its own reason', async () => {
        const { embedded, sessions } = store.team(teamA);
        const { session } = await sessions.open(uuid, { createdMs: ms, expiresMs: ms + day });
        await sessions.end(uuid);
        ms++;
        await embedded.delete(pair.baseTemplateUuid, pair.externalUuid);
        expect(await sessions.find(session.uuid)).toMatchObject({ isDeleted: false });
      });

      test('30 days after it was written last', async () => {
        await write('none');
        ms += 20 * day;
        await write([1]);
        await sweepAfter(30 * day - 1);
        expect(await drafts().find(uuid)).toMatchObject({ number: 2 });
        await sweepAfter(1);
        expect(await drafts().find(uuid)).toBeUndefined();
      });

      test('in steps of a sweep, until none is left', async () => {
        for (let n = 0; n < 5; n++) await drafts().write((await makeClone()).uuid, { pages: '', revision: 1 }, 'none');
        ms += 30 * day;
        let steps = 1;
        while ((await store.queue.sweep(2)).more) steps++;
        expect(steps).toBe(3);
      });
    });

    describe('the pictures that only a draft names', () => {
      test('are kept as long as the draft, and go with it', async () => {
        for (const letter of ['a', 'b', 'c']) await upload(letter);
        await write('none', `[{"image": "${picture('a')}"}, "${picture('c')}", "${picture('d')}"]`);
        await sweepDaily(29);
        expect(await uploads()).toEqual(['a', 'c']);
        await write([1], `half a word: ${picture('c')}`);
        await sweepAfter(2 * day);
        expect(await uploads()).toEqual(['c']);
        await sweepAfter(28 * day);
        await sweepAfter(day);
        expect([await drafts().find(uuid), await uploads()]).toEqual([undefined, []]);
      });

      test('are kept also when they come, or come again, after the draft that names them', async () => {
        await write('none', `${picture('a')} ${picture('b')}`);
        for (const letter of ['a', 'a', 'c']) await upload(letter);
        await sweepAfter(day);
        expect(await uploads()).toEqual(['a']);
        await upload('b');
        await sweepAfter(2 * day);
        expect(await uploads()).toEqual(['a', 'b']);
      });

      test('go after a day when the draft was dropped, and when no draft came to name them', async () => {
        for (const letter of ['a', 'b']) await upload(letter);
        await write('none', picture('a'));
        await drafts().delete(uuid, 'any');
        await sweepAfter(day);
        expect(await uploads()).toEqual([]);
      });

      test('stay with a draft that is written while the sweep looks at them', async () => {
        for (const letter of ['a', 'b', 'c', 'd']) await upload(letter);
        ms += day;
        const names = ['a', 'b', 'c', 'd'].map(picture).join(' ');
        await Promise.all([sweep(), write('none', names), sweep()]);
        const left = await uploads();
        await sweepDaily(5);
        expect(await uploads()).toEqual(left);
      });

      test('stay a day after the draft that named them was written', async () => {
        await upload('a');
        ms += day - 1;
        await write('none', picture('a'));
        await drafts().delete(uuid, 'any');
        await sweepAfter(day - 1);
        expect(await uploads()).toEqual(['a']);
        await sweepAfter(1);
        expect(await uploads()).toEqual([]);
      });

      test('of another pair are not kept', async () => {
        await upload('a');
        const other = await makeClone();
        await store.team(teamA).embedded.addAsset(other.uuid, picture('a'), entry('a'), { maxBytes: 1_000_000 });
        await write('none', picture('a'));
        await sweepAfter(day);
        expect([await uploads(), await store.team(teamA).embedded.uploads(other.uuid)]).toEqual([['a'], {}]);
      });
    });

    describe('the revisions', () => {
      const list = async () => (await store.team(teamA).embedded.listRevisions(uuid)).map(({ revision }) => revision);
      const hasContent = async (revision: number) =>
        (await store.team(teamA).embedded.findRevision(uuid, revision)) !== undefined;

      test('are listed with who saved them, the newest first', async () => {
        const sessionUuid = randomUUID();
        ms += 7;
        await save(1, { document: { pages: ['ä'] }, sessionUuid, baseTemplateVersion: 3 });
        expect(await store.team(teamA).embedded.listRevisions(uuid)).toEqual([
          { revision: 2, baseTemplateVersion: 3, savedMs: ms, sessionUuid, bytes: Buffer.byteLength('{"pages":["ä"]}') },
          { revision: 1, baseTemplateVersion: 1, savedMs: ms - 7, sessionUuid: null, bytes: 2 },
        ]);
        expect(await store.team(teamB).embedded.listRevisions(uuid)).toEqual([]);
      });

      test('are kept as many as the rules say, and the others go after a day', async () => {
        for (let revision = 1; revision < 5; revision++) await save(revision, {}, { ...rules, keptRevisions: 3 });
        expect(await list()).toEqual([5, 4, 3, 2]);
        await save(5, {}, { ...rules, keptRevisions: 3 });
        expect(await list()).toEqual([6, 5, 4, 3]);
        await sweepAfter(40 * day);
        expect(await Promise.all([1, 2, 3, 6].map(hasContent))).toEqual([false, false, true, true]);
        await save(6, {}, { ...rules, keptRevisions: 0 });
        expect(await list()).toEqual([7]);
        await sweepAfter(day);
        expect(await Promise.all([3, 6, 7].map(hasContent))).toEqual([false, false, true]);
      });

      test('stay for a job, though they are listed no more', async () => {
        const embedded = { embeddedTemplateUuid: uuid, ...pair, revision: 1 };
        await store.team(teamA).jobs.create({ ...newJob(ms), embedded }, { maxUnfinished: 1 });
        await save(1, {}, { ...rules, keptRevisions: 0 });
        await sweepAfter(2 * day);
        expect([await list(), await hasContent(1)]).toEqual([[2], true]);
      });

      test('keep their pictures', async () => {
        await upload('a');
        await save(1, { assets: content({}, [picture('a')]).assets });
        await save(2);
        await sweepDaily(5);
        expect(await uploads()).toEqual(['a']);
        await save(3, {}, { ...rules, keptRevisions: 0 });
        await sweepDaily(3);
        expect(await uploads()).toEqual([]);
      });

      test('go with their embedded template', async () => {
        await save(1);
        await store.team(teamA).embedded.delete(pair.baseTemplateUuid, pair.externalUuid);
        expect(await list()).toEqual([]);
        await sweepAfter(day);
        expect(await hasContent(2)).toBe(false);
      });

      test('give way to new files before a file is refused', async () => {
        const small = { keptRevisions: 20, maxUploadBytes: 400_000 };
        await upload('a', 200_000);
        await save(1, { assets: content({}, [picture('a')]).assets }, small);
        await upload('b', 150_000);
        // Both pictures together leave less than a quarter.
        await save(2, { assets: content({}, [picture('b')]).assets }, small);
        expect(await list()).toEqual([3]);
        await sweepDaily(2);
        expect(await uploads()).toEqual(['b']);
        await save(3, {}, small);
        expect(await list()).toEqual([4, 3]);
      });

      test('and the draft count against the room of uploads', async () => {
        const fits = (bytes: number) =>
          codeOf(store.team(teamA).embedded.addAsset(uuid, picture('f'), entry('f', bytes), { maxBytes: 300_000 }));
        const text = 'x'.repeat(50_000);
        await save(1, { document: { text } });
        expect(await fits(299_000)).toBe('done');
        await save(2);
        expect(await fits(299_000)).toBe('QUOTA_EXCEEDED');
        expect(await fits(249_900)).toBe('done');
        await write('none', text, 3);
        expect(await fits(249_900)).toBe('QUOTA_EXCEEDED');
        expect(await fits(199_900)).toBe('done');
        // What is no longer kept does not count.
        await save(3, {}, { ...rules, keptRevisions: 0 });
        expect(await fits(249_900)).toBe('done');
      });
    });
  });
}
