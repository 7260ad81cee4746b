// The OpenAPI 3.1 document of the server, made from the table that also makes its routes, checks and client.

import { renderOptions } from '../contract/document-options.ts';
import { editorTemplate } from '../contract/editor.ts';
import { editorSession, embeddedTemplate, embeddedTemplateSummary } from '../contract/embedded.ts';
import { type ErrorCode, errorTable, type Problem } from '../contract/errors.ts';
import type { Followed } from '../contract/follow.ts';
import { breach, generateBody, jobBody, jobOptions, renderWarning, singleOptions, validation } from '../contract/generate.ts';
import { linesType } from '../contract/item-stream.ts';
import { errorCodesOf, type OperationShape, operationTags, wireNameOf } from '../contract/operation-shape.ts';
import { batchBody, batchItem, batchSummary, renderBatch } from '../contract/render-batches.ts';
import { renderJob } from '../contract/render-jobs.ts';
import type { JsonSchema } from '../contract/schema.ts';
import { identity } from '../contract/service.ts';
import { assetEntry, template, templateInput, templateSummary, templateVersion } from '../contract/templates.ts';
import { eventSchema, type WebhookEvent, webhookEvents, webhookEventTable } from '../contract/webhook-events.ts';
import { webhook, webhookDelivery, webhookTest } from '../contract/webhooks.ts';
import type { ProgramInfo } from '../files/program-files.ts';
import { eventStreamType, toEvent } from './event-stream.ts';
import { exampleProblem, isWorthRetrying } from './openapi-errors.ts';
import { editorPrefix, type Route, routes } from './routes.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** The calls that the server makes, by event. */
  readonly webhooks: Readonly<Record<string, Json>>;
  readonly components: Json;
}

const problem: JsonSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457). Programs switch on `code`.',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', description: '`urn:pdfgen:error:CODE`.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errorTable) },
    detail: { type: 'string', description: 'What happened and what to do.' },
    requestId: { type: 'string', description: 'As in `X-Request-Id`.' },
    errors: { type: 'array', items: breach },
    errorsTruncated: { type: 'boolean', description: 'True: there are more faults than listed.' },
  },
};

/** Schemas that have a name in the document. */
const named: Readonly<Record<string, JsonSchema>> = {
  Problem: problem,
  Breach: breach,
  Validation: validation,
  RenderOptions: renderOptions,
  SingleOptions: singleOptions,
  RenderWarning: renderWarning,
  GenerateBody: generateBody,
  JobOptions: jobOptions,
  JobBody: jobBody,
  TemplateInput: templateInput,
  Template: template,
  TemplateSummary: templateSummary,
  TemplateVersion: templateVersion,
  Asset: assetEntry,
  RenderJob: renderJob,
  BatchBody: batchBody,
  BatchItem: batchItem,
  BatchSummary: batchSummary,
  RenderBatch: renderBatch,
  EmbeddedTemplate: embeddedTemplate,
  EmbeddedTemplateSummary: embeddedTemplateSummary,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
  WebhookTest: webhookTest,
  EditorSession: editorSession,
  EditorTemplate: editorTemplate,
  Identity: identity,
};
const names = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]));

const about = `Makes PDFs from JSON templates and data.

Answers carry \`X-Request-Id\`. A client may send its own id (1 to 128 characters of \`A-Z a-z 0-9 . _ -\`), and the answer repeats it. Errors
are problem documents (RFC 9457, \`application/problem+json\`). To read a whole list, pass \`nextCursor\` as \`cursor\` until it is null.

**Duties of a host application that embeds templates.** It must not create editor sessions for users whom it has not authorized for the
pair: pdfgen cannot check that. The external UUID names a pair and is not a secret: knowing it must open nothing. The API token must stay
on the host application's server. The capability of a session is a secret: give it only to the authorized user, and only in the fragment
of \`editorUrl\`.`;

/** The whole document. */
export function createOpenApi({ name, version }: ProgramInfo): OpenApi {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of routes) {
    const path = (route.prefix + route.operation.path).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.operation.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: name, version, description: about },
    // A path relative to the document, so that it is right at every address of the server.
    servers: [{ url: '.' }],
    tags: Object.entries(operationTags).map(([tag, description]) => ({ name: tag, description })),
    paths,
    webhooks: Object.fromEntries(webhookEvents.map((event) => [event, { post: describeEvent(event) }])),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token of a team: `pdfgen tokens create`.' },
        capability: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWE',
          description: 'The capability of an editor session. It opens the editor of its pair and nothing else.',
        },
      },
      schemas: Object.fromEntries(Object.entries(named).map(([key, schema]) => [key, referMembers(schema)])),
      responses: Object.fromEntries(routes.flatMap(errorGroupsOf).map((codes) => [nameOf(codes), problemsOf(codes)])),
      headers: { RequestId: header("The request's id, for questions about it.") },
    },
  };
}

