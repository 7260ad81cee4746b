// Makes HTTP routes of the operations. Every route takes the same steps, in the same order.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createTurns } from '../async/turns.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';
import { apiPrefix } from '../contract/api-prefix.ts';
import { editorOperations } from '../contract/editor.ts';
import type { CallNotes, CallOptions } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import { type Follower, followers } from '../contract/follow.ts';
import { type OperationShape, paramsOf, wireNameOf } from '../contract/operation-shape.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import type { Service } from '../engine/service.ts';
import { isUuid } from '../words/is-uuid.ts';
import type { AccessWatch } from './access-watch.ts';
import { type Authenticator, readToken } from './authenticate.ts';
import type { BodyHolder } from './body-room.ts';
import { eventStreamType, refuseQuery, sendEvents } from './event-stream.ts';
import { currentTurn } from './loop-turn.ts';
import { prefersType } from './prefers-type.ts';
import type { RateCheck, SessionCheck } from './rate-check.ts';
import type { InputReader, OpenItemCount, RequestInput } from './read-input.ts';
import { type KeptAnswer, sendAnswer, sendKept } from './send-answer.ts';
import { signalOfClose } from './signal-of-close.ts';
import type { WaitCount } from './wait-count.ts';
import { withTypes } from './with-types.ts';

/** An operation with its id and the prefix of its path. */
export interface Route {
  readonly id: string;
  readonly prefix: string;
  readonly operation: OperationShape;
}

export const editorPrefix = '/editor/v1';

const toRoutes = (prefix: string, table: Readonly<Record<string, OperationShape>>): readonly Route[] =>
  Object.entries(table).map(([id, operation]) => ({ id, prefix, operation }));

/** Every operation that the server offers. */
export const routes: readonly Route[] = [...toRoutes(apiPrefix, operations), ...toRoutes(editorPrefix, editorOperations)];

/** Most bytes of answers that are kept, so that reading them again costs little. */
const mostKept = 64_000_000;

type EngineCall = (input: RequestInput, options: CallOptions) => Promise<unknown>;
type EngineCalls = Readonly<Record<string, EngineCall>>;

/** The caller as routes see it: the keys that limits count by, and the calls that the caller may make. */
interface Caller {
  readonly holder: BodyHolder;
  readonly calls: EngineCalls;
  /** Raises the call's error if the template or pair that `params` name does not exist. */
  lookUp(route: Route, params: RequestInput['params'], request: FastifyRequest): Promise<void>;
  /** Opens the check of the number of items that arrive as lines. */
  readonly openItemCount: OpenItemCount;
  /** Names the state that answers depend on. Undefined: no answer is kept. */
  findStamp?(): Promise<string | undefined>;
}

/** The caller, found before the body was read, the parameters of the path, and the turn of the event loop in which the caller was found. */
interface FirstAccess extends Caller {
  readonly params: RequestInput['params'];
  readonly turn: number;
}

export interface RouteDeps {
  readonly service: Service;
  readonly authenticate: Authenticator;
  readonly checkRate: RateCheck;
  readonly checkSession: SessionCheck;
  readonly inputs: InputReader;
  readonly waits: WaitCount;
  readonly accesses: AccessWatch;
  /** Time without a byte after which a connection is closed. */
  readonly stalledMs: number;
  /** Aborts when the server stops. A call with `?wait=` then gets the current state, and streams of events end. */
  readonly stopping: AbortSignal;
  /** Hears whose call it is. */
  onTeam(request: FastifyRequest, team: string): void;
}

export function addRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const accesses = new WeakMap<FastifyRequest, FirstAccess>();
  // Only one call begins in a turn of the event loop, and teams take turns. A call keeps this thread busy only briefly, but many calls of one
  // team that arrive together would run together, before any other team's call.
  const turns = createTurns(1);
  const kept = new BoundedCache<KeptAnswer>(mostKept);
  for (const route of routes) {
    const { id, prefix, operation } = route;
    const open = prefix === apiPrefix ? openTeam : openEditor;
    app.route({
      method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
      url: prefix + operation.path,
      config: { operationId: id },
      // These checks come before the body is read.
      onRequest: async (request, reply) => {
        const turn = currentTurn();
        const access = await open(deps, operation, request);
        deps.onTeam(request, access.holder.team);
        const params = readParams(operation, request.params as Readonly<Record<string, unknown>>);
        if (prefix === editorPrefix) deps.checkSession(access.holder.token);
        await deps.checkRate(reply, access.holder.token);
        accesses.set(request, { ...access, params, turn });
      },
      handler: untilAnswered(async (request, reply) => {
        const first = accesses.get(request)!;
        deps.inputs.checkHead(operation, request);
        const isStream =
          operation.response.events !== undefined && prefersType(request.headers.accept, eventStreamType, 'application/json');
        if (operation.response.events || operation.response.report) reply.header('vary', 'accept');
        if (isStream) refuseQuery(request);
        // A body is read only if its template exists. A call without a body looks up its template itself.
        if (operation.body !== undefined) await first.lookUp(route, first.params, request);
        const { input, fingerprint, lostDigits = [], close } = await deps.inputs.read(operation, request, reply, first);
        try {
          await turns.take(first.holder.team, () => endOfTurn(), signalOfClose(reply.raw));
          // The token may have been revoked while the body arrived or the call waited for its turn.
          const { calls, findStamp } = first.turn === currentTurn() ? first : await open(deps, operation, request);
          const isKept = operation.method === 'GET' && operation.response.tagged !== undefined;
          // Before the answer is made: what changes meanwhile has another stamp.
          const stamp = isKept ? await findStamp?.() : undefined;
          const keptKey = stamp && `${first.holder.team} ${request.url} ${stamp}`;
          const known = keptKey && kept.get(keptKey);
          if (known) return sendKept(known, request, reply);
          const notes: CallNotes = {};
          const call = calls[id];
          if (call === undefined) throw new PdfgenError('INTERNAL', `The engine has no ${id}.`);
          if (isStream) return follow(deps, { ...first, calls }, route, { params: input.params }, request, reply);
          if (Number(input.query?.wait) > 0) whenClosed(reply, deps.waits.addCall(first.holder.team));
          const signal = operation.query?.properties?.wait ? signalOf(reply, deps.stopping) : signalOf(reply);
          const answer = await call(input, { signal, notes, lostDigits, ...(fingerprint !== undefined && { fingerprint }) });
          const keep = (made: KeptAnswer) => keptKey && kept.set(keptKey, made, made.body.length);
          return reply.sent ? reply : await sendAnswer(answer, { operation, prefix, notes, request, reply, keep });
        } finally {
          await close?.();
        }
      }),
    });
  }
}

