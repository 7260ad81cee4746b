// The API as a plain HTTP client sees it: a real server, `fetch`, and whole answers.
import { beforeAll, expect } from 'vitest';
import type { EditorSession, RenderBatch, RenderJob } from '../../src/contract/engine.ts';
import { isFinal } from '../../src/contract/job-states.ts';
import { type OpenedServer, openServer } from './open-server.ts';
import { listOf, objectOf } from './schemas.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The body as JSON. */
  json<T = Readonly<Record<string, unknown>>>(): T;
}

export interface Request {
  /** In place of the team's token; null: none. */
  readonly token?: string | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Wire {
  readonly server: OpenedServer;
  /** `path` goes after the base address. */
  call(method: string, path: string, request?: Request): Promise<Answer>;
  get(path: string, request?: Request): Promise<Answer>;
  post(path: string, body?: unknown, request?: Request): Promise<Answer>;
  /** Creates the template `order`, with other members if wanted; its UUID. */
  createOrder(more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Creates a render job, or a batch, and waits for its end. */
  finishJob(template: string, body?: unknown): Promise<RenderJob>;
  finishBatch(template: string, body: unknown): Promise<RenderBatch>;
  /** Opens an editor session on the pair of a base template and `external`. */
  openSession(base: string, body?: unknown): Promise<EditorSession>;
  /** Saves pages as the editor does. */
  save(session: EditorSession, body: unknown, revision?: number): Promise<Answer>;
}

/** An identifier of the host application. */
export const external = '5e0f7c1a-0000-4000-8000-000000000001';

export const unknownUuid = '0190a0a0-0000-7000-8000-00000000dead';
export const day = 24 * 3_600_000;

/** A template of nested objects and lists of objects. An order for "nobody" has a character that no font has, which is a warning. */
export const order = {
  name: 'Order',
  styles: { base: { font: 'helvetica' } },
  pages: [
    {
      size: 'A6',
      body: [
        'Dear {{ customer.name }}',
        { repeat: 'lines', as: 'line', body: '{{ line.sku }} x {{ line.qty }}' },
        { text: '\u{10ffff}', when: "customer.name == 'nobody'" },
      ],
    },
  ],
  dataSchema: objectOf({
    customer: objectOf({ name: { type: 'string' } }),
    lines: listOf(objectOf({ sku: { type: 'string' }, qty: { type: 'integer' } }, '')),
  }),
  exampleData: { customer: { name: 'Ada' }, lines: [{ sku: 'A1', qty: 2 }] },
} as const;

/** Data of an order. */
export const orderOf = (name: unknown, lines: readonly object[] = []): object => ({ customer: { name }, lines });

/** A client of `url`; `token` is sent unless a call has another. */
export function createCall({ url, token: usual }: Pick<OpenedServer, 'url' | 'token'>): Wire['call'] {
  return async (method, path, { token = usual, body, raw, headers } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent as NonNullable<RequestInit['body']> }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, json: () => JSON.parse(bytes.toString()) };
  };
}

/** Opens a server for the tests of the enclosing `describe`. */
export function useWire(options: Parameters<typeof openServer>[0] = {}): Wire {
  let server: OpenedServer;
  let made = 0;
  beforeAll(async () => {
    server = await openServer(options);
    return () => server.close();
  });
  const call: Wire['call'] = (...request) => createCall(server)(...request);
  const get: Wire['get'] = (path, request) => call('GET', path, request);
  const post: Wire['post'] = (path, body, request) => call('POST', path, { body, ...request });
  /** A call that waits is answered after 30 s at the latest. */
  const untilEnded = async <T extends RenderJob | RenderBatch>({ headers }: Answer): Promise<T> => {
    for (;;) {
      const ended = (await get(`${headers.get('location')}?wait=30`)).json<T>();
      if (isFinal(ended.state)) return ended;
    }
  };
  return {
    get server() {
      return server;
    },
    call,
    get,
    post,
    async createOrder(more) {
      const answer = await post('/api/v1/templates', { ...order, slug: `order-${++made}`, ...more });
      expect(answer.status, answer.bytes.toString()).toBe(201);
      return answer.json<{ uuid: string }>().uuid;
    },
    async finishJob(template, body = { data: orderOf('Ada') }) {
      const created = await post(`/api/v1/generate/async/${template}`, body);
      expect(created.status).toBe(202);
      return untilEnded(created);
    },
    async finishBatch(template, body) {
      const created = await post(`/api/v1/generate/batch/${template}`, body);
      expect(created.status).toBe(202);
      return untilEnded(created);
    },
    async openSession(base, body) {
      const answer = await post(`/api/v1/embedded-templates/${base}/${external}/session`, body);
      expect(answer.status).toBeOneOf([200, 201]);
      return answer.json();
    },
    save: ({ capability: token }, body, revision = 1) =>
      call('PUT', '/editor/v1/template', { token, body, headers: { 'if-match': `"${revision}"` } }),
  };
}

/** Status and code of an answer that refuses. */
export function refusal({ status, headers, json }: Answer): readonly [number, string] {
  expect(headers.get('content-type')).toBe('application/problem+json');
  const problem = json<{ status: number; code: string; requestId: string }>();
  expect([problem.status, problem.requestId]).toEqual([status, headers.get('x-request-id')]);
  return [status, problem.code];
}