function describeRoute(route: Route): OpenApiOperation {
  const { id, prefix, operation } = route;
  const isEditor = prefix === editorPrefix;
  const scope = operation.scope ? `Needs the scope \`${operation.scope}\`.` : undefined;
  const description = [operation.description, scope].filter((part) => part !== undefined).join('\n\n');
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    summary: operation.summary,
    ...(description && { description }),
    tags: [operation.tag],
    security: [{ [isEditor ? 'capability' : 'token']: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && { requestBody: requestBody(operation) }),
    responses: { ...answers(operation), ...problems(route) },
  };
}

const signatureHeaders = {
  'Webhook-Id': "The delivery's id, the same in every attempt.",
  'Webhook-Timestamp': 'Time of the attempt in seconds since 1970.',
  'Webhook-Signature':
    'Signatures, separated by blanks: `v1,` and the HMAC-SHA256 of id, timestamp and body, joined by full stops.',
};

function describeEvent(event: WebhookEvent): Json {
  const { summary, description } = webhookEventTable[event];
  return {
    operationId: event,
    summary,
    description,
    tags: ['Webhooks'],
    parameters: Object.entries(signatureHeaders).map(([name, what]) => ({
      name,
      in: 'header',
      required: true,
      description: what,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: refer(eventSchema(event)) } } },
    responses: {
      '2XX': { description: 'The event has arrived. The body is ignored.' },
      410: { description: 'The webhook is turned off.' },
      default: { description: 'The event is sent again later. Redirects are not followed.' },
    },
  };
}

/** Only a stream of events reads it. */
const lastEventId: JsonSchema = {
  type: 'object',
  properties: { 'last-event-id': { type: 'string', description: 'For a stream: `id` of the last event that the client got.' } },
};

function parametersOf(operation: OperationShape): readonly Json[] {
  const { params, query, headers, response } = operation;
  const places = { path: params, query, header: response.events ? lastEventId : isKept(operation) ? ifNoneMatch : headers };
  return Object.entries(places).flatMap(([place, schema]) =>
    Object.entries(schema?.properties ?? {}).map(([name, { description, ...rest }]) => ({
      name: place === 'header' ? titled(name) : place === 'path' ? wireNameOf(operation, name) : name,
      in: place,
      required: place === 'path' || (schema?.required ?? []).includes(name) || isCondition(operation, name),
      ...(description && { description }),
      schema: refer(rest),
    })),
  );
}

/** Whether an operation refuses a call without this header, with an error of its own. Of two conditions, a call needs only one. */
/** Whether a client that has the answer may ask for a newer one alone. */
const isKept = ({ method, response }: OperationShape): boolean => method === 'GET' && response.tagged !== undefined;

const ifNoneMatch: JsonSchema = {
  type: 'object',
  properties: {
    'if-none-match': { type: 'string', description: 'Entity tags of answers that the client has: then the answer may be 304.' },
  },
};

const isCondition = ({ errors, headers }: OperationShape, name: string): boolean =>
  name === 'if-match' && errors.includes('PRECONDITION_REQUIRED') && headers?.properties?.['if-none-match'] === undefined;

const titled = (header: string): string => header.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());

function requestBody({ body, optionalBody, takesLines, examples }: OperationShape): Json {
  const content =
    body === 'binary'
      ? { 'application/octet-stream': {} }
      : {
          'application/json': { schema: refer(body as JsonSchema), example: examples?.body },
          ...(takesLines && { [linesType]: { schema: { type: 'string' }, example: toLines(examples?.body as Json) } }),
        };
  return { required: optionalBody !== true, content };
}

/** A body as JSON Lines. */
function toLines({ items, ...head }: Json): string {
  return [head, ...(items as readonly unknown[])].map((line) => `${JSON.stringify(line)}\n`).join('');
}

const header = (description: string, type = 'string'): Json => ({ description, schema: { type } });

const pdfHeaders = {
  'Content-Disposition': header('`inline`, with the name of the file.'),
  ETag: header('The SHA-256 of the file, quoted.'),
  'X-Pdfgen-Pages': header('Number of pages.', 'integer'),
  'X-Pdfgen-Warnings': header('Number of warnings.', 'integer'),
  'X-Pdfgen-Template-Version': header(
    'Version of the template. Of an embedded template: the base version that was cloned.',
    'integer',
  ),
  'X-Pdfgen-Template-Revision': header('Revision of an embedded template. Only embedded templates have it.', 'integer'),
};
/** The header of every response. */
const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

/** The example of the answer of a route to a range that it cannot send. */
const rangeProblem: Problem = {
  ...exampleProblem('INVALID_REQUEST'),
  title: 'Range not satisfiable',
  status: 416,
  detail: "The range is outside the file's 18204 bytes.",
};