/** A handler whose error no longer matters if the server, which stops, has answered the call. */
const untilAnswered =
  (handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    try {
      return await handle(request, reply);
    } catch (error) {
      if (reply.sent) return reply;
      throw error;
    }
  };

function whenClosed({ raw }: FastifyReply, work: () => void): void {
  if (raw.closed) work();
  else raw.once('close', work);
}

/** Answers with a stream of events. It ends early when the server stops, or when its token is no longer valid. */
function follow(
  { waits, accesses, stopping, stalledMs }: RouteDeps,
  { holder, calls }: Caller,
  { id }: Route,
  input: Pick<RequestInput, 'params'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const revoked = new AbortController();
  const release = waits.addStream(holder.team);
  const forget = accesses.add(readToken(request), () => revoked.abort());
  whenClosed(reply, () => {
    release();
    forget();
  });
  const signal = AbortSignal.any([signalOf(reply, stopping), revoked.signal]);
  const states = (calls as unknown as Follower)[followers[id as keyof typeof followers]](input as never, { signal });
  return sendEvents(states, { request, reply, stalledMs, signal });
}

async function openTeam(
  { service, authenticate }: RouteDeps,
  { scope }: OperationShape,
  request: FastifyRequest,
): Promise<Caller> {
  const principal = await authenticate(request, (token) => service.authenticate(token));
  if (scope && !principal.token.scopes.includes(scope))
    throw new PdfgenError('FORBIDDEN', `The token lacks the scope ${scope}, which this call needs.`);
  return {
    holder: { team: principal.teamId, token: principal.token.id },
    calls: service.as(principal) as unknown as EngineCalls,
    lookUp: ({ id }, params, { headers }) =>
      service.lookUp(principal, id as OperationId, {
        params,
        idempotencyKey: headers['idempotency-key'] as string | undefined,
      }),
    openItemCount: (idempotencyKey) => service.openItemCount(principal, idempotencyKey),
  };
}

async function openEditor({ service, authenticate }: RouteDeps, _: OperationShape, request: FastifyRequest): Promise<Caller> {
  const access = await authenticate(request, (capability) => service.openEditor(capability));
  return {
    holder: { team: access.teamId, token: access.sessionUuid },
    calls: access.engine as unknown as EngineCalls,
    lookUp: () => access.lookUp(),
    findStamp: () => access.findStamp(),
    openItemCount: async () => () => {},
  };
}

/** A signal that comes when the client disconnects, or with another signal. */
function signalOf({ raw }: FastifyReply, other?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  other?.addEventListener('abort', abort);
  if (other?.aborted) abort();
  raw.once('close', () => {
    other?.removeEventListener('abort', abort);
    if (!raw.writableFinished) abort();
  });
  return controller.signal;
}

/** The methods that a path accepts. Empty: no such path. */
export function methodsOf(path: string): readonly string[] {
  const methods = routes
    .filter((route) => matchers.get(route)!.test(path))
    .flatMap(({ operation }) => (operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]));
  return [...new Set(methods)];
}

const matchers = new Map(
  routes.map((route) => [route, new RegExp(`^${(route.prefix + route.operation.path).replace(/:\w+/g, '[^/]+')}$`)]),
);

/** Gives the parameters by their names in the engine. Raises INVALID_UUID. Call it before reading a body or asking a store. */
function readParams(operation: OperationShape, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const params = Object.fromEntries(paramsOf(operation).map((name) => [name, given[wireNameOf(operation, name)]]));
  for (const [name, value] of Object.entries(params)) {
    if (operation.params?.properties?.[name]?.format !== 'uuid') continue;
    if (!isUuid(String(value))) {
      const got = JSON.stringify(value).slice(0, 100);
      throw new PdfgenError('INVALID_UUID', `${wireNameOf(operation, name)} must be a UUID, got ${got}.`);
    }
  }
  return withTypes(params, operation.params);
}
