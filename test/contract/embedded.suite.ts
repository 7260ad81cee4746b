// What an engine shows of embedded templates, and what the editor may do with one, for every implementation.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallNotes, EditorEngine, EditorSession, Engine, TemplateInput } from '../../src/contract/engine.ts';
import type { ErrorCode, PdfgenError } from '../../src/contract/errors.ts';
import { onePage, writePdf } from '../support/foreign-pdf.ts';
import { pixel } from '../support/pixel.ts';
import { letter } from './engine.suite.ts';

export interface OpenedEmbedded {
  readonly engine: Engine;
  /** An origin on the team's list. */
  readonly origin: string;
  /** Lets time pass for engine and stores. */
  advance(ms: number): Promise<void>;
  /** The time of the engine. */
  now(): number;
  close(): Promise<void>;
}

export interface OpenedEditor extends OpenedEmbedded {
  openEditor(capability: string): Promise<EditorEngine>;
}

const external = 'ABCDEF01-0000-4000-8000-000000000001';
const otherExternal = '0190a1b2-0000-7000-8000-00000000e002';
const unknownUuid = '0190a1b2-0000-7000-8000-000000000000';
const minute = 60_000;
const jost = readFileSync(
  new URL('../../node_modules/@fontsource-variable/jost/files/jost-latin-wght-normal.woff2', import.meta.url),
);
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pixelEntry = { sha256: sha256Of(pixel), bytes: pixel.length, type: 'image/png' };
const twoPages = [
  { size: 'A6', body: ['Dear {{ name }}'] },
  { size: 'A6', body: ['Yours'] },
];

const refuses = (call: Promise<unknown>, code: ErrorCode) => expect(call).rejects.toMatchObject({ name: 'PdfgenError', code });
const errorOf = (call: Promise<unknown>): Promise<PdfgenError> =>
  call.then(
    () => {
      throw new Error('The call was not refused.');
    },
    (error: PdfgenError) => error,
  );

