// Makes the input of a call from the parts of a request, by the operation's schemas.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PdfgenError } from '../contract/errors.ts';
import type { CountItems } from '../contract/item-stream.ts';
import type { LostDigits } from '../contract/lost-digits.ts';
import type { OperationShape } from '../contract/operation-shape.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { type BodyHolder, createBodyRoom, smallBody } from './body-room.ts';
import { openBodyThreads } from './body-threads.ts';
import { assembleBody, type BodyPlan, parseBody, textMembersOf } from './parse-body.ts';
import { checkDeclaredSize, checkEncoding, checkFileType, hasBody, kindOfBody, readBytes, saysLines } from './read-body.ts';
import { createLinesReader } from './read-lines.ts';
import { signalOfClose } from './signal-of-close.ts';
import { withTypes } from './with-types.ts';

export interface RequestInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface ReadInput {
  readonly input: RequestInput;
  readonly fingerprint?: string | undefined;
  readonly lostDigits?: readonly LostDigits[];
  /** Gives free what the input holds on the disk. Call it when the call has ended. */
  readonly close?: () => Promise<void>;
}

export type OpenItemCount = (idempotencyKey: string | undefined) => Promise<CountItems>;

export interface InputCaller {
  /** The parameters in the path. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly holder: BodyHolder;
  readonly openItemCount: OpenItemCount;
}

export interface InputReader {
  /** Checks the head of the request. Raises UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE. */
  checkHead(operation: OperationShape, request: FastifyRequest): void;
  /**
   * Reads the input and, for a call with an Idempotency-Key, a fingerprint of the request. Raises
   * PAYLOAD_TOO_LARGE, TOO_MANY_ITEMS, QUOTA_EXCEEDED, INVALID_REQUEST, OVERLOADED.
   */
  read(operation: OperationShape, request: FastifyRequest, reply: FastifyReply, caller: InputCaller): Promise<ReadInput>;
  close(): Promise<void>;
}

/** Creates the reader of a server's calls. `threads`: the folder with the built module of a thread. */
export function createInputReader(settings: ServerSettings, maxBatchItems: number, threads: URL): InputReader {
  const room = createBodyRoom(settings.maxHeldBytes);
  const large = openBodyThreads(settings.maxJsonValues, threads);
  const lines = createLinesReader(settings, large);
  const kindOf = ({ body, optionalBody, takesLines }: OperationShape, raw: FastifyRequest['raw']) =>
    // An empty chunked body counts as missing. It has no Content-Type.
    body === 'binary' ||
    (!hasBody(raw) && !(takesLines && saysLines(raw))) ||
    (optionalBody && raw.headers['content-type'] === undefined)
      ? 'json'
      : kindOfBody(raw, takesLines === true);
  return {
    checkHead(operation, { raw }) {
      const { body, bodyLimits } = operation;
      if (body === undefined || !hasBody(raw)) return;
      checkEncoding(raw);
      if (body === 'binary') checkFileType(raw);
      const isLines = kindOf(operation, raw) === 'lines';
      checkDeclaredSize(raw, settings[isLines ? 'maxStreamBytes' : (bodyLimits?.bytes ?? 'maxBodyBytes')]);
    },
    async read(operation, request, reply, { params, holder, openItemCount }) {
      const head = {
        params,
        ...readQuery(operation, request),
        ...readHeaders(operation, request),
      };
      const { body, bodyLimits } = operation;
      if (body === undefined) return { input: head };
      const held = room.open(holder, reply.raw);
      const rate = { minBytesPerSecond: settings.minUploadBytesPerSecond, windowMs: settings.uploadWindowSeconds * 1000 };
      const isRepeatable = head.headers?.['idempotency-key'] !== undefined;
      const hashHead = isRepeatable ? `${request.method} ${request.url.split('?', 1)[0]}\n` : undefined;
      if (kindOf(operation, request.raw) === 'lines') {
        const countItems = await openItemCount(head.headers?.['idempotency-key']);
        const call = { request: request.raw, response: reply.raw, holder, rate, held, hashHead, countItems };
        const { body, hash, close } = await lines.read(call);
        return { input: { ...head, body }, fingerprint: hash, close };
      }
      const bytes = hasBody(request.raw)
        ? await readBytes(request.raw, {
            limit: settings[bodyLimits?.bytes ?? 'maxBodyBytes'],
            response: reply.raw,
            rate,
            held,
          })
        : Buffer.alloc(0);
      if (body === 'binary') return { input: { ...head, body: bytes } };
      if (bytes.length === 0) {
        if (operation.optionalBody) return { input: head };
        throw new PdfgenError('INVALID_REQUEST', 'The call needs a JSON object as its body.');
      }
      const plan: BodyPlan = {
        texts: textMembersOf(operation),
        maxDepth: settings.maxJsonDepth + envelopeDepth,
        dataDepth: settings.maxJsonDepth,
        maxValues: settings.maxJsonValues,
        maxTemplateValues: bodyLimits?.values && settings[bodyLimits.values],
        maxItems: maxBatchItems,
        hashHead,
      };
      const parts =
        bytes.length <= smallBody
          ? parseBody(bytes, plan)
          : await large.parse(holder.team, { bytes, plan }, signalOfClose(reply.raw));
      held.hold(parts.heldBytes);
      return {
        input: { ...head, body: assembleBody(parts, plan.texts) },
        fingerprint: parts.hash,
        lostDigits: parts.lostDigits,
      };
    },
    close: () => large.close(),
  };
}

/** Levels of nesting around the data of an item: the body, `items`, the item. */
const envelopeDepth = 3;

function readQuery(operation: OperationShape, request: FastifyRequest): Pick<RequestInput, 'query'> {
  const given = { ...(request.query as Readonly<Record<string, unknown>>) };
  if (operation.query !== undefined) return { query: withTypes(given, operation.query) };
  const [unknown] = Object.keys(given);
  if (unknown === undefined) return {};
  throw new PdfgenError(
    'INVALID_REQUEST',
    `The call has no query parameter ${JSON.stringify(unknown).slice(0, 100)}. Leave it out.`,
  );
}

function readHeaders(operation: OperationShape, request: FastifyRequest): Pick<RequestInput, 'headers'> {
  if (operation.headers === undefined) return {};
  const headers: Record<string, string> = {};
  for (const name of Object.keys(operation.headers.properties ?? {})) {
    const values = request.raw.headersDistinct[name];
    if (values === undefined) continue;
    if (values.length > 1) throw new PdfgenError('INVALID_REQUEST', `The header ${name} came more than once. Send it once.`);
    headers[name] = values[0]!;
  }
  return { headers };
}
