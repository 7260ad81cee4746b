// Another server of the interface: other field names, nothing but what the interface lists.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface Foreign {
  readonly url: string;
  readonly calls: string[];
}

export const foreignTemplate = '0190a1b2-0000-7000-8000-0000000000aa';
export const foreignJob = '0190a1b2-0000-7000-8000-0000000000bb';
const pdf = Buffer.from('%PDF-1.4\n% a foreign one\n%%EOF\n');

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** Answers with this body. */
export const answering =
  (body: unknown, status = 200): Handler =>
  (_request, response) =>
    json(response, status, body);

/** Starts it; `more` takes calls away from it or changes them, by `METHOD path`. */
export async function openForeignServer(more: Readonly<Record<string, Handler>> = {}): Promise<Foreign> {
  let polls = 0;
  const handlers: Record<string, Handler> = {
    'GET /api/v1/templates': (_request, response) => json(response, 200, [{ id: foreignTemplate, name: 'Invoice' }]),
    [`POST /api/v1/generate/single/${foreignTemplate}`]: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(pdf);
    },
    [`POST /api/v1/generate/async/${foreignTemplate}`]: (_request, response, body) => {
      if (!body.includes('"good"'))
        return json(response, 400, { error: { code: 'BAD_DATA', message: 'name is wrong' }, extra: 1 });
      json(response, 201, { id: foreignJob, status: 'pending', queue: 'a' });
    },
    [`GET /api/v1/render-jobs/${foreignJob}`]: (_request, response) =>
      json(response, 200, { jobUuid: foreignJob, status: polls++ < 1 ? 'running' : 'done', queue: 'a' }),
    [`GET /api/v1/render-jobs/${foreignJob}/result`]: (_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="../../evil.pdf"',
      });
      response.end(pdf);
    },
    ...more,
  };
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const path = request.url!.split('?')[0];
    calls.push(`${request.method} ${path}`);
    if (request.headers.authorization !== 'Bearer secret') return json(response, 401, { error: 'who are you' });
    const handler = handlers[`${request.method} ${path}`];
    if (handler) return handler(request, response, body);
    response.writeHead(404, { 'content-type': 'text/html' });
    response.end('<h1>Not here</h1>');
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, calls };
}