/** Runs the suite on an implementation; `open` gives an engine without templates. */
export function embeddedSuite(name: string, open: () => Promise<OpenedEmbedded>): void {
  describe(`embedded templates: ${name}`, () => {
    let opened: OpenedEmbedded;
    let engine: Engine;
    beforeEach(async () => {
      opened = await open();
      engine = opened.engine;
    });
    afterEach(() => opened.close());

    const createBase = async (more: Readonly<Record<string, unknown>> = {}, slug = 'letter') =>
      (await engine.createTemplate({ body: letter(slug, more) })).uuid;
    const changeBase = (uuid: string, more: Readonly<Record<string, unknown>>) =>
      engine.replaceTemplate({ params: { uuid }, body: letter('letter', more) as TemplateInput });
    const pairOf = (baseTemplateUuid: string, externalUuid = external) => ({ baseTemplateUuid, externalUuid });
    const openSession = (
      base: string,
      body?: { expiresInMinutes?: number; hostOrigin?: string },
      externalUuid = external,
      notes?: CallNotes,
    ) =>
      engine.openEditorSession({ params: pairOf(base, externalUuid), ...(body !== undefined && { body }) }, notes && { notes });
    /** A base with one clone. */
    const clone = async () => {
      const base = await createBase();
      await openSession(base);
      return base;
    };
    const get = (base: string, externalUuid = external) => engine.getEmbeddedTemplate({ params: pairOf(base, externalUuid) });

    describe('sessions', () => {
      test('the first session clones the latest version of the base, whole', async () => {
        const base = await createBase();
        await changeBase(base, { pages: twoPages });
        const session = await openSession(base);
        expect(session).toMatchObject({
          baseTemplateUuid: base,
          externalUuid: external.toLowerCase(),
          baseTemplateVersion: 2,
          revision: 1,
        });
        const { pages, dataSchema, exampleData } = letter('letter', { pages: twoPages });
        expect(await get(base)).toEqual({
          embeddedTemplateUuid: session.embeddedTemplateUuid,
          baseTemplateUuid: base,
          externalUuid: external.toLowerCase(),
          baseTemplateVersion: 2,
          latestBaseTemplateVersion: 2,
          revision: 1,
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
          updatedAt: expect.any(String) as string,
          pages,
          dataSchema,
          exampleData,
        });
      });

      test('while a session is alive the same comes back, said to be a repeat, with another capability', async () => {
        const base = await createBase();
        const first: CallNotes = {};
        const second: CallNotes = {};
        const one = await openSession(base, undefined, external, first);
        const two = await openSession(base, undefined, external, second);
        expect([first.repeated ?? false, second.repeated]).toEqual([false, true]);
        expect(two.sessionUuid).toBe(one.sessionUuid);
        expect(two.embeddedTemplateUuid).toBe(one.embeddedTemplateUuid);
        expect(two.capability).not.toBe(one.capability);
      });

      test('calls at the same moment make one clone and one session', async () => {
        const base = await createBase();
        const sessions = await Promise.all(Array.from({ length: 8 }, () => openSession(base)));
        expect(new Set(sessions.map((one) => one.sessionUuid)).size).toBe(1);
        expect(new Set(sessions.map((one) => one.embeddedTemplateUuid)).size).toBe(1);
        expect((await engine.listEmbeddedTemplates({})).items).toHaveLength(1);
      });

      test('a session lasts 60 minutes unless it is said otherwise', async () => {
        const base = await createBase();
        const before = opened.now();
        const { expiresAt, capabilityExpiresAt } = await openSession(base);
        const passed = opened.now() - before;
        for (const time of [expiresAt, capabilityExpiresAt]) {
          expect(Date.parse(time)).toBeGreaterThanOrEqual(before + 60 * minute);
          expect(Date.parse(time)).toBeLessThanOrEqual(before + passed + 60 * minute);
        }
      });

      test('a later call moves the end of the session later, never earlier; its capability has an end of its own', async () => {
        const base = await createBase();
        const hour = await openSession(base, { expiresInMinutes: 60 });
        const short = await openSession(base, { expiresInMinutes: 5 });
        expect(short.expiresAt).toBe(hour.expiresAt);
        expect(Date.parse(short.capabilityExpiresAt)).toBeLessThan(Date.parse(hour.expiresAt) - 50 * minute);
        const day = await openSession(base, { expiresInMinutes: 1440 });
        expect(day.sessionUuid).toBe(hour.sessionUuid);
        expect(day.expiresAt).toBe(day.capabilityExpiresAt);
        expect(Date.parse(day.expiresAt)).toBeGreaterThan(Date.parse(hour.expiresAt));
      });

      test('after its end, or after it was ended, another session on the same clone is opened', async () => {
        const base = await createBase();
        const first = await openSession(base, { expiresInMinutes: 5 });
        await opened.advance(5 * minute + 1);
        const second = await openSession(base);
        expect(second.sessionUuid).not.toBe(first.sessionUuid);
        await engine.endEditorSession({ params: pairOf(base) });
        await engine.endEditorSession({ params: pairOf(base) });
        const third = await openSession(base);
        expect(third.sessionUuid).not.toBe(second.sessionUuid);
        expect(third.embeddedTemplateUuid).toBe(first.embeddedTemplateUuid);
      });

      test.each([4, 1441, 5.5, '60', null])('expiresInMinutes %j is refused', async (expiresInMinutes) => {
        const base = await createBase();
        await refuses(openSession(base, { expiresInMinutes: expiresInMinutes as number }), 'INVALID_REQUEST');
      });

      test('no body and an empty one mean the same, anything else is refused', async () => {
        const base = await createBase();
        const one = await openSession(base);
        expect((await openSession(base, {})).sessionUuid).toBe(one.sessionUuid);
        for (const body of [null, [], { expires: 5 }]) await refuses(openSession(base, body as never), 'INVALID_REQUEST');
      });

      test('the host origin must be secure or of this machine, and on the list of the team', async () => {
        const base = await createBase();
        await expect(openSession(base, { hostOrigin: opened.origin })).resolves.toMatchObject({ baseTemplateUuid: base });
        for (const hostOrigin of [
          'https://other.example',
          `${opened.origin}/`,
          opened.origin.replace('https:', 'http:'),
          opened.origin.toUpperCase(),
          `${opened.origin}.evil.example`,
          '*',
          'null',
          '',
        ]) {
          await refuses(openSession(base, { hostOrigin }), 'INVALID_REQUEST');
        }
      });

      test('an invalid UUID is reported before any look-up, an unknown base is not found, and nothing is made', async () => {
        await refuses(openSession('letter'), 'INVALID_UUID');
        await refuses(openSession(unknownUuid, undefined, 'x'), 'INVALID_UUID');
        await refuses(openSession(unknownUuid), 'TEMPLATE_NOT_FOUND');
        expect((await engine.listEmbeddedTemplates({})).items).toEqual([]);
      });

      test('a clone is enough for a further session when its base was deleted', async () => {
        const base = await createBase();
        const { embeddedTemplateUuid } = await openSession(base);
        await engine.deleteTemplate({ params: { uuid: base } });
        await engine.endEditorSession({ params: pairOf(base) });
        await expect(openSession(base)).resolves.toMatchObject({ embeddedTemplateUuid, baseTemplateVersion: 1 });
        await refuses(openSession(base, undefined, otherExternal), 'TEMPLATE_NOT_FOUND');
      });
    });

    describe('a clone', () => {
      test('stays as it was cloned when its base changes or goes', async () => {
        const base = await clone();
        await changeBase(base, { pages: twoPages });
        expect(await get(base)).toMatchObject({ baseTemplateVersion: 1, latestBaseTemplateVersion: 2, revision: 1 });
        await engine.deleteTemplate({ params: { uuid: base } });
        expect(await get(base)).toMatchObject({ latestBaseTemplateVersion: null, pages: letter('letter').pages });
        const pdf = await engine.generateEmbedded({ params: pairOf(base), body: { data: { name: 'Ada' } } });
        expect(pdf).toMatchObject({ pages: 1, templateVersion: 1, templateRevision: 1, filename: 'letter.pdf' });
      });

      test('carries the files of its base, also when the base is gone', async () => {
        await engine.putAsset({ params: { sha256: pixelEntry.sha256 }, body: pixel });
        const base = await createBase({
          pages: [{ body: [{ image: 'logo.png', width: 5 }] }],
          assets: { 'logo.png': pixelEntry },
        });
        await openSession(base);
        await engine.deleteTemplate({ params: { uuid: base } });
        const body = { data: { name: 'Ada' }, options: { strict: true } };
        await expect(engine.generateEmbedded({ params: pairOf(base), body })).resolves.toMatchObject({ warningCount: 0 });
      });

      test('is rendered and validated with the same contract', async () => {
        const base = await clone();
        const params = pairOf(base);
        const wrong = { name: 1, other: true };
        const error = await errorOf(engine.generateEmbedded({ params, body: { data: wrong } }));
        expect(error.code).toBe('DATA_INVALID');
        const found = await engine.validateEmbeddedData({ params, body: { data: wrong } });
        expect(found.valid).toBe(false);
        expect(found.errors).toEqual(error.errors);
        expect(found.errors.map((one) => one.path).sort()).toEqual(['/data', '/data/name']);
        expect(await engine.validateEmbeddedData({ params, body: { data: { name: 'Ada' } } })).toEqual({
          valid: true,
          errors: [],
        });
      });

      test('has no other version than the one that was cloned', async () => {
        const base = await clone();
        await changeBase(base, { pages: twoPages });
        const call = (templateVersion: number) =>
          engine.generateEmbedded({ params: pairOf(base), body: { data: { name: 'Ada' }, templateVersion } });
        await expect(call(1)).resolves.toMatchObject({ pages: 1 });
        await refuses(call(2), 'EMBEDDED_TEMPLATE_NOT_FOUND');
      });

      test('every call on a pair without one says so in the same words, whatever is missing', async () => {
        const base = await createBase();
        const calls = (params: { baseTemplateUuid: string; externalUuid: string }) => [
          engine.getEmbeddedTemplate({ params }),
          engine.deleteEmbeddedTemplate({ params }),
          engine.resetEmbeddedTemplate({ params }),
          engine.endEditorSession({ params }),
          engine.generateEmbedded({ params, body: { data: {} } }),
          engine.validateEmbeddedData({ params, body: { data: {} } }),
        ];
        for (const params of [pairOf(base), pairOf(unknownUuid)]) {
          const errors = await Promise.all(calls(params).map(errorOf));
          expect(new Set(errors.map((one) => one.code))).toEqual(new Set(['EMBEDDED_TEMPLATE_NOT_FOUND']));
          expect(new Set(errors.map((one) => one.message)).size).toBe(1);
        }
      });

      test('that is deleted ends its session, and the pair can be cloned anew', async () => {
        const base = await createBase();
        const first = await openSession(base);
        await engine.deleteEmbeddedTemplate({ params: pairOf(base) });
        await refuses(get(base), 'EMBEDDED_TEMPLATE_NOT_FOUND');
        await refuses(engine.deleteEmbeddedTemplate({ params: pairOf(base) }), 'EMBEDDED_TEMPLATE_NOT_FOUND');
        const second = await openSession(base);
        expect(second.sessionUuid).not.toBe(first.sessionUuid);
        expect(second.embeddedTemplateUuid).not.toBe(first.embeddedTemplateUuid);
      });
    });

    test('a session that is opened while the clone is being deleted is opened on a clone that stands', async () => {
      const base = await createBase();
      // At another moment of the opening each time: in this process a step is a turn of its promises.
      const deleteAfter = async (turns: number) => {
        for (let i = 0; i < turns; i++) await undefined;
        await engine.deleteEmbeddedTemplate({ params: pairOf(base) });
      };
      for (let turns = 0; turns < 20; turns++) {
        await openSession(base);
        const [session] = await Promise.all([openSession(base), deleteAfter(turns)]);
        expect(session.baseTemplateUuid).toBe(base);
      }
    });

    describe('reset', () => {
      const reset = (base: string, body?: { keepPages?: boolean }) =>
        engine.resetEmbeddedTemplate({ params: pairOf(base), ...(body && { body }) });

      test("takes over the base's latest version as the next revision", async () => {
        const base = await clone();
        await changeBase(base, { pages: twoPages, exampleData: { name: 'Bob' } });
        const after = await reset(base);
        expect(after).toMatchObject({ baseTemplateVersion: 2, revision: 2, pages: twoPages, exampleData: { name: 'Bob' } });
        expect(await get(base)).toEqual(after);
      });

      test('says that the base is gone, not that the clone is', async () => {
        const base = await clone();
        await engine.deleteTemplate({ params: { uuid: base } });
        const refused = await errorOf(reset(base));
        expect([refused.code, refused.message]).toEqual(['EMBEDDED_TEMPLATE_NOT_FOUND', expect.stringContaining('was deleted')]);
        expect(await get(base)).toMatchObject({ revision: 1 });
      });

      test('makes no revision when there is nothing to take over', async () => {
        const base = await clone();
        expect((await reset(base)).revision).toBe(1);
        expect((await reset(base, { keepPages: true })).revision).toBe(1);
      });

      test('with keepPages takes over all but the pages', async () => {
        const base = await clone();
        await changeBase(base, { pages: twoPages, exampleData: { name: 'Bob' } });
        expect(await reset(base, { keepPages: true })).toMatchObject({
          baseTemplateVersion: 2,
          revision: 2,
          pages: letter('letter').pages,
          exampleData: { name: 'Bob' },
        });
      });

      test('with keepPages changes nothing when the pages no longer compile', async () => {
        const base = await clone();
        const dataSchema = { type: 'object', additionalProperties: false, properties: { title: { type: 'string' } } };
        await changeBase(base, { pages: [{ body: ['{{ title }}'] }], dataSchema, exampleData: {} });
        const error = await errorOf(reset(base, { keepPages: true }));
        expect(error.code).toBe('TEMPLATE_INVALID');
        expect(error.errors?.map((one) => one.path)).toEqual(['/pages/0/body/0']);
        expect(await get(base)).toMatchObject({ revision: 1, baseTemplateVersion: 1 });
      });
    });

    describe('the list', () => {
      const externalOf = (i: number) => `0190a1b2-0000-7000-8000-${String(i).padStart(12, '0')}`;

      test('is newest first, without the documents', async () => {
        const base = await createBase();
        for (let i = 1; i <= 3; i++) {
          await openSession(base, undefined, externalOf(i));
          await opened.advance(1000);
        }
        const { items, nextCursor } = await engine.listEmbeddedTemplates({});
        expect(items.map((one) => one.externalUuid)).toEqual([3, 2, 1].map(externalOf));
        expect(items[0]).not.toHaveProperty('pages');
        expect(nextCursor).toBeNull();
      });

      test('can be of one base', async () => {
        const base = await createBase();
        const other = await createBase({}, 'other');
        await openSession(base);
        await openSession(other);
        const { items } = await engine.listEmbeddedTemplates({ query: { baseTemplateUuid: other.toUpperCase() } });
        expect(items.map((one) => one.baseTemplateUuid)).toEqual([other]);
      });

      test('of outdated clones has those of which the base has moved on, page by page', async () => {
        const moved = await createBase();
        const still = await createBase({}, 'still');
        const gone = await createBase({}, 'gone');
        for (let i = 1; i <= 5; i++) {
          for (const base of [moved, still, gone]) await openSession(base, undefined, externalOf(i));
          await opened.advance(1000);
        }
        await changeBase(moved, { pages: twoPages });
        await engine.deleteTemplate({ params: { uuid: gone } });
        const seen: number[][] = [];
        let cursor: string | undefined;
        do {
          const query = { outdated: true, limit: 2, ...(cursor !== undefined && { cursor }) };
          const page = await engine.listEmbeddedTemplates({ query });
          expect(page.items.every((one) => one.baseTemplateUuid === moved && one.latestBaseTemplateVersion === 2)).toBe(true);
          seen.push(page.items.map((one) => Number(one.externalUuid.slice(-2))));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined && seen.length < 10);
        expect(seen.filter((one) => one.length > 0)).toEqual([[5, 4], [3, 2], [1]]);
      });

      test('refuses a cursor of other filters', async () => {
        const base = await createBase();
        for (let i = 1; i <= 2; i++) await openSession(base, undefined, externalOf(i));
        const { nextCursor } = await engine.listEmbeddedTemplates({ query: { limit: 1 } });
        expect(nextCursor).not.toBeNull();
        const again = await engine.listEmbeddedTemplates({ query: { limit: 1, cursor: nextCursor! } });
        expect(again.items).toHaveLength(1);
        await refuses(engine.listEmbeddedTemplates({ query: { cursor: nextCursor!, outdated: true } }), 'INVALID_REQUEST');
        await refuses(engine.listEmbeddedTemplates({ query: { cursor: 'x' } }), 'INVALID_REQUEST');
      });
    });
  });
}

