// The HTTP server: a thin layer over the service.
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'pino';
import { PdfgenError } from '../contract/errors.ts';
import { followers } from '../contract/follow.ts';
import type { Service } from '../engine/service.ts';
import { completeSettings, type ServerSettings } from '../settings/server-settings.ts';
import { currentTrace } from '../tracing/current-trace.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createAccessWatch } from './access-watch.ts';
import { createAuthenticator } from './authenticate.ts';
import { type CallEnd, onCallEnd } from './call-ends.ts';
import { createConnections } from './connections.ts';
import { createHttpServer, type Tls } from './create-http-server.ts';
import { drainRequest } from './drain-request.ts';
import { eventStreamType } from './event-stream.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { addOwnPages, healthPage, ownMethods } from './own-pages.ts';
import { createRateCheck, createSessionCheck } from './rate-check.ts';
import { isContinueAwaited } from './read-body.ts';
import { createInputReader } from './read-input.ts';
import { readRequestId } from './request-id.ts';
import { addRoutes, methodsOf } from './routes.ts';
import { sendKnownProblem, sendProblem, toPdfgenError } from './send-problem.ts';
import { traceCalls } from './trace-calls.ts';
import { createWaitCount } from './wait-count.ts';

interface CommonDeps {
  readonly settings?: Partial<ServerSettings>;
  /** Default: plain HTTP. */
  readonly tls?: Tls | undefined;
  /** A pino logger. Default: no log. */
  readonly log?: FastifyBaseLogger;
  /** Undefined: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** What `/metrics` shows. Default: the server's calls. */
  readonly metrics?: Metrics;
}

export interface ServerDeps extends CommonDeps {
  readonly service: Service;
  /** Folder of the built server, for tests that run this module from its source. */
  readonly threads?: URL;
}

export interface PdfgenServer {
  /** Begins to accept calls. */
  listen(): Promise<{ url: string; metricsUrl: string | undefined }>;
  /** Calls without an answer so far. */
  openCalls(): number;
  /** Refuses new calls, waits this long for running calls, then cuts them off. The service stays open. */
  close(graceMs: number): Promise<void>;
}

export interface WaitingServerDeps extends CommonDeps {
  /** Why there is no service yet. */
  obstacle(): PdfgenError;
}

/** Creates a server on a service. Nothing listens until `listen`. */
export async function createServer({
  service,
  threads = new URL('./', import.meta.url),
  ...common
}: ServerDeps): Promise<PdfgenServer> {
  const { app, settings, metrics, stopping, teams, asServer } = createBase(common);
  app.setNotFoundHandler((request, reply) => sendUnknown(settings, request, reply));
  const authenticate = createAuthenticator(settings);
  const checkRate = createRateCheck(service, settings);
  addOwnPages(app, { service, settings, authenticate, checkRate, metrics });
  const inputs = createInputReader(settings, service.maxBatchItems, threads);
  app.addHook('onClose', () => inputs.close());
  const waits = createWaitCount({ ofTeam: settings.maxWaitingPolls, streams: settings.maxEventStreams });
  const accesses = createAccessWatch((token) => service.authenticate(token));
  app.addHook('onClose', async () => accesses.close());
  const stalledMs = settings.stalledSeconds * 1000;
  addRoutes(app, {
    service,
    authenticate,
    checkRate,
    checkSession: createSessionCheck(settings, () => performance.now()),
    inputs,
    waits,
    accesses,
    stalledMs,
    stopping,
    onTeam: (request, team) => void teams.set(request, team),
  });
  await app.ready();
  return asServer();
}

/** Creates a server that has no service yet. `/healthz` says that the process lives, and all other calls raise the obstacle. */
export async function createWaitingServer({ obstacle, ...common }: WaitingServerDeps): Promise<PdfgenServer> {
  const { app, asServer } = createBase(common);
  app.route(healthPage);
  // The wait for the stores logs each change of the obstacle.
  app.setNotFoundHandler((request, reply) => sendKnownProblem(toPdfgenError(obstacle()), request, reply));
  await app.ready();
  return asServer();
}

