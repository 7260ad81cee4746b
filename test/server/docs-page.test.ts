import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDocsPage } from '../../src/server/docs-page.ts';
import { createOpenApi } from '../../src/server/openapi.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

let server: OpenedServer;
let answer: Response;
let page: string;

beforeAll(async () => {
  server = await openServer({ worker: false });
  answer = await fetch(`${server.url}/docs`);
  page = await answer.text();
});
afterAll(() => server.close());

test('the document is served without a token, and says who answers', async () => {
  const document = await fetch(`${server.url}/openapi.json`);
  expect(document.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await document.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'pdfgen' } });
});

test.each(['/openapi.json', '/docs', '/docs/docs.js'])('%s is not sent again to who has it', async (path) => {
  const first = await fetch(server.url + path);
  const tag = first.headers.get('etag')!;
  expect(tag).toBe(
    `"${createHash('sha256')
      .update(Buffer.from(await first.arrayBuffer()))
      .digest('hex')}"`,
  );
  const again = await fetch(server.url + path, { headers: { 'if-none-match': `"other", W/${tag}` } });
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
  const changed = await fetch(server.url + path, { headers: { 'if-none-match': '"other"' } });
  expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, Number(first.headers.get('content-length'))]);
  const head = await fetch(server.url + path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, first.headers.get('content-length')]);
});

test('the page shows every operation with its address', async () => {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const { paths } = createOpenApi({ name: 'pdfgen', version: '1.2.3' });
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods)) {
      expect(page).toContain(`<article id="${operationId}" data-call="${operationId} ${method.toUpperCase()} ${path}">`);
      expect(page).toContain(`>${method.toUpperCase()} ${path}<`);
    }
});

test('its policy allows its one style and the script of the server, and nothing else', () => {
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!;
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; script-src 'self'; ` +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(page.match(/<script[^>]*>.?/g)).toEqual(['<script type="module" src="docs/docs.js"><']);
  expect(page).not.toMatch(/\s(?:style|on\w+)=/);
});

test('its script is a file of the server, and makes no markup of text', async () => {
  const script = await fetch(`${server.url}/docs/docs.js`);
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(await script.text()).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|Storage|cookie/);
});

test('every link within the page has its target', () => {
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  expect(targets.length).toBeGreaterThan(30);
  for (const id of targets) expect(page).toContain(`id="${id}"`);
});

test('what the document says cannot become markup', () => {
  const shown = createDocsPage(createOpenApi({ name: '<img src=x>', version: '1' }));
  expect(shown).not.toContain('<img');
  expect(shown).toContain('&lt;img src=x&gt;');
});