/** Runs the suite of the editor's calls; `open` gives an engine without templates, and a way to open an editor by a capability. */
export function editorSuite(name: string, open: () => Promise<OpenedEditor>): void {
  describe(`the editor: ${name}`, () => {
    let opened: OpenedEditor;
    let engine: Engine;
    let base: string;
    let session: EditorSession;
    let editor: EditorEngine;
    const params = () => ({ baseTemplateUuid: base, externalUuid: external });
    const start = async (more: Readonly<Record<string, unknown>> = {}) => {
      base = (await engine.createTemplate({ body: letter('letter', more) })).uuid;
      session = await engine.openEditorSession({ params: params() });
      editor = await opened.openEditor(session.capability);
    };
    beforeEach(async () => {
      opened = await open();
      engine = opened.engine;
    });
    afterEach(() => opened.close());

    type SaveBody = Parameters<EditorEngine['saveEditorTemplate']>[0]['body'];
    const save = (body: SaveBody, ifMatch: string | undefined = '"1"') =>
      editor.saveEditorTemplate({ body, ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }) });
    const revision = async () => (await engine.getEmbeddedTemplate({ params: params() })).revision;

    test('gets the template with what its pages may name, the limits, and where the files are', async () => {
      await engine.putAsset({ params: { sha256: pixelEntry.sha256 }, body: pixel });
      const more = {
        unit: 'pt',
        styles: { base: { size: 9 } },
        define: { dear: { body: 'Dear' } },
        assets: { 'logo.png': pixelEntry },
      };
      await start(more);
      const { src } = await editor.addEditorAsset({ body: pixel });
      const got = await editor.getEditorTemplate({});
      const { document, inferred, files, limits, maxAssetBytes } = got;
      const { unit, styles, define } = more;
      const { pages, dataSchema, exampleData, name } = letter('letter');
      const { embeddedTemplateUuid } = await engine.getEmbeddedTemplate({ params: params() });
      expect(got).toMatchObject({ embeddedTemplateUuid, name, pages, dataSchema, exampleData, revision: 1 });
      expect(got.fonts).toContain('noto-sans');
      expect(document).toMatchObject({ name, unit, styles, define, pages, dataSchema, exampleData });
      expect(inferred).toBeUndefined();
      const file = { key: pixelEntry.sha256, path: `assets/${pixelEntry.sha256}` };
      expect(files.assets).toEqual({ 'logo.png': file, [src]: file });
      expect(files.fonts['NotoSans-Regular.ttf']).toEqual({
        key: 'shipped/NotoSans-Regular.ttf',
        path: expect.stringMatching(/^\.\.\/files\/NotoSans-Regular-[\w-]{8}\.ttf$/),
      });
      expect(files.patterns.de?.path).toMatch(/^\.\.\/files\/de-[\w-]{8}\.bin$/);
      expect(Object.values(limits).every((limit) => limit > 0)).toBe(true);
      expect(maxAssetBytes).toBeGreaterThan(0);
    });

    test('gets fonts and patterns of the template as layout takes them, and nobody else does', async () => {
      const patterns = Buffer.from('\\patterns{a1b}\n');
      const entries = [
        ['Jost.woff2', jost, 'font/woff2'],
        ['hyphenation/qqq.tex', patterns, 'application/octet-stream'],
      ] as const;
      for (const [, body] of entries) await engine.putAsset({ params: { sha256: sha256Of(body) }, body });
      const assets = Object.fromEntries(
        entries.map(([file, body, type]) => [file, { sha256: sha256Of(body), bytes: body.length, type }]),
      );
      await start({ assets });
      const { files } = await editor.getEditorTemplate({});
      expect(files.fonts['Jost.woff2']).toEqual({ key: sha256Of(jost), path: `files/fonts/${sha256Of(jost)}` });
      expect(files.patterns.qqq).toEqual({ key: sha256Of(patterns), path: `files/patterns/${sha256Of(patterns)}` });
      const font = await editor.getEditorFile({ params: { kind: 'fonts', sha256: sha256Of(jost) } });
      expect(font.contentType).toBe('font/ttf');
      expect(Buffer.from(font.body).readUInt32BE(0)).toBe(0x00010000);
      const packed = await editor.getEditorFile({ params: { kind: 'patterns', sha256: sha256Of(patterns) } });
      expect(Buffer.from(packed.body)).not.toEqual(patterns);
      await refuses(editor.getEditorFile({ params: { kind: 'patterns', sha256: sha256Of(jost) } }), 'ASSET_NOT_FOUND');
      await refuses(editor.getEditorFile({ params: { kind: 'images', sha256: sha256Of(jost) } as never }), 'INVALID_REQUEST');
      const other = (await engine.createTemplate({ body: letter('other') })).uuid;
      const session = await engine.openEditorSession({ params: { baseTemplateUuid: other, externalUuid: external } });
      const elsewhere = await opened.openEditor(session.capability);
      await refuses(elsewhere.getEditorFile({ params: { kind: 'fonts', sha256: sha256Of(jost) } }), 'ASSET_NOT_FOUND');
    });

    describe('a save', () => {
      beforeEach(() => start());

      test('is the next revision, and what is rendered from then on, and leaves the base as it is', async () => {
        const before = await engine.getTemplate({ params: { uuid: base } });
        const saved = await save({ pages: twoPages });
        expect(saved).toMatchObject({ pages: twoPages, revision: 2 });
        expect(await editor.getEditorTemplate({})).toEqual(saved);
        const pdf = await engine.generateEmbedded({ params: params(), body: { data: { name: 'Ada' } } });
        expect(pdf).toMatchObject({ pages: 2, templateVersion: 1, templateRevision: 2 });
        expect(await engine.getTemplate({ params: { uuid: base } })).toEqual(before);
      });

      test('of equal pages makes no revision', async () => {
        const pages = letter('letter').pages.map((one) => Object.fromEntries(Object.entries(one).reverse()));
        expect((await save({ pages })).revision).toBe(1);
        expect(await revision()).toBe(1);
      });

      test('may bring the data contract along as it is, in any order of members', async () => {
        const { dataSchema, exampleData } = letter('letter');
        const turned = Object.fromEntries(Object.entries(dataSchema as object).reverse());
        expect((await save({ pages: twoPages, dataSchema: turned, exampleData })).revision).toBe(2);
      });

      test.each([
        ['dataSchema', { dataSchema: true }],
        ['dataSchema', { dataSchema: { ...(letter('x').dataSchema as object), additionalProperties: true } }],
        ['dataSchema', { dataSchema: null }],
        ['exampleData', { exampleData: { name: 'Bob' } }],
        ['exampleData', { exampleData: { name: 'Ada', more: 1 } }],
        ['exampleData', { exampleData: [] }],
      ])('of another %s is refused before anything else, and nothing is saved', async (member, more) => {
        const error = await errorOf(save({ pages: [{ body: [{ type: 'nonsense' }] }], ...more }, undefined));
        expect(error.code).toBe('EMBEDDED_DATA_CONTRACT_READ_ONLY');
        expect(error.errors?.map((one) => one.path)).toEqual([`/${member}`]);
        expect(await revision()).toBe(1);
      });

      test('needs the revision that it replaces', async () => {
        await refuses(editor.saveEditorTemplate({ body: { pages: twoPages } }), 'PRECONDITION_REQUIRED');
        await refuses(save({ pages: twoPages }, '"2"'), 'REVISION_CONFLICT');
        await refuses(save({ pages: twoPages }, 'W/"1"'), 'REVISION_CONFLICT');
        await refuses(save({ pages: twoPages }, '1'), 'INVALID_REQUEST');
        expect(await revision()).toBe(1);
      });

      test('of two at the same moment, one succeeds and the other is refused', async () => {
        const threePages = [...twoPages, ...twoPages.slice(1)];
        const outcomes = await Promise.allSettled([save({ pages: twoPages }), save({ pages: threePages })]);
        expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
        const [lost] = outcomes.filter((one) => one.status === 'rejected');
        expect(lost?.reason).toMatchObject({ code: 'REVISION_CONFLICT' });
        expect(await revision()).toBe(2);
      });

      test('of pages that do not compile is refused with all places, and nothing is saved', async () => {
        const pages = [{ body: ['{{ nam }}', { type: 'txt' }, '{{ total }}'] }];
        const error = await errorOf(save({ pages }));
        expect(error.code).toBe('TEMPLATE_INVALID');
        expect(error.errors?.map((one) => one.path)).toEqual(['/pages/0/body/0', '/pages/0/body/1/type', '/pages/0/body/2']);
        expect(error.errors?.[2]?.message).toContain('/properties of the data schema (in the base template)');
        expect(await revision()).toBe(1);
      });

      test('of anything beside pages is refused', async () => {
        for (const member of ['styles', 'define', 'colors', 'let'])
          await refuses(save({ pages: twoPages, [member]: {} } as never), 'INVALID_REQUEST');
        await refuses(save({} as never), 'INVALID_REQUEST');
      });
    });

    test('pages use the definitions of the base, which no save changes', async () => {
      const define = { dear: { params: { name: { type: 'string' } }, body: 'Dear {{ name }}' } };
      await start({ define });
      await save({ pages: [{ body: [{ use: 'dear', with: { name: '{{ name }}' } }] }] });
      const pdf = await engine.generateEmbedded({ params: params(), body: { data: { name: 'Ada' } } });
      expect(pdf).toMatchObject({ pages: 1, templateRevision: 2 });
      const error = await errorOf(save({ pages: [{ body: [{ use: 'dear', with: { name: 5 } }, { use: 'deer' }] }] }, '"2"'));
      expect(error.errors?.map((one) => one.path)).toEqual(['/pages/0/body/0/with/name', '/pages/0/body/1/use']);
      expect(await engine.getTemplate({ params: { uuid: base } })).toMatchObject({ define });
    });

    describe('a preview', () => {
      beforeEach(() => start());

      test('renders pages that are not saved, with the example data or what is given', async () => {
        const pdf = await editor.previewEditorTemplate({ body: { pages: twoPages } });
        expect(pdf).toMatchObject({ contentType: 'application/pdf', pages: 2, templateVersion: 1, templateRevision: 1 });
        expect(
          Buffer.concat([...pdf.body])
            .subarray(0, 5)
            .toString(),
        ).toBe('%PDF-');
        expect(await revision()).toBe(1);
        await refuses(editor.previewEditorTemplate({ body: { pages: twoPages, data: { name: 1 } } }), 'DATA_INVALID');
      });

      test('tells of its pages by a digest, and of every warning', async () => {
        const preview = (pages: readonly object[]) => editor.previewEditorTemplate({ body: { pages } as never });
        const first = await preview(twoPages);
        expect(first.pageDigest).toMatch(/^2:[\da-f]{64}$/);
        expect((await preview(twoPages)).pageDigest).toBe(first.pageDigest);
        const wide = [{ size: 'A6', body: [{ text: 'x'.repeat(200), maxLines: 1 }, ...twoPages[0]!.body] }];
        const { pageDigest, warnings, warningCount } = await preview(wide);
        expect(pageDigest).not.toBe(first.pageDigest);
        expect(warnings).toHaveLength(warningCount);
        expect(warnings[0]).toMatchObject({ component: '/pages/0/body/0', page: 1 });
      });

      test('has all places of its faults', async () => {
        const pages = [{ body: ['{{ nam }}', { type: 'txt' }, '{{ total }}'] }];
        const error = await errorOf(editor.previewEditorTemplate({ body: { pages } }));
        expect(error.code).toBe('TEMPLATE_INVALID');
        expect(error.errors?.map((one) => one.path)).toEqual(['/pages/0/body/0', '/pages/0/body/1/type', '/pages/0/body/2']);
      });

      test('waits for those of other tabs of its session, of which there may be eight', async () => {
        const outcomes = await Promise.allSettled(
          Array.from({ length: 10 }, (_, i) =>
            editor.previewEditorTemplate({ body: { pages: twoPages, tab: `tab-number-${i}` } }),
          ),
        );
        const refused = outcomes.filter((one) => one.status === 'rejected');
        expect(refused).toHaveLength(2);
        for (const one of refused) expect(one.reason).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 });
        await expect(editor.previewEditorTemplate({ body: { pages: twoPages } })).resolves.toMatchObject({ pages: 2 });
      });

      test('is replaced by a newer one of the same tab alone', async () => {
        const preview = (tab: string) => editor.previewEditorTemplate({ body: { pages: twoPages, tab } });
        const calls = ['first-tab', 'other-tab', 'first-tab', 'first-tab'].map(preview);
        const outcomes = await Promise.allSettled(calls);
        expect(outcomes.map((one) => (one.status === 'rejected' ? (one.reason as PdfgenError).code : one.value.pages))).toEqual([
          'PREVIEW_REPLACED',
          2,
          'PREVIEW_REPLACED',
          2,
        ]);
        await refuses(preview('a b'), 'INVALID_REQUEST');
      });

      test('that failed does not stand in the way of the next', async () => {
        await refuses(editor.previewEditorTemplate({ body: { pages: [{ body: [{ type: 'x' }] }] } }), 'TEMPLATE_INVALID');
        await expect(editor.previewEditorTemplate({ body: { pages: twoPages } })).resolves.toMatchObject({ pages: 2 });
      });
    });

    test('checks data against the contract', async () => {
      await start();
      expect(await editor.validateEditorData({ body: { data: { name: 'Ada' } } })).toEqual({ valid: true, errors: [] });
      expect(await editor.validateEditorData({ body: { data: {} } })).toMatchObject({
        valid: false,
        errors: [{ path: '/data' }],
      });
    });

    describe('files', () => {
      const picture = (src: string) => [{ body: [{ image: src, width: 5 }] }];

      test('that are uploaded can be named by the pages, shown and rendered', async () => {
        await start();
        const { src, ...rest } = await editor.addEditorAsset({ body: pixel });
        expect(src).toBe(`asset:${pixelEntry.sha256}`);
        expect(rest).toEqual({ bytes: pixel.length, type: 'image/png', width: 1, height: 1 });
        expect((await editor.getEditorTemplate({})).assets).toEqual({ [src]: pixelEntry });
        const got = await editor.getEditorAsset({ params: { sha256: pixelEntry.sha256 } });
        expect(got.contentType).toBe('image/png');
        expect(Buffer.from(got.body)).toEqual(pixel);
        await editor.previewEditorTemplate({ body: { pages: picture(src), options: { strict: true } } });
        await save({ pages: picture(src) });
        const body = { data: { name: 'Ada' }, options: { strict: true } };
        await expect(engine.generateEmbedded({ params: params(), body })).resolves.toMatchObject({ warningCount: 0 });
      });

      test('may be PDFs, whose pages are drawn', async () => {
        await start();
        const { src, type, width } = await editor.addEditorAsset({ body: writePdf(onePage()) });
        expect([type, width]).toEqual(['application/pdf', null]);
        const letterhead = { background: [{ pdf: src }], body: ['x'] };
        await editor.previewEditorTemplate({ body: { pages: [letterhead], options: { strict: true } } });
        const error = await errorOf(save({ pages: [{ ...letterhead, background: [{ pdf: src, page: 2 }] }] }));
        expect(error.errors?.map(({ path }) => path)).toEqual(['/pages/0/background/0/page']);
      });

      test('of the pair stay when it is reset, for pages to come', async () => {
        await start();
        const { src } = await editor.addEditorAsset({ body: pixel });
        await save({ pages: picture(src) });
        const kept = await engine.resetEmbeddedTemplate({ params: params(), body: { keepPages: true } });
        expect(kept.revision).toBe(2);
        const body = { data: { name: 'Ada' }, options: { strict: true } };
        await expect(engine.generateEmbedded({ params: params(), body })).resolves.toMatchObject({ warningCount: 0 });
        await engine.resetEmbeddedTemplate({ params: params() });
        expect((await save({ pages: picture(src) }, '"3"')).revision).toBe(4);
      });

      test('of nobody else can be named or got: neither of the team nor of another pair', async () => {
        await engine.putAsset({ params: { sha256: pixelEntry.sha256 }, body: pixel });
        await start({ assets: {} });
        const otherParams = { baseTemplateUuid: base, externalUuid: otherExternal };
        const other = await opened.openEditor((await engine.openEditorSession({ params: otherParams })).capability);
        const { src } = await other.addEditorAsset({ body: pixel });
        await refuses(editor.getEditorAsset({ params: { sha256: pixelEntry.sha256 } }), 'ASSET_NOT_FOUND');
        const error = await errorOf(save({ pages: picture(src) }));
        expect(error.code).toBe('TEMPLATE_INVALID');
        expect(error.errors?.map((one) => one.path)).toEqual(['/pages/0/body/0/image']);
        expect(await revision()).toBe(1);
      });

      test('of the base are there under their own names', async () => {
        await engine.putAsset({ params: { sha256: pixelEntry.sha256 }, body: pixel });
        await start({ pages: picture('logo.png'), assets: { 'logo.png': pixelEntry } });
        expect((await editor.getEditorTemplate({})).assets).toEqual({ 'logo.png': pixelEntry });
        await expect(editor.getEditorAsset({ params: { sha256: pixelEntry.sha256 } })).resolves.toMatchObject({
          contentType: 'image/png',
        });
        expect((await save({ pages: [...picture('logo.png'), ...picture('logo.png')] })).revision).toBe(2);
      });

      test('of another kind, or broken, are refused', async () => {
        await start();
        await refuses(editor.addEditorAsset({ body: Buffer.from('%PDF-1.7') }), 'ASSET_INVALID');
        await refuses(editor.addEditorAsset({ body: Buffer.from('wOF2'.padEnd(100, '\0')) }), 'ASSET_INVALID');
        await refuses(editor.addEditorAsset({ body: pixel.subarray(0, 30) }), 'ASSET_INVALID');
        expect((await editor.getEditorTemplate({})).assets).toEqual({});
      });
    });

    describe('a capability', () => {
      beforeEach(() => start());

      const opens = (capability: string) => opened.openEditor(capability).then((one) => one.getEditorTemplate({}));

      test('opens nothing when it is forged', async () => {
        const [header, key, iv, text, tag] = session.capability.split('.');
        const forged = [header, key, iv, text, `${tag!.startsWith('A') ? 'B' : 'A'}${tag!.slice(1)}`].join('.');
        await refuses(opens(forged), 'UNAUTHENTICATED');
        await refuses(opens('x'), 'UNAUTHENTICATED');
      });

      test('is over at its own end, though a later call prolonged the session', async () => {
        const short = await engine.openEditorSession({ params: params(), body: { expiresInMinutes: 5 } });
        const day = await engine.openEditorSession({ params: params(), body: { expiresInMinutes: 1440 } });
        await opened.advance(5 * minute);
        await refuses(opens(short.capability), 'CAPABILITY_EXPIRED');
        await expect(opens(session.capability)).resolves.toMatchObject({ revision: 1 });
        await opened.advance(60 * minute);
        await refuses(opens(session.capability), 'CAPABILITY_EXPIRED');
        await expect(opens(day.capability)).resolves.toMatchObject({ revision: 1 });
      });

      test('is over when its session was ended, also for an editor that stands open', async () => {
        await engine.endEditorSession({ params: params() });
        await refuses(opens(session.capability), 'CAPABILITY_EXPIRED');
        await refuses(editor.getEditorTemplate({}), 'CAPABILITY_EXPIRED');
        await refuses(save({ pages: twoPages }), 'CAPABILITY_EXPIRED');
        await engine.openEditorSession({ params: params() });
        await refuses(opens(session.capability), 'CAPABILITY_EXPIRED');
      });

      test('is over when its clone was deleted, and does not open the next clone of the pair', async () => {
        await engine.deleteEmbeddedTemplate({ params: params() });
        await refuses(opens(session.capability), 'EMBEDDED_TEMPLATE_NOT_FOUND');
        await refuses(editor.getEditorTemplate({}), 'EMBEDDED_TEMPLATE_NOT_FOUND');
        await engine.openEditorSession({ params: params() });
        await refuses(opens(session.capability), 'EMBEDDED_TEMPLATE_NOT_FOUND');
        await opened.advance(60 * minute);
        await refuses(opens(session.capability), 'CAPABILITY_EXPIRED');
        await refuses(editor.getEditorTemplate({}), 'CAPABILITY_EXPIRED');
      });
    });
  });
}