/** What both kinds of servers have: connections, the head of each answer, the log, the metrics, and the end. */
function createBase({ settings: given, tls, log, metrics: shared, tracing }: CommonDeps) {
  const settings = completeSettings(given);
  const metrics = shared ?? createMetrics();
  const stopping = new AbortController();
  // Each waiting call listens to this signal.
  setMaxListeners(0, stopping.signal);
  // A host name may have several addresses. Each has a server of its own.
  const servers: Server[] = [];
  const connections = createConnections();
  const isStopping = () => stopping.signal.aborted;
  const teams = new WeakMap<FastifyRequest, string>();
  const open = new Map<FastifyReply, FastifyRequest>();
  const tellEnd = (request: FastifyRequest, reply: FastifyReply) => {
    const trace = currentTrace()?.split('-')[1];
    onCallEnd(request, reply, isStopping, ({ kind, status, ms }) => {
      const operation = operationOf(request, reply);
      const { method } = request;
      metrics.heardCall(operation, method, status, ms / 1000);
      const path = request.url.split('?', 1)[0];
      request.log.info({ method, path, operation, team: teams.get(request), trace, status, ms: Math.round(ms) }, endWords[kind]);
    });
  };
  const app = createApp(settings, tls, {
    log,
    onServer(server) {
      servers.push(server);
      connections.watch(server, tls !== undefined);
    },
    onUnroutable: tellEnd,
  });

  if (tracing) traceCalls(app, tracing, isStopping);
  app.addHook('onRequest', async (request, reply) => {
    tellEnd(request, reply);
    open.set(reply, request);
    reply.raw.once('close', () => open.delete(reply));
    setSecurityHeaders(reply, tls);
    reply.header('x-request-id', request.id).header('cache-control', 'private, no-store');
    checkHost(request);
    // Neither side can know whether an unrequested body follows, so the connection ends (RFC 9110, 10.1.1).
    if (isContinueAwaited(request.raw)) reply.header('connection', 'close');
    if (!isStopping()) return;
    reply.header('connection', 'close');
    // Probes are answered until the end: `/readyz` itself says that the server is stopping.
    if (request.url === '/healthz') return;
    throw isShuttingDown();
  });
  app.addHook('onSend', (request) => drainRequest(request.raw));
  app.setErrorHandler(sendProblem);
  const metricsServer = settings.metricsPort === undefined ? undefined : metrics.createServer();
  const asServer = (): PdfgenServer => ({
    async listen() {
      const url = await app.listen({ host: settings.host, port: settings.port });
      const metricsUrl = await metricsServer?.listen(settings.metricsHost, settings.metricsPort!);
      return { url, metricsUrl };
    },
    openCalls: () => connections.openCalls(),
    async close(graceMs) {
      stopping.abort();
      const over = new AbortController();
      const cut = setTimeout(() => {
        over.abort();
        const calls = connections.openCalls();
        if (calls > 0) log?.warn({ calls }, 'the time to stop is over: cutting off calls');
        void refuseOpen(open).then(() => {
          for (const server of servers) server.closeAllConnections();
        });
      }, graceMs);
      connections.endIdle();
      // Until then the server listens, and a new call gets 503 and Retry-After. Closing at once would reset connections that wait to be accepted.
      await connections.drained(over.signal);
      // Fastify ends idle connections at once and waits for the others.
      await app.close();
      clearTimeout(cut);
      await metricsServer?.close();
    },
  });
  return { app, settings, metrics, stopping: stopping.signal, teams, asServer };
}

/** Longest time for clients to take the last answers. */
const lastAnswersMs = 1_000;

const isShuttingDown = () => new PdfgenError('OVERLOADED', 'The server is shutting down.', { retryAfter: 5 });

