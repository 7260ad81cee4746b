// What the editor may do with drafts and earlier revisions, for every implementation.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EditorEngine, Engine, TemplateInput } from '../../src/contract/engine.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { pixel } from '../support/pixel.ts';
import type { OpenedEditor } from './embedded.suite.ts';
import { letter } from './engine.suite.ts';

const externalUuid = '0190a1b2-0000-7000-8000-00000000e003';
const day = 24 * 3_600_000;
const [one, two, three] = ['One', 'Two', 'Three'].map((word) => [{ size: 'A6', body: [`${word} {{ name }}`] }]) as [
  object[],
  object[],
  object[],
];
const textOf = (pages: unknown) => JSON.stringify(pages, null, 1);

const refuses = (call: Promise<unknown>, code: ErrorCode) => expect(call).rejects.toMatchObject({ name: 'PdfgenError', code });

/** Runs the suite; `open` gives an engine without templates, and a way to open an editor by a capability. */
export function editorDraftsSuite(name: string, open: () => Promise<OpenedEditor>): void {
  describe(`drafts of the editor: ${name}`, () => {
    let opened: OpenedEditor;
    let engine: Engine;
    let base: string;
    let editor: EditorEngine;
    const params = () => ({ baseTemplateUuid: base, externalUuid });
    const enter = async () => {
      const body = { expiresInMinutes: 1440 };
      return opened.openEditor((await engine.openEditorSession({ params: params(), body })).capability);
    };
    beforeEach(async () => {
      opened = await open();
      engine = opened.engine;
      base = (await engine.createTemplate({ body: letter('letter') })).uuid;
      editor = await enter();
    });
    afterEach(() => opened.close());

    const first = (pages: string, revision = 1, by = editor) =>
      by.saveEditorDraft({ headers: { 'if-none-match': '*' }, body: { pages, revision } });
    const over = (draft: number | string, pages: string, revision = 1, by = editor) =>
      by.saveEditorDraft({
        headers: { 'if-match': typeof draft === 'number' ? `"${draft}"` : draft },
        body: { pages, revision },
      });
    const drop = (draft: number) => editor.deleteEditorDraft({ headers: { 'if-match': `"${draft}"` } });
    const save = (pages: object[], revision: number, draft?: number) =>
      editor.saveEditorTemplate({ headers: { 'if-match': `"${revision}"` }, body: { pages, ...(draft && { draft }) } } as never);
    const document = async () =>
      Buffer.concat([...(await engine.generateEmbedded({ params: params(), body: { data: { name: 'Ada' } } })).body]);

    test('a draft is kept as it is written, and comes back to whoever opens the editor', async () => {
      await refuses(editor.getEditorDraft({}), 'DRAFT_NOT_FOUND');
      const pages = '[ { "body": "{{ nothing }}", "body": 1.50 } ] // to do';
      const savedAt = new Date(opened.now()).toISOString();
      expect(await first(pages)).toEqual({ draft: 1, revision: 1, savedAt });
      expect(await (await enter()).getEditorDraft({})).toEqual({ draft: 1, revision: 1, savedAt, pages });
      await drop(1);
      await refuses(editor.getEditorDraft({}), 'DRAFT_NOT_FOUND');
    });

    test('no document is made of a draft', async () => {
      const before = await document();
      const template = await editor.getEditorTemplate({});
      await first(textOf(two));
      expect((await document()).equals(before)).toBe(true);
      expect(await editor.getEditorTemplate({})).toEqual({ ...template, draft: 1 });
      expect(await engine.getEmbeddedTemplate({ params: params() })).toMatchObject({ revision: 1 });
    });

    test('a write says what it overwrites, in one way', async () => {
      const body = { pages: '', revision: 1 };
      await refuses(editor.saveEditorDraft({ body }), 'PRECONDITION_REQUIRED');
      await refuses(editor.deleteEditorDraft({}), 'PRECONDITION_REQUIRED');
      await refuses(editor.saveEditorDraft({ headers: { 'if-none-match': '"1"' as '*' }, body }), 'INVALID_REQUEST');
      await refuses(editor.saveEditorDraft({ headers: { 'if-none-match': '*', 'if-match': '*' }, body }), 'INVALID_REQUEST');
      await refuses(over('1', ''), 'INVALID_REQUEST');
      await refuses(over(1, ''), 'REVISION_CONFLICT');
      await refuses(drop(1), 'DRAFT_NOT_FOUND');
      await first('a');
      await refuses(first('b'), 'REVISION_CONFLICT');
      await refuses(over('W/"1"', 'b'), 'REVISION_CONFLICT');
      await refuses(drop(2), 'REVISION_CONFLICT');
      expect(await over(' "1" , "9" ', 'c')).toMatchObject({ draft: 2 });
      expect(await over('*', 'd')).toMatchObject({ draft: 3 });
      expect(await editor.getEditorDraft({})).toMatchObject({ pages: 'd' });
    });

    test('only text comes in, of a revision that was', async () => {
      for (const body of [
        { pages: two, revision: 1 },
        { pages: '\0', revision: 1 },
        { pages: '\ud800', revision: 1 },
        { pages: '' },
        { pages: '', revision: 0 },
        { pages: '', revision: 1.5 },
        { pages: '', revision: 2 },
        { pages: '', revision: 1, more: 1 },
      ])
        await refuses(editor.saveEditorDraft({ headers: { 'if-none-match': '*' }, body } as never), 'INVALID_REQUEST');
      await refuses(editor.getEditorDraft({}), 'DRAFT_NOT_FOUND');
    });

    test('text with too many values is refused, nested or flat; one long text is a single value', async () => {
      for (const pages of [`[${'0,'.repeat(20_000)}0]`, '['.repeat(20_001), '{"a":'.repeat(20_001)])
        await refuses(first(pages), 'PAYLOAD_TOO_LARGE');
      expect(await first(`["${'x'.repeat(1_000_000)}", ${'['.repeat(19_000)}`)).toMatchObject({ draft: 1 });
    });

    describe('a save', () => {
      test('ends the draft that its pages come from, also if they are equal to what is saved', async () => {
        await first(textOf(two));
        expect(await save(two, 1, 1)).toMatchObject({ revision: 2 });
        await refuses(editor.getEditorDraft({}), 'DRAFT_NOT_FOUND');
        await first(textOf(two), 2);
        expect(await save(two, 2, 2)).toMatchObject({ revision: 2 });
        await refuses(editor.getEditorDraft({}), 'DRAFT_NOT_FOUND');
        // Sent again, because its answer was lost.
        expect(await save(two, 2, 2)).toMatchObject({ revision: 2 });
      });

      test('leaves what somebody has written since, and the next save of it is a conflict', async () => {
        const other = await enter();
        await first(textOf(two));
        await over(1, textOf(three), 1, other);
        expect(await save(two, 1, 1)).toMatchObject({ revision: 2 });
        expect(await other.getEditorDraft({})).toMatchObject({ draft: 2, revision: 1, pages: textOf(three) });
        await refuses(save(three, 1, 2), 'REVISION_CONFLICT');
        expect(await editor.getEditorDraft({})).toMatchObject({ draft: 2 });
        // Equal pages end no draft that was written since either.
        expect(await save(two, 2, 1)).toMatchObject({ revision: 2 });
        expect(await editor.getEditorDraft({})).toMatchObject({ draft: 2 });
      });

      test('that fails ends nothing', async () => {
        await first('x');
        await refuses(save([{ body: ['{{ nothing }}'] }], 1, 1), 'TEMPLATE_INVALID');
        await refuses(save(two, 7, 1), 'REVISION_CONFLICT');
        expect(await editor.getEditorDraft({})).toMatchObject({ draft: 1 });
      });
    });

    describe('a reset', () => {
      const reset = (keepPages = false) => engine.resetEmbeddedTemplate({ params: params(), body: { keepPages } });

      test('ends the draft, and an open editor learns it', async () => {
        await save(two, 1);
        await first('a', 2);
        await reset();
        await refuses(over(1, 'b', 2), 'DRAFT_ENDED');
        await refuses(first('b', 2), 'DRAFT_ENDED');
        await refuses(editor.getEditorDraft({}), 'DRAFT_NOT_FOUND');
        expect(await first('b', 3)).toMatchObject({ draft: 2 });
      });

      test('ends the draft of a layout that is that of the base already', async () => {
        await first('a');
        expect(await reset()).toMatchObject({ revision: 2 });
        await refuses(over(1, 'b', 1), 'DRAFT_ENDED');
        // Without a draft there is nothing to tell.
        expect(await reset()).toMatchObject({ revision: 2 });
      });

      test('that keeps the pages keeps the draft', async () => {
        await first('a');
        expect(await reset(true)).toMatchObject({ revision: 1 });
        const body = letter('letter', { styles: { base: { size: 12 } } }) as TemplateInput;
        await engine.replaceTemplate({ params: { uuid: base }, body });
        expect(await reset(true)).toMatchObject({ revision: 2 });
        expect(await over(1, 'b', 1)).toMatchObject({ draft: 2 });
      });
    });

    test('the deletion of the embedded template ends the draft and says so, and the next one begins without', async () => {
      await first('a');
      await engine.deleteEmbeddedTemplate({ params: params() });
      await refuses(over(1, 'b'), 'EMBEDDED_TEMPLATE_NOT_FOUND');
      await expect(editor.getEditorDraft({})).rejects.toThrow('was deleted, and its draft with it');
      const next = await enter();
      await refuses(over(1, 'b'), 'EMBEDDED_TEMPLATE_NOT_FOUND');
      await refuses(next.getEditorDraft({}), 'DRAFT_NOT_FOUND');
      expect(await first('c', 1, next)).toMatchObject({ draft: 1 });
    });

    test('the editor of another pair sees nothing of it', async () => {
      await first('a');
      const session = await engine.openEditorSession({ params: { ...params(), externalUuid: base } });
      const elsewhere = await opened.openEditor(session.capability);
      await refuses(elsewhere.getEditorDraft({}), 'DRAFT_NOT_FOUND');
      await refuses(elsewhere.deleteEditorDraft({ headers: { 'if-match': '*' } }), 'DRAFT_NOT_FOUND');
      await first('b', 1, elsewhere);
      expect(await editor.getEditorDraft({})).toMatchObject({ pages: 'a' });
      expect((await elsewhere.listEditorRevisions({})).items).toHaveLength(1);
    });

    test('an expired capability neither reads nor writes it, and the next one goes on with it', async () => {
      await first('a');
      await opened.advance(day);
      for (const call of [editor.getEditorDraft({}), over(1, 'b'), drop(1), editor.listEditorRevisions({})])
        await refuses(call, 'CAPABILITY_EXPIRED');
      expect(await over(1, 'b', 1, await enter())).toMatchObject({ draft: 2 });
    });

    test('a picture of a draft can be shown', async () => {
      const { src } = await editor.addEditorAsset({ body: pixel });
      await first(textOf([{ body: [{ image: src, width: 10 }] }]));
      const sha256 = createHash('sha256').update(pixel).digest('hex');
      expect(await editor.getEditorAsset({ params: { sha256 } })).toMatchObject({ contentType: 'image/png' });
    });

    describe('earlier revisions', () => {
      test('are listed with the session that saved them, and can be taken back', async () => {
        const { sessionUuid } = await engine.openEditorSession({ params: params() });
        const original = (await editor.getEditorTemplate({})).pages;
        await save(one, 1);
        await opened.advance(5);
        await save(two, 2);
        const { items } = await editor.listEditorRevisions({});
        expect(items.map((item) => [item.revision, item.sessionUuid])).toEqual([
          [3, sessionUuid],
          [2, sessionUuid],
          [1, null],
        ]);
        expect(items[0]).toMatchObject({ savedAt: new Date(opened.now()).toISOString(), baseTemplateVersion: 1 });
        expect(items[0]!.bytes).toBeGreaterThan(JSON.stringify(two).length);
        const earlier = await editor.getEditorRevision({ params: { revision: 2 } });
        expect(earlier).toEqual({ ...items[1], pages: one });
        expect((await editor.getEditorRevision({ params: { revision: 1 } })).pages).toEqual(original);
        expect(await save(one, 3)).toMatchObject({ revision: 4, pages: one });
      });

      test('that never were, or are no number, are refused', async () => {
        await refuses(editor.getEditorRevision({ params: { revision: 2 } }), 'REVISION_NOT_FOUND');
        await refuses(editor.getEditorRevision({ params: { revision: 0 } }), 'INVALID_REQUEST');
        await refuses(editor.getEditorRevision({ params: { revision: 'one' } as never }), 'INVALID_REQUEST');
      });

      test('are the last 20', async () => {
        for (let revision = 1; revision <= 22; revision++) await save(revision % 2 ? one : two, revision);
        const listed = (await editor.listEditorRevisions({})).items.map(({ revision }) => revision);
        expect(listed).toEqual(Array.from({ length: 21 }, (_, i) => 23 - i));
        await refuses(editor.getEditorRevision({ params: { revision: 2 } }), 'REVISION_NOT_FOUND');
      });
    });
  });
}