function answers(operation: OperationShape): Record<string, Json> {
  const { status, repeatStatus, body } = operation.response;
  const answer = answerOf(operation);
  if (body === 'file') {
    const part = { 'Content-Range': header('The position of these bytes in the file.'), 'Accept-Ranges': header('`bytes`.') };
    return {
      [status]: answer,
      206: { ...answer, description: 'The part that `Range` requests.', headers: { ...(answer.headers as Json), ...part } },
      304: { description: 'The client already has the file: `If-None-Match` names it.', headers: requestIdHeader },
      416: {
        description: 'The range is outside the file.',
        headers: requestIdHeader,
        content: problemContent([rangeProblem]),
      },
    };
  }
  if (operation.response.events) {
    return {
      [status]: answer,
      204: { description: 'For a stream: the client already has the event `end`.', headers: requestIdHeader },
    };
  }
  if (isKept(operation))
    return {
      [status]: answer,
      304: { description: 'The client already has the answer: `If-None-Match` names it.', headers: requestIdHeader },
    };
  if (repeatStatus === undefined) return { [status]: answer };
  return { [repeatStatus]: { ...answer, description: 'The result of an earlier call, which still exists.' }, [status]: answer };
}

function answerOf({ headers: given, response, examples }: OperationShape): Json {
  const { body, location, etag, tagged, events, report } = response;
  if (body === undefined) return { description: 'Done. The answer has no body.', headers: requestIdHeader };
  if (body === 'pdf' || body === 'file')
    return {
      description: 'The PDF.',
      headers: { ...requestIdHeader, ...pdfHeaders },
      content: {
        'application/pdf': {},
        ...(report && { 'application/json': { schema: refer(report), example: examples?.report } }),
      },
    };
  const disposition = { 'Content-Disposition': header('`attachment`, with the name of the file.') };
  if (body === 'stream')
    return {
      description: 'The file, made while it is sent.',
      headers: { ...requestIdHeader, ...disposition },
      content: { 'application/zip': {}, 'application/pdf': {} },
    };
  if (body === 'binary')
    return {
      description: 'The bytes, with the media type found from them.',
      headers: { ...requestIdHeader, ...disposition, ETag: header('The SHA-256 of the file, quoted.') },
      content: { '*/*': {} },
    };
  const headers = {
    ...requestIdHeader,
    ...(location !== undefined && { Location: header('Path of the created resource.') }),
    ...(tagged === 'bytes' && {
      ETag: header(
        `${etag === undefined ? 'A' : `The ${etag} with a`} digest of the answer, quoted, for ${etag === undefined ? '' : '`If-Match` and '}\`If-None-Match\`.`,
      ),
    }),
    ...(etag !== undefined && tagged !== 'bytes' && { ETag: header(`The ${etag}, quoted, for \`If-Match\`.`) }),
    ...(given?.properties?.['idempotency-key'] && {
      'Idempotency-Replayed': header('`true`: the answer is that of an earlier call.'),
    }),
  };
  return {
    description: 'The answer.',
    headers,
    content: {
      'application/json': { schema: refer(body), example: examples?.answer },
      ...(events && { [eventStreamType]: eventStream(events, examples?.answer) }),
    },
  };
}

function eventStream(data: JsonSchema, answer: unknown): Json {
  const { items: _items, nextCursor: _cursor, ...state } = answer as Json;
  const description = `Blocks of the lines \`event\`, \`id\` and \`data\`. The data is a ${names.get(data)} as JSON.`;
  return { schema: { type: 'string', description }, example: toEvent(state as Followed) };
}

/** The errors of an operation, grouped by status. `code` distinguishes the errors of a group. */
function errorGroupsOf({ operation }: Route): readonly (readonly ErrorCode[])[] {
  const codes = errorCodesOf(operation);
  const statuses = new Set(codes.map((code) => errorTable[code].status));
  return [...statuses].map((status) => codes.filter((code) => errorTable[code].status === status).sort());
}

/** The name of a group among the components, because many operations share it. */
const nameOf = (codes: readonly ErrorCode[]): string => codes.join('.');

function problems(route: Route): Record<string, Json> {
  return Object.fromEntries(
    errorGroupsOf(route).map((codes) => [errorTable[codes[0]!].status, { $ref: `#/components/responses/${nameOf(codes)}` }]),
  );
}

function problemsOf(codes: readonly ErrorCode[]): Json {
  const headers = {
    ...requestIdHeader,
    ...(codes.includes('UNAUTHENTICATED') && { 'WWW-Authenticate': header('`Bearer`.') }),
    ...(codes.some(isWorthRetrying) && { 'Retry-After': header('Seconds after which a repeat may succeed.', 'integer') }),
  };
  const description = codes.map((code) => `\`${code}\`: ${errorTable[code].help}`).join('\n\n');
  return { description, headers, content: problemContent(codes.map(exampleProblem)) };
}

const problemContent = (examples: readonly Problem[]): Json => ({
  'application/problem+json': {
    schema: refer(problem),
    examples: Object.fromEntries(examples.map((value) => [value.code, { value }])),
  },
});

/** The schema, or a reference to it if it has a name. */
function refer(schema: unknown): unknown {
  const name = names.get(schema);
  return name === undefined ? referMembers(schema) : { $ref: `#/components/schemas/${name}` };
}

function referMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refer);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member)]));
}