/** Answers the calls that have no answer yet. Waits until the answers are sent. */
async function refuseOpen(open: ReadonlyMap<FastifyReply, FastifyRequest>): Promise<void> {
  const unanswered = [...open].filter(([reply]) => !reply.sent && !reply.raw.headersSent);
  const sent = unanswered.map(async ([reply, request]) => {
    const closed = new Promise<void>((done) => void reply.raw.once('close', done));
    sendKnownProblem(isShuttingDown(), request, reply.header('connection', 'close'));
    await closed;
  });
  await Promise.race([Promise.all(sent), sleep(lastAnswersMs, undefined, { ref: false })]);
}

const endWords: Readonly<Record<CallEnd['kind'], string>> = {
  answered: 'answered',
  left: 'the client left',
  cut: 'cut off',
};

interface AppDeps {
  readonly log: FastifyBaseLogger | undefined;
  onServer(server: Server): void;
  /** Hears of a call whose address cannot be read. No hook of the framework does. */
  onUnroutable(request: FastifyRequest, reply: FastifyReply): void;
}

function createApp(settings: ServerSettings, tls: Tls | undefined, { log, onServer, onUnroutable }: AppDeps): FastifyInstance {
  const app = fastify({
    ...(log && quietLogger(log)),
    // The first server gives the address for `listen`.
    ...(tls && { https: tls }),
    serverFactory: (listener: RequestListener) => {
      const server = createHttpServer(settings, tls, listener);
      onServer(server);
      return server;
    },
    // The servers answer such input themselves. An answer of the framework would cut off theirs.
    clientErrorHandler: () => {},
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: ({ headers }: IncomingMessage) => readRequestId(headers['x-request-id']),
    trustProxy: settings.trustProxy === undefined ? false : [...settings.trustProxy],
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // The framework has no limit for bodies, because each operation has its own.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    routerOptions: { maxParamLength: settings.maxHeaderBytes },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      onUnroutable(request, reply);
      setSecurityHeaders(reply, tls);
      reply.header('x-request-id', request.id).header('cache-control', 'private, no-store');
      return sendProblem(error, request, reply);
    },
  } as Parameters<typeof fastify>[0]) as unknown as FastifyInstance;
  // The handlers read bodies, after every check that needs no body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return app;
}

/** Hides the addresses that the framework would log: the command line prints them. Calls are logged as usual. */
function quietLogger(log: FastifyBaseLogger) {
  const level = ['trace', 'debug', 'info'].includes(log.level) ? 'warn' : log.level;
  return {
    loggerInstance: log.child({}, { level }),
    childLoggerFactory: (_: FastifyBaseLogger, facts: Bindings, options: ChildLoggerOptions) => log.child(facts, options),
  };
}

/** RFC 9112, 3.2: one `Host`, which only HTTP/1.0 may leave out. */
function checkHost({ raw }: FastifyRequest): void {
  const { length } = raw.headersDistinct.host ?? [];
  if (length > 1 || (length === 0 && raw.httpVersion !== '1.0'))
    throw new PdfgenError('INVALID_REQUEST', 'The request needs one Host header.');
}

/** A stream has a name of its own, because it lasts as long as its job: its time would hide the times of calls. */
function operationOf(request: FastifyRequest, reply: FastifyReply): string {
  const { operationId = 'other' } = (request.routeOptions.config ?? {}) as { operationId?: string };
  const isStream = reply.getHeader('content-type') === eventStreamType;
  return isStream ? followers[operationId as keyof typeof followers] : operationId;
}

function setSecurityHeaders(reply: FastifyReply, tls: Tls | undefined): void {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  if (tls) reply.header('strict-transport-security', 'max-age=31536000');
}

/** 404, or 405 if the path takes other methods. */
function sendUnknown(settings: ServerSettings, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0]!;
  const methods = [...methodsOf(path), ...ownMethods(path, settings)];
  if (methods.length === 0) return sendProblem(new PdfgenError('NOT_FOUND', 'There is nothing at this address.'), request, reply);
  reply.header('allow', methods.join(', '));
  const detail = `This address takes ${methods.join(', ')}, not ${request.method}.`;
  return sendProblem(new PdfgenError('METHOD_NOT_ALLOWED', detail), request, reply);
}
