import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { EditorOutput } from '../../src/contract/engine.ts';
import { openBrowserFile } from '../../src/files/browser-files.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';
import { createServer } from '../../src/server/create-server.ts';
import { letter } from '../contract/engine.suite.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

const base = '0190a0a0-0000-7000-8000-000000000001';
const host = 'https://host.example';
let server: OpenedServer;

beforeAll(async () => {
  server = await openServer({ worker: false });
  await server.allowOrigins('default', [host]);
  await server.engine.createTemplate({ body: letter('note', { uuid: base, name: 'Note' }) });
});
afterAll(() => server.close());

const openSession = (last: string, hostOrigin?: string) =>
  server.engine.openEditorSession({
    params: { baseTemplateUuid: base, externalUuid: `7b1f6c1e-52a1-4a55-9f0b-3c1d2e4f5a0${last}` },
    body: { ...(hostOrigin && { hostOrigin }) },
  });

const enter = (capability: string) =>
  fetch(`${server.url}/editor`, { method: 'POST', body: new URLSearchParams({ capability }) });

const policyOf = (answer: Response): string => answer.headers.get('content-security-policy')!;

describe('the shell', () => {
  test('may be framed, and names no origin of a team', async () => {
    const answer = await fetch(`${server.url}/editor`);
    expect(answer.status).toBe(200);
    expect(policyOf(answer)).not.toContain('frame-ancestors');
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(policyOf(answer) + (await answer.text())).not.toContain('host.example');
  });

  test('has no script or style in the page, which its policy would refuse', async () => {
    for (const answer of [await fetch(`${server.url}/editor`), await enter((await openSession('1')).capability)]) {
      expect(policyOf(answer)).not.toContain('unsafe');
      expect(await answer.text()).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    }
  });

  test('names files that are served with their types', async () => {
    const pages = [await fetch(`${server.url}/editor`), await enter((await openSession('1')).capability)];
    const text = (await Promise.all(pages.map((page) => page.text()))).join('');
    const files = new Set([...text.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, file]) => file!));
    expect([...files].map((file) => file.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
      'editor/files/editor-page.css',
      'editor/files/editor-page.js',
      'editor/files/enter.js',
      'editor/files/notice.css',
    ]);
    for (const file of files) {
      const answer = await fetch(`${server.url}/${file}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(file.endsWith('.js') ? /^text\/javascript/ : /^text\/css/);
    }
  });
});

describe('the editor', () => {
  test('may be framed by the host of its session alone', async () => {
    const answer = await enter((await openSession('2', host)).capability);
    expect(answer.status).toBe(200);
    expect(policyOf(answer)).toMatch(new RegExp(`frame-ancestors ${host}$`));
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  test('may be framed by nobody where the session has no host', async () => {
    expect(policyOf(await enter((await openSession('3')).capability))).toMatch(/frame-ancestors 'none'$/);
  });

  test('is handed a capability that opens its calls', async () => {
    const { capability } = await openSession('4');
    const given = /name="capability" content="([^"]+)"/.exec(await (await enter(capability)).text())?.[1];
    const answer = await fetch(`${server.url}/editor/v1/template`, { headers: { authorization: `Bearer ${given}` } });
    expect(await answer.json()).toMatchObject({ name: 'Note', revision: 1 });
  });

  test.each(['', 'none', '"><script>alert(1)</script>'])(
    'says that the session is over for %j, and repeats nothing',
    async (text) => {
      const answer = await enter(text);
      const page = await answer.text();
      expect(answer.status).toBe(401);
      expect(page).toContain('This editor session is over');
      expect(page).not.toContain('alert');
    },
  );

  test('says that a session was ended', async () => {
    const { capability, externalUuid } = await openSession('5', host);
    await server.engine.endEditorSession({ params: { baseTemplateUuid: base, externalUuid } });
    const answer = await enter(capability);
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('starts a new session');
    expect(policyOf(answer)).not.toContain('frame-ancestors');
  });

  test.each([
    ['of failed attempts', { failedAuthenticationsPerMinute: 1 }, async (): Promise<string> => 'wrong'],
    ['of one session', { requestsPerMinute: 1 }, async (): Promise<string> => (await openSession('6', host)).capability],
  ])('says in a page that there were too many calls: %s', async (_, settings, give) => {
    const limited = await createServer({ service: server.service, settings: { port: 0, ...settings } });
    onTestFinished(() => limited.close(0));
    const { url } = await limited.listen();
    const capability: string = await give();
    const ask = () => fetch(`${url}/editor`, { method: 'POST', body: new URLSearchParams({ capability }) });
    await ask();
    const answer = await ask();
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(policyOf(answer)).not.toContain('frame-ancestors');
    expect(page).toContain('not available at the moment');
    expect(page).toContain(`<code>${answer.headers.get('x-request-id')}</code>`);
    expect(page).not.toContain(capability);
  });

  test('accepts only a form, and not a large one', async () => {
    const json = await fetch(`${server.url}/editor`, { method: 'POST', body: '{}' });
    expect([json.status, await json.json()]).toMatchObject([415, { code: 'UNSUPPORTED_MEDIA_TYPE' }]);
    const large = await enter('a'.repeat(10_000));
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE' }]);
  });

  test('tells which methods its address takes', async () => {
    const answer = await fetch(`${server.url}/editor`, { method: 'PUT' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('the files that browsers keep', () => {
  const read = (path: string, encodings: string, method = 'GET') =>
    new Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }>((resolve, reject) => {
      const asked = request(`${server.url}${path}`, { method, headers: { 'accept-encoding': encodings } }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces) }));
      });
      asked.on('error', reject).end();
    });
  const font = (name: string) => readFileSync(new URL(`../../src/fonts/noto-sans/${name}`, import.meta.url));

  async function pathsOf(kind: 'fonts' | 'patterns'): Promise<ReadonlyMap<string, string>> {
    const { capability } = await openSession('9');
    const answer = await fetch(`${server.url}/editor/v1/template`, { headers: { authorization: `Bearer ${capability}` } });
    const { files } = (await answer.json()) as EditorOutput<'getEditorTemplate'>;
    return new Map(Object.entries(files[kind]).map(([name, { path }]) => [name, new URL(path, answer.url).pathname]));
  }
  const pathOf = async (font: string) => (await pathsOf('fonts')).get(font)!;

  test('are fonts at the addresses that the template names, compressed as the browser asks', async () => {
    const path = await pathOf('NotoSans-Regular.ttf');
    const packed = await read(path, 'gzip, br');
    expect(packed.headers).toMatchObject({
      'content-type': 'font/ttf',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(packed.body).equals(font('NotoSans-Regular.ttf'))).toBe(true);
    const plain = await read(path, 'br;q=0, gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.equals(font('NotoSans-Regular.ttf'))).toBe(true);
    const head = await read(path, 'br', 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(packed.body.length)]);
  });

  test('are unpacked once for all clients that take no encoding', async () => {
    const name = (await pathOf('NotoSans-Regular.ttf')).replace(/^.*\//, '');
    const [first, second] = await Promise.all([openBrowserFile(name, undefined), openBrowserFile(name, 'identity')]);
    expect(first!.encoding).toBeUndefined();
    expect(second!.bytes).toBe(first!.bytes);
  });

  test('are all fonts and patterns that ship, as layout takes them', async () => {
    const resources = createFileResources({});
    const shipped = {
      fonts: resources.names('font'),
      patterns: readdirSync(new URL('../../src/hyphenation', import.meta.url)).flatMap(
        (name) => /^(.+)\.bin$/.exec(name)?.[1] ?? [],
      ),
    };
    for (const kind of ['fonts', 'patterns'] as const) {
      const paths = await pathsOf(kind);
      expect([...paths.keys()].sort()).toEqual([...shipped[kind]].sort());
      for (const [name, path] of paths) {
        const { body } = await read(path, 'br');
        const { bytes } = (kind === 'fonts' ? resources.font(name) : resources.patterns(name))!;
        expect(brotliDecompressSync(body).equals(bytes), name).toBe(true);
      }
    }
  });

  test('are scripts, of which the worker alone may compile WebAssembly', async () => {
    const names = readdirSync(new URL('../../dist/browser', import.meta.url));
    const policies = await Promise.all(
      names
        .filter((name) => name.endsWith('.js.br'))
        .map(async (name) => {
          const { status, headers, body } = await read(`/editor/files/${name.slice(0, -3)}`, 'gzip');
          expect([status, headers['content-encoding'], headers['content-type']]).toEqual([
            200,
            'gzip',
            'text/javascript; charset=utf-8',
          ]);
          expect(
            gunzipSync(body).equals(brotliDecompressSync(readFileSync(new URL(`../../dist/browser/${name}`, import.meta.url)))),
          ).toBe(true);
          return [name.replace(/-[\w-]{8}\.js\.br$/, ''), headers['content-security-policy']] as const;
        }),
    );
    const allowed = policies.filter(([, policy]) => policy?.includes('wasm-unsafe-eval')).map(([name]) => name);
    expect(allowed).toEqual(['worker']);
    expect(policies.filter(([, policy]) => policy?.includes("'unsafe"))).toEqual([]);
  });

  test.each(['worker.js', 'worker-00000000.js', '..%2f..%2fpackage.json', 'preview-page.html', 'NotoSans-Regular.ttf'])(
    'are not %s',
    async (name) => {
      const answer = await read(`/editor/files/${name}`, 'br');
      expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'private, no-store']);
    },
  );

  test('are only read', async () => {
    const answer = await read(await pathOf('NotoSans-Bold.ttf'), 'br', 'POST');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('of the team are kept by a browser for itself, and asked for with the capability', async () => {
    const { capability } = await openSession('9');
    const body = readFileSync(new URL('../../templates-examples/invoice/assets/logo.png', import.meta.url));
    const headers = { authorization: `Bearer ${capability}` };
    const added = await fetch(`${server.url}/editor/v1/assets`, { method: 'POST', headers, body });
    const { src } = (await added.json()) as { readonly src: string };
    const path = `/editor/v1/assets/${src.slice('asset:'.length)}`;
    const answer = await fetch(`${server.url}${path}`, { headers });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable']);
    await answer.arrayBuffer();
    const { capability: other } = await openSession('8');
    for (const authorization of [undefined, `Bearer ${other}`]) {
      const refused = await fetch(`${server.url}${path}`, { headers: { ...(authorization && { authorization }) } });
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([authorization ? 404 : 401, 'private, no-store']);
    }
  });
});
