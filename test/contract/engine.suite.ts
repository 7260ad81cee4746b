// What the engine interface promises, for every implementation of it.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AssetEntry, Engine, TemplateInput } from '../../src/contract/engine.ts';
import type { ErrorCode, PdfgenError } from '../../src/contract/errors.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { raises } from '../support/ends.ts';
import { pixel } from '../support/pixel.ts';

export interface OpenedEngine {
  readonly engine: Engine;
  close(): Promise<void>;
}

/** A letter to somebody. */
export function letter(slug: string, more: Readonly<Record<string, unknown>> = {}): TemplateInput {
  return {
    slug,
    name: `Letter ${slug}`,
    pages: [{ size: 'A6', body: ['Dear {{ name }}'] }],
    dataSchema: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: { type: 'string' } } },
    exampleData: { name: 'Ada' },
    ...more,
  };
}

const unknownUuid = '0190a1b2-0000-7000-8000-000000000000';
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Runs the suite on an implementation; `open` gives an engine without templates. */
export function engineSuite(name: string, open: () => Promise<OpenedEngine>): void {
  describe(`the engine interface: ${name}`, () => {
    let engine: Engine;
    let close: () => Promise<void>;
    beforeEach(async () => {
      const opened = await open();
      engine = opened.engine;
      close = () => opened.close();
    });
    afterEach(() => close());

    const create = (body: TemplateInput) => engine.createTemplate({ body });
    const refuses = (call: Promise<unknown>, code: ErrorCode) =>
      expect(call).rejects.toMatchObject({ name: 'PdfgenError', code });

    describe('templates', () => {
      test('a created template is answered as it was sent, as version 1', async () => {
        const sent = letter('letter', { tags: ['post'], description: 'To somebody' });
        const created = await create(sent);
        expect(created).toMatchObject({ ...sent, version: 1, assets: {} });
        expect(await engine.getTemplate({ params: { uuid: created.uuid } })).toEqual(created);
      });

      test('a uuid that comes along is kept, in lower case', async () => {
        const { uuid } = await create(letter('letter', { uuid: unknownUuid.toUpperCase() }));
        expect(uuid).toBe(unknownUuid);
        await expect(engine.getTemplate({ params: { uuid: uuid.toUpperCase() } })).resolves.toMatchObject({ slug: 'letter' });
      });

      test('a uuid or slug that is taken is refused', async () => {
        const { uuid } = await create(letter('letter'));
        await refuses(create(letter('other', { uuid })), 'TEMPLATE_EXISTS');
        await refuses(create(letter('letter')), 'SLUG_TAKEN');
      });

      test('an invalid UUID and an unknown UUID have different errors', async () => {
        await refuses(engine.getTemplate({ params: { uuid: 'letter' } }), 'INVALID_UUID');
        await refuses(engine.getTemplate({ params: { uuid: unknownUuid } }), 'TEMPLATE_NOT_FOUND');
        await refuses(engine.deleteTemplate({ params: { uuid: unknownUuid } }), 'TEMPLATE_NOT_FOUND');
      });

      test('a malformed request lists every breach with its pointer', async () => {
        const call = engine.createTemplate({ body: { slug: '../x', pages: {}, dataSchema: true } as never });
        await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
        const { errors } = (await call.catch((error: unknown) => error)) as { errors: { path: string }[] };
        expect(errors.map((one) => one.path).sort()).toEqual(['', '/pages', '/slug']);
      });

      test('a template that does not compile is refused with every error and its pointer, and not stored', async () => {
        const wrong = letter('wrong', { pages: [{ body: ['{{ nam }}', { type: 'txt' }] }] });
        const error = (await create(wrong).catch((one: unknown) => one)) as { code: string; errors: { path: string }[] };
        expect(error.code).toBe('TEMPLATE_INVALID');
        expect(error.errors.map((one) => one.path)).toEqual(['/pages/0/body/0', '/pages/0/body/1/type']);
        expect((await engine.listTemplates({})).items).toEqual([]);
      });

      test('an unknown member of a template is an error with its place', async () => {
        await expect(create(letter('letter', { colour: 'red' }))).rejects.toMatchObject({
          code: 'TEMPLATE_INVALID',
          errors: [{ path: '/colour' }],
        });
      });

      test('a template from an answer can be changed and sent back', async () => {
        const got = await create(letter('letter'));
        const changed = await engine.replaceTemplate({ params: { uuid: got.uuid }, body: { ...got, name: 'Changed' } });
        expect(changed).toMatchObject({ name: 'Changed', version: 2, createdAt: got.createdAt });
      });

      test('a template is not replaced by one of another UUID', async () => {
        const { uuid } = await create(letter('letter'));
        await refuses(
          engine.replaceTemplate({ params: { uuid }, body: letter('letter', { uuid: unknownUuid }) }),
          'INVALID_REQUEST',
        );
      });

      test('only content that differs makes a version', async () => {
        const { uuid } = await create(letter('letter'));
        const { slug, name, ...rest } = letter('letter');
        const same = await engine.replaceTemplate({ params: { uuid }, body: { ...rest, name, slug } as TemplateInput });
        expect(same.version).toBe(1);
        const next = await engine.replaceTemplate({ params: { uuid }, body: letter('letter', { unit: 'pt' }) });
        expect(next.version).toBe(2);
        const back = await engine.replaceTemplate({ params: { uuid }, body: letter('letter') });
        expect(back.version).toBe(3);
      });

      test('If-Match holds a change back when the template has moved on', async () => {
        const { uuid } = await create(letter('letter'));
        const replace = (unit: string, tag: string) =>
          engine.replaceTemplate({ params: { uuid }, headers: { 'if-match': tag }, body: letter('letter', { unit }) });
        await expect(replace('pt', '"1"')).resolves.toMatchObject({ version: 2 });
        await refuses(replace('cm', '"1"'), 'REVISION_CONFLICT');
        await refuses(replace('cm', 'W/"2"'), 'REVISION_CONFLICT');
        await refuses(replace('cm', '2'), 'INVALID_REQUEST');
        await refuses(engine.deleteTemplate({ params: { uuid }, headers: { 'if-match': '"1"' } }), 'REVISION_CONFLICT');
        await expect(replace('cm', '*')).resolves.toMatchObject({ version: 3 });
      });

      test('a template can take another slug, but not one that is taken', async () => {
        const { uuid } = await create(letter('letter'));
        await create(letter('other'));
        await refuses(engine.replaceTemplate({ params: { uuid }, body: letter('other') }), 'SLUG_TAKEN');
        const moved = await engine.replaceTemplate({ params: { uuid }, body: letter('moved', { name: 'Letter letter' }) });
        expect(moved).toMatchObject({ uuid, slug: 'moved', version: 1 });
        expect((await engine.listTemplates({ query: { slug: 'letter' } })).items).toEqual([]);
      });

      test('a uuid made again after it was deleted continues its numbers', async () => {
        const { uuid } = await create(letter('letter'));
        await engine.replaceTemplate({ params: { uuid }, body: letter('letter', { unit: 'pt' }) });
        await engine.deleteTemplate({ params: { uuid } });
        await refuses(engine.getTemplate({ params: { uuid } }), 'TEMPLATE_NOT_FOUND');
        expect((await create(letter('letter', { uuid }))).version).toBe(3);
        expect((await engine.listTemplateVersions({ params: { uuid } })).items.map((one) => one.version)).toEqual([3]);
      });
    });

    describe('lists', () => {
      test('templates come newest first, page by page, each once', async () => {
        for (const slug of ['a', 'b', 'c', 'd', 'e']) await create(letter(slug));
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await engine.listTemplates({ query: { limit: 2, ...(cursor !== undefined && { cursor }) } });
          expect(page.items.length).toBeLessThanOrEqual(2);
          seen.push(...page.items.map((one) => one.slug));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual(['e', 'd', 'c', 'b', 'a']);
      });

      test('a list can be narrowed by text, slug and tag', async () => {
        await create(letter('invoice', { tags: ['money'], description: 'Quarterly' }));
        await create(letter('card'));
        const slugs = async (query: Record<string, string>) =>
          (await engine.listTemplates({ query })).items.map((one) => one.slug);
        expect(await slugs({ q: 'QUARTER' })).toEqual(['invoice']);
        expect(await slugs({ slug: 'card' })).toEqual(['card']);
        expect(await slugs({ tag: 'money' })).toEqual(['invoice']);
        expect(await slugs({ tag: 'none' })).toEqual([]);
      });

      test('a list says what a template is without its pages', async () => {
        await create(letter('letter'));
        const [item] = (await engine.listTemplates({})).items;
        const names = 'createdAt description name pageCount slug tags updatedAt uuid version';
        expect(Object.keys(item!).sort().join(' ')).toBe(names);
      });

      test.each([{ name: 'a\u0000' }, { description: 'a\ud800' }, { tags: ['a', '\u0000'] }])(
        'texts that not every store holds are refused: %j',
        async (texts) => {
          await refuses(create({ ...letter('a'), ...texts }), 'INVALID_REQUEST');
        },
      );

      test('a cursor of another list, or no cursor at all, is refused', async () => {
        for (const slug of ['a', 'b']) await create(letter(slug));
        const { nextCursor } = await engine.listTemplates({ query: { limit: 1 } });
        await refuses(engine.listTemplates({ query: { limit: 1, q: 'a', cursor: nextCursor! } }), 'INVALID_REQUEST');
        await refuses(engine.listTemplates({ query: { cursor: 'x' } }), 'INVALID_REQUEST');
        const [hash, createdAt, uuid] = JSON.parse(Buffer.from(nextCursor!, 'base64url').toString()) as string[];
        for (const key of [
          [createdAt, 'x'],
          ['x', uuid],
        ]) {
          const cursor = Buffer.from(JSON.stringify([hash, ...key])).toString('base64url');
          await refuses(engine.listTemplates({ query: { limit: 1, cursor } }), 'INVALID_REQUEST');
        }
        await refuses(engine.listTemplates({ query: { limit: 0 } }), 'INVALID_REQUEST');
        await refuses(engine.listTemplates({ query: { sort: 'name' } as never }), 'INVALID_REQUEST');
      });

      test('versions come newest first and keep what they recorded', async () => {
        const { uuid } = await create(letter('letter'));
        for (const unit of ['pt', 'cm']) await engine.replaceTemplate({ params: { uuid }, body: letter('letter', { unit }) });
        const first = await engine.listTemplateVersions({ params: { uuid }, query: { limit: 2 } });
        expect(first.items.map((one) => one.version)).toEqual([3, 2]);
        const rest = await engine.listTemplateVersions({ params: { uuid }, query: { limit: 2, cursor: first.nextCursor! } });
        expect(rest).toMatchObject({ items: [{ version: 1 }], nextCursor: null });
        await expect(engine.getTemplateVersion({ params: { uuid, version: 2 } })).resolves.toMatchObject({
          version: 2,
          unit: 'pt',
        });
        for (const version of [9, 2 ** 31])
          await refuses(engine.getTemplateVersion({ params: { uuid, version } }), 'TEMPLATE_NOT_FOUND');
      });
    });

    describe('assets', () => {
      const withPixel = (sha256: string) =>
        letter('letter', {
          assets: { 'logo.png': { sha256, bytes: pixel.length, type: 'image/png' } },
          pages: [{ size: 'A6', body: [{ image: 'logo.png', height: 5 }] }],
        });

      test('a template names bytes that were stored before', async () => {
        const sha256 = sha256Of(pixel);
        await expect(create(withPixel(sha256))).rejects.toMatchObject({
          code: 'TEMPLATE_INVALID',
          errors: [{ path: '/assets/logo.png' }],
        });
        expect(await engine.putAsset({ params: { sha256 }, body: pixel })).toEqual({
          sha256,
          bytes: pixel.length,
          type: 'image/png',
        });
        const { assets } = await create(withPixel(sha256));
        expect(assets).toEqual({ 'logo.png': { sha256, bytes: pixel.length, type: 'image/png' } });
        const got = await engine.getAsset({ params: { sha256 } });
        expect({ type: got.contentType, same: Buffer.from(got.body).equals(pixel) }).toEqual({ type: 'image/png', same: true });
      });

      test('files for attachments are stored, and attached', async () => {
        const assets: Record<string, AssetEntry> = {};
        for (const [name, body] of [
          ['terms.pdf', Buffer.from('%PDF-1.7\n\xe2\xe3', 'latin1')],
          ['sums.csv', Buffer.from('a;b\r\n1;2\r\n')],
          ['order.xml', Buffer.from('<?xml version="1.0"?>\n<order/>')],
          ['page.html', Buffer.from('<script>alert(1)</script>')],
        ] as const)
          assets[name] = await engine.putAsset({ params: { sha256: sha256Of(body) }, body });
        expect(Object.values(assets).map(({ type }) => type)).toEqual(['application/pdf', ...Array(3).fill('text/plain')]);
        const attachments = Object.keys(assets).map((asset) => ({ asset }));
        const { uuid } = await create(letter('letter', { assets, document: { attachments } }));
        const { body } = await engine.generateSingle({ params: { uuid }, body: { data: { name: 'Ada' } } });
        const { attachments: attached } = await inspectPdf(Buffer.concat(body));
        expect(attached.map(({ name }) => name).sort()).toEqual(['order.xml', 'page.html', 'sums.csv', 'terms.pdf']);
      });

      test('bytes under another hash, of no known kind, or unknown are refused', async () => {
        await refuses(engine.putAsset({ params: { sha256: '0'.repeat(64) }, body: pixel }), 'ASSET_INVALID');
        const program = Buffer.from('\x7fELF\x02\x01');
        await refuses(engine.putAsset({ params: { sha256: sha256Of(program) }, body: program }), 'ASSET_INVALID');
        for (const [signature, advice] of [
          ['wOF2', /^The font .*(?:damaged|cut)/],
          ['II*\0', /TIFF.*Convert it to PNG or JPEG/],
        ] as const) {
          const body = Buffer.from(signature.padEnd(100, '\0'));
          await raises(engine.putAsset({ params: { sha256: sha256Of(body) }, body }), 'ASSET_INVALID', advice);
        }
        await refuses(engine.getAsset({ params: { sha256: '0'.repeat(64) } }), 'ASSET_NOT_FOUND');
        await refuses(engine.getAsset({ params: { sha256: '../x' } }), 'INVALID_REQUEST');
      });

      test('a name that leaves the folder is refused', async () => {
        const sha256 = sha256Of(pixel);
        await engine.putAsset({ params: { sha256 }, body: pixel });
        const entry = { sha256, bytes: pixel.length, type: 'image/png' };
        for (const name of ['../logo.png', '/logo.png', 'a/../../b.png', 'a\\b.png', '']) {
          await refuses(create(letter('letter', { assets: { [name]: entry } })), 'TEMPLATE_INVALID');
        }
      });
    });

    describe('documents', () => {
      const textOf = (pdf: { body: readonly Uint8Array[] }) => Buffer.concat(pdf.body);

      test('a document is a PDF with its hash, pages and version', async () => {
        const { uuid } = await create(letter('letter'));
        const pdf = await engine.generateSingle({ params: { uuid }, body: { data: { name: 'Ada' } } });
        const bytes = textOf(pdf);
        expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
        expect(pdf).toMatchObject({
          pages: 1,
          bytes: bytes.length,
          sha256: sha256Of(bytes),
          templateVersion: 1,
          filename: 'letter.pdf',
          warnings: [],
        });
      });

      test('an earlier version renders as it was', async () => {
        const { uuid } = await create(letter('letter'));
        const generate = (templateVersion?: number) =>
          engine.generateSingle({
            params: { uuid },
            body: { data: { name: 'Ada' }, ...(templateVersion !== undefined && { templateVersion }) },
          });
        const before = await generate();
        await engine.replaceTemplate({
          params: { uuid },
          body: letter('letter', { pages: [{ size: 'A5', body: ['Dear {{ name }}'] }] }),
        });
        expect(await generate()).toMatchObject({ templateVersion: 2 });
        expect(await generate(1)).toMatchObject({ templateVersion: 1, sha256: before.sha256 });
        for (const version of [9, 2 ** 31]) await refuses(generate(version), 'TEMPLATE_NOT_FOUND');
      });

      test('data that breaks the contract makes no document', async () => {
        const { uuid } = await create(letter('letter'));
        await expect(engine.generateSingle({ params: { uuid }, body: { data: { nam: 1 } } })).rejects.toMatchObject({
          code: 'DATA_INVALID',
          errors: [{ keyword: 'required' }, { keyword: 'additionalProperties' }],
        });
        await refuses(engine.generateSingle({ params: { uuid }, body: { data: [] } as never }), 'INVALID_REQUEST');
        for (const [encryption, message] of [
          [{ userPassword: 4711 }, '/options/encryption/userPassword must be a string'],
          ['4711', '/options/encryption must be an object'],
          [
            { userPassword: '4711', permissions: ['copy', 'print', 'copy'] },
            '/options/encryption/permissions must have no equal items; items 0 and 2 are equal',
          ],
        ]) {
          const call = engine.generateSingle({ params: { uuid }, body: { data: {}, options: { encryption } } as never });
          const { code, message: told, errors } = (await call.catch((error: unknown) => error)) as PdfgenError;
          expect([code, told]).toEqual(['INVALID_REQUEST', message]);
          expect(JSON.stringify(errors)).not.toContain('4711'); // a message that repeats a password brings it into logs
        }
        // The second is a day that no calendar has, which would become 2 March.
        for (const date of ['today', '2026-02-30T00:00:00Z', '2027-02-29T23:30:00-05:00']) {
          await refuses(engine.generateSingle({ params: { uuid }, body: { data: {}, options: { date } } }), 'INVALID_REQUEST');
        }
        await refuses(engine.generateSingle({ params: { uuid: unknownUuid }, body: { data: {} } }), 'TEMPLATE_NOT_FOUND');
      });

      test('the XML of an invoice comes with its profile, and a broken invoice with the place of each fault', async () => {
        const invoice = {
          ...{ profile: 'MINIMUM', 'BT-1': '17', 'BT-2': '{{ name }}', 'BT-3': '380', 'BT-5': 'EUR' },
          ...{ 'BG-4': { 'BT-27': 'S', 'BT-31': 'DE123456789', 'BG-5': { 'BT-40': 'DE' } }, 'BG-7': { 'BT-44': 'B' } },
          'BG-22': { 'BT-109': '10', 'BT-110': '1.9', 'BT-112': '11.9', 'BT-115': '11.9' },
        };
        const { uuid } = await create(letter('letter', { invoice }));
        const write = (name: string) => engine.generateInvoice({ params: { uuid }, body: { data: { name } } });
        const { xml, ...facts } = await write('2026-04-17');
        expect(xml).toContain('<ram:ID>urn:factur-x.eu:1p0:minimum</ram:ID>');
        expect(facts).toEqual({ profile: 'MINIMUM', filename: 'letter.xml', warnings: [], templateVersion: 1 });
        await expect(write('soon')).rejects.toMatchObject({
          code: 'INVOICE_INVALID',
          errors: expect.arrayContaining([expect.objectContaining({ path: '/data/name', keyword: 'wrong-type' })]),
        });
        const { uuid: plain } = await create(letter('plain'));
        await refuses(engine.generateInvoice({ params: { uuid: plain }, body: { data: { name: 'Ada' } } }), 'TEMPLATE_INVALID');
        await refuses(engine.generateInvoice({ params: { uuid: unknownUuid }, body: { data: {} } }), 'TEMPLATE_NOT_FOUND');
      });

      test('validation says what generation would, with pointers into the body', async () => {
        const { uuid } = await create(letter('letter'));
        const validate = (data: Record<string, unknown>) => engine.validateTemplateData({ params: { uuid }, body: { data } });
        expect(await validate({ name: 'Ada' })).toEqual({ valid: true, errors: [] });
        expect(await validate({ name: 1 })).toMatchObject({ valid: false, errors: [{ path: '/data/name', keyword: 'type' }] });
      });
    });
  });
}
