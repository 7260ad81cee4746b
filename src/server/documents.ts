// Serves the documents of the HTTP interface: the OpenAPI document, its page and the script of the page. They are large and never change while the process runs, so
// each is made once, at its first use.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { programInfo } from '../files/program-files.ts';
import { createDocsPage, docsPolicy, readDocsScript } from './docs-page.ts';
import { entityTag, namesTag } from './entity-tag.ts';
import { createOpenApi } from './openapi.ts';

/** Where the documents are served. */
export const documentPaths = ['/openapi.json', '/docs', '/docs/docs.js'] as const;

export type ApiDocuments = Readonly<Record<(typeof documentPaths)[number], () => ApiDocument>>;

interface ApiDocument {
  readonly type: string;
  /** Content-Security-Policy. Undefined: the default of every answer. */
  readonly policy?: string;
  readonly bytes: Buffer;
  readonly tag: string;
}

export function createDocuments(): ApiDocuments {
  return {
    '/openapi.json': once(() => toDocument('application/json; charset=utf-8', JSON.stringify(createOpenApi(programInfo())))),
    '/docs': once(() => ({
      ...toDocument('text/html; charset=utf-8', createDocsPage(createOpenApi(programInfo()))),
      policy: docsPolicy,
    })),
    '/docs/docs.js': once(() => toDocument('text/javascript; charset=utf-8', readDocsScript())),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function toDocument(type: string, text: string): ApiDocument {
  const bytes = Buffer.from(text);
  return { type, bytes, tag: entityTag(bytes) };
}

/** Sends a document, or 304 to a client that already has it. */
export function sendDocument(
  { type, policy, bytes, tag }: ApiDocument,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header('etag', tag);
  if (namesTag(headers['if-none-match'], tag)) return reply.code(304).send();
  if (policy !== undefined) reply.header('content-security-policy', policy);
  return reply.header('content-type', type).send(bytes);
}
