// What the renderer port promises, for every implementation of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JsonText } from '../../src/contract/json-text.ts';
import type { Limits, Renderer, RenderRequest, TemplateSource } from '../../src/renderer/renderer.ts';
import { raises } from '../support/ends.ts';
import { pixel } from '../support/pixel.ts';

/** Times that a busy machine does not reach. A test of a time limit sets its own. */
export const limits: Limits = {
  maxPages: 50,
  maxBoxes: 100_000,
  maxImagePixels: 1_000_000,
  maxImageBytes: 4_000_000,
  maxOutputBytes: 10_000_000,
  validationMs: 60_000,
  renderMs: 60_000,
};

let keys = 0;

export function letter(more: Readonly<Record<string, unknown>> = {}): TemplateSource {
  const document = {
    pages: [{ size: 'A6', body: ['Dear {{ name }}'] }],
    dataSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    document: { filename: 'letter-{{ name }}' },
    ...more,
  };
  return { key: `letter-${keys++}`, slug: 'letter', document, assets: {} };
}

/** A pattern with a look-around runs natively; this one takes exponential time. */
export const endless = () =>
  letter({ dataSchema: { type: 'object', properties: { name: { type: 'string', pattern: '(?=.)^(a+)+$' } } } });
export const endlessData = { name: `${'a'.repeat(60)}!` };

export const request = (template: TemplateSource, data: unknown, options: RenderRequest['options'] = {}): RenderRequest => ({
  template,
  data,
  options,
  limits,
});

/** Runs the suite on an implementation. */
export function rendererSuite(name: string, open: () => Renderer): void {
  describe(`the renderer port: ${name}`, () => {
    let renderer: Renderer;
    beforeAll(() => {
      renderer = open();
    });
    afterAll(() => renderer.close());

    test('the same request gives the same bytes', async () => {
      const template = letter();
      const [one, two] = await Promise.all([
        renderer.render(request(template, { name: 'Ada' })),
        renderer.render(request(template, { name: 'Ada' })),
      ]);
      expect(one).toMatchObject({ pages: 1, filename: 'letter-Ada.pdf', warnings: [], sha256: two.sha256 });
      expect(Buffer.concat(one.body).equals(Buffer.concat(two.body))).toBe(true);
      expect(Buffer.concat(one.body).length).toBe(one.bytes);
    });

    test('data that breaks the contract is refused with every breach', async () => {
      await expect(renderer.render(request(letter(), { name: 5 }))).rejects.toMatchObject({
        name: 'PdfgenError',
        code: 'DATA_INVALID',
        errors: [{ path: '/data/name', keyword: 'type' }],
      });
      await expect(renderer.validate({ template: letter(), data: {}, limits })).rejects.toMatchObject({
        code: 'DATA_INVALID',
        errors: [{ path: '/data', keyword: 'required' }],
      });
    });

    test('an error that lists only some of its breaches says that there are more', async () => {
      const list = { type: 'array', items: { type: 'string' } };
      const template = letter({ dataSchema: { type: 'object', properties: { list } } });
      const refuse = (count: number) => expect(renderer.render(request(template, { list: Array(count).fill(1) }))).rejects;
      await refuse(1000).toMatchObject({ code: 'DATA_INVALID', errors: { length: 1000 }, errorsTruncated: false });
      await refuse(1500).toMatchObject({ code: 'DATA_INVALID', errors: { length: 1000 }, errorsTruncated: true });
    });

    test('the breaches of many items say which item', async () => {
      const { breaches, truncated } = await renderer.validateItems({
        template: letter(),
        items: [{ name: 'a' }, {}, { name: 1 }],
        limits,
      });
      expect(breaches.map(({ path }) => path)).toEqual(['/items/1/data', '/items/2/data/name']);
      expect(truncated).toBe(false);
      const many = await renderer.validateItems({ template: letter(), items: Array(1001).fill({}), limits });
      expect([many.breaches.length, many.truncated]).toEqual([1000, true]);
    });

    test('data as JSON text are the same as their value', async () => {
      const template = letter();
      const [value, text] = await Promise.all([
        renderer.render(request(template, { name: 'Ada' })),
        renderer.render(request(template, new JsonText('{"name":"Ada"}'))),
      ]);
      expect(text.sha256).toBe(value.sha256);
      await expect(renderer.validate({ template, data: new JsonText('{"name":1}'), limits })).rejects.toMatchObject({
        errors: [{ path: '/data/name' }],
      });
      const items = [new JsonText('{"name":"a"}'), {}, new JsonText('{"name":null}')];
      const { breaches } = await renderer.validateItems({ template, items, limits });
      expect(breaches.map(({ path }) => path)).toEqual(['/items/1/data', '/items/2/data/name']);
    });

    test('a template that does not compile is refused with every error', async () => {
      const wrong = letter({ pages: [{ body: ['{{ nam }}', { type: 'txt' }] }] });
      await expect(renderer.render(request(wrong, { name: 'Ada' }))).rejects.toMatchObject({ code: 'TEMPLATE_INVALID' });
      expect((await renderer.lint({ template: wrong })).filter((one) => one.severity === 'error')).toHaveLength(2);
    });

    test('warnings come along, and are an error when strict', async () => {
      const template = letter({ pages: [{ size: 'A6', body: ['\u{10ffff}{{ name }}'] }] });
      expect((await renderer.render(request(template, { name: 'x' }))).warnings).toMatchObject([
        { code: 'missing-glyph', page: 1 },
      ]);
      await expect(renderer.render(request(template, { name: 'x' }, { strict: true }))).rejects.toMatchObject({
        code: 'RENDER_WARNINGS',
        errors: [{ keyword: 'missing-glyph', path: '', params: { component: '/pages/0/body/0', page: 1 } }],
      });
    });

    test('a document over a limit names it', async () => {
      const template = letter({
        pages: [{ size: 'A6', body: [{ repeat: 'list', body: ['x', { pageBreak: true }] }] }],
        dataSchema: true,
      });
      await raises(renderer.render(request(template, { list: Array(100).fill(1) })), 'RENDER_LIMIT', '50');
    });

    test('a render that takes too long is stopped', async () => {
      const template = letter({
        pages: [{ size: 'A6', body: [{ repeat: 'list', body: ['{{ name }}'] }] }],
        dataSchema: true,
      });
      const roomy = { ...limits, maxPages: 1e9, maxBoxes: 1e9, maxOutputBytes: 1e9, renderMs: 200 };
      const endless = { ...request(template, { name: 'Ada', list: Array(1_000_000).fill(1) }), limits: roomy };
      await expect(renderer.render(endless)).rejects.toMatchObject({ code: 'RENDER_TIMEOUT' });
    });

    test('a file is opened to see what it is', async () => {
      expect(await renderer.inspectAsset({ bytes: pixel, limits })).toEqual({ width: 1, height: 1 });
      await expect(renderer.inspectAsset({ bytes: pixel, limits: { ...limits, maxImageBytes: 1 } })).rejects.toMatchObject({
        code: 'RENDER_LIMIT',
      });
      await expect(renderer.inspectAsset({ bytes: pixel.subarray(0, 40), limits })).rejects.toMatchObject({
        code: 'ASSET_INVALID',
      });
    });

    test('the families that text may name are those of the template, the shipped and the standard ones', async () => {
      const template = letter({ fonts: { house: { regular: 'x.ttf' } } });
      const families = await renderer.fontFamilies({ template });
      expect(families).toEqual(expect.arrayContaining(['house', 'noto-sans', 'helvetica']));
    });
  });
}
