// The operations of the contract as routes, every one by the same steps in the order that the contract gives them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { editorOperations } from '../contract/editor.ts';
import type { CallNotes, CallOptions, OperationShape } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import { operations } from '../contract/operations.ts';
import type { Service } from '../engine/service.ts';
import { sendAnswer } from './answers.ts';
import type { Authenticator } from './authenticate.ts';
import { createBodyRoom } from './body-room.ts';
import { checkUuids } from './check-uuids.ts';
import { currentTurn } from './loop-turn.ts';
import type { RateCheck } from './rate-check.ts';
import { type RequestInput, readInput } from './read-input.ts';
import type { ServerSettings } from './settings.ts';

/** An operation with its id and the path that it is served at. */
export interface Route {
  readonly id: string;
  readonly prefix: string;
  readonly operation: OperationShape;
}

export const apiPrefix = '/api/v1';
export const editorPrefix = '/editor/v1';

const toRoutes = (prefix: string, table: Readonly<Record<string, OperationShape>>): readonly Route[] =>
  Object.entries(table).map(([id, operation]) => ({ id, prefix, operation }));

/** Every operation that the server offers. */
export const routes: readonly Route[] = [...toRoutes(apiPrefix, operations), ...toRoutes(editorPrefix, editorOperations)];

type Call = (input: RequestInput, options: CallOptions) => Promise<unknown>;
type Calls = Readonly<Record<string, Call>>;

/** Who asks, as far as routes are concerned: what a limit counts by, and the calls that are open to them. */
interface Access {
  readonly key: string;
  readonly calls: Calls;
}

/** What was found before the body was read, and in which turn of the event loop. */
interface FirstAccess extends Access {
  readonly turn: number;
}

export interface RouteDeps {
  readonly service: Service;
  readonly settings: ServerSettings;
  readonly authenticate: Authenticator;
  readonly checkRate: RateCheck;
  /** Comes when the server stops: who waits for something to end is told how it stands. */
  readonly stopping: AbortSignal;
}

export function addRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const accesses = new WeakMap<FastifyRequest, FirstAccess>();
  const room = createBodyRoom(deps.settings.maxHeldBytes);
  for (const { id, prefix, operation } of routes) {
    const open = prefix === apiPrefix ? openTeam : openEditor;
    app.route({
      method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
      url: prefix + operation.path,
      config: { operationId: id },
      // Before the body is read.
      onRequest: async (request, reply) => {
        const turn = currentTurn();
        const access = await open(deps, operation, request);
        checkUuids(operation, request.params as Readonly<Record<string, unknown>>);
        await deps.checkRate(request, reply, access.key);
        accesses.set(request, { ...access, turn });
      },
      handler: async (request, reply) => {
        const { input, fingerprint } = await readInput(operation, request, reply, deps.settings, room);
        const first = accesses.get(request)!;
        // A body that did not come with its head takes its time, in which the token may have been revoked.
        const { calls } =
          operation.body === undefined || first.turn === currentTurn() ? first : await open(deps, operation, request);
        const notes: CallNotes = {};
        const call = calls[id];
        if (call === undefined) throw new PdfgenError('INTERNAL', `The engine has no ${id}.`);
        const signal = operation.query?.properties?.wait ? signalOf(reply, deps.stopping) : signalOf(reply);
        const answer = await call(input, { signal, notes, ...(fingerprint !== undefined && { fingerprint }) });
        return sendAnswer(answer, { operation, prefix, notes, request, reply });
      },
    });
  }
}

async function openTeam(
  { service, authenticate }: RouteDeps,
  { scope }: OperationShape,
  request: FastifyRequest,
): Promise<Access> {
  const principal = await authenticate(request, (token) => service.authenticate(token));
  if (scope && !principal.token.scopes.includes(scope))
    throw new PdfgenError('FORBIDDEN', `The token lacks the scope ${scope}, which this call needs.`);
  return { key: principal.token.id, calls: service.as(principal) as unknown as Calls };
}

async function openEditor({ service, authenticate }: RouteDeps, _: OperationShape, request: FastifyRequest): Promise<Access> {
  const { engine, sessionUuid } = await authenticate(request, (capability) => service.openEditor(capability));
  return { key: sessionUuid, calls: engine as unknown as Calls };
}

/** Ends the work when its client goes away, or with another signal. */
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

/** The methods that a path takes; empty: there is no such path. */
export function methodsOf(path: string): readonly string[] {
  const methods = routes
    .filter((route) => matchers.get(route)!.test(path))
    .flatMap(({ operation }) => (operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]));
  return [...new Set(methods)];
}

const matchers = new Map(
  routes.map((route) => [route, new RegExp(`^${(route.prefix + route.operation.path).replace(/:\w+/g, '[^/]+')}$`)]),
);
