// Answers of the server that are not operations: health, metrics and pages.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { PdfgenError } from '../contract/errors.ts';
import type { Service } from '../engine/service.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { Authenticator } from './authenticate.ts';
import { type ApiDocuments, createDocuments, documentPaths, sendDocument } from './documents.ts';
import { browserFilesPath, sendBrowserFile, sendEditorFault, sendEditorPage, sendEnterPage } from './editor-pages.ts';
import type { Metrics } from './metrics.ts';
import { checkMetricsAccess } from './metrics-access.ts';
import type { RateCheck } from './rate-check.ts';
import { sendKnownProblem, sendProblem, toPdfgenError } from './send-problem.ts';

export interface PageDeps {
  readonly service: Service;
  readonly settings: ServerSettings;
  readonly authenticate: Authenticator;
  readonly checkRate: RateCheck;
  readonly metrics: Metrics;
}

interface ServerPage {
  readonly path: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[];
  handle(
    deps: PageDeps & { readonly documents: ApiDocuments },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply>;
  /** Answers a fault. Default: with a problem document. */
  readonly fail?: (fault: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

const sendHealth = (reply: FastifyReply): FastifyReply => reply.send({ status: 'ok' });

/** The page that says that the process lives, as a route. It asks no service. */
export const healthPage: RouteOptions = { method: ['GET', 'HEAD'], url: '/healthz', handler: (_, reply) => sendHealth(reply) };

const pages: readonly ServerPage[] = [
  // Relative, because a proxy may put the server below a path.
  { path: '/', methods: ['GET', 'HEAD'], handle: async (_, _request, reply) => reply.redirect('docs', 302) },
  { path: '/healthz', methods: ['GET', 'HEAD'], handle: async (_, _request, reply) => sendHealth(reply) },
  { path: '/readyz', methods: ['GET', 'HEAD'], handle: sendReadiness },
  ...documentPaths.map(
    (path): ServerPage => ({
      path,
      methods: ['GET', 'HEAD'],
      handle: async ({ documents }, request, reply) => sendDocument(documents[path](), request, reply),
    }),
  ),
  { path: '/editor', methods: ['GET', 'HEAD'], handle: sendEnterPage, fail: sendEditorFault },
  { path: '/editor', methods: ['POST'], handle: sendEditorPage, fail: sendEditorFault },
  { path: browserFilesPath, methods: ['GET', 'HEAD'], handle: sendBrowserFile },
  { path: '/metrics', methods: ['GET', 'HEAD'], handle: sendMetrics },
];

export function addOwnPages(app: FastifyInstance, deps: PageDeps): void {
  const all = { ...deps, documents: createDocuments() };
  for (const { path, methods, handle, fail = sendProblem } of pagesOf(deps.settings)) {
    app.route({ method: [...methods], url: path, handler: (request, reply) => handle(all, request, reply), errorHandler: fail });
  }
}

/** The pages. `/metrics` is left out if it has a port of its own. */
function pagesOf({ metricsPort }: ServerSettings): readonly ServerPage[] {
  return metricsPort === undefined ? pages : pages.filter(({ path }) => path !== '/metrics');
}

/** The methods that a page accepts. */
export function ownMethods(path: string, settings: ServerSettings): readonly string[] {
  return pagesOf(settings)
    .filter((page) => page.path === path || (page.path === browserFilesPath && /^\/editor\/files\/[^/]+$/.test(path)))
    .flatMap(({ methods }) => methods);
}

async function sendReadiness({ service }: PageDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const obstacles = await service.findObstacles();
  if (obstacles.length === 0) return reply.send({ status: 'ready' });
  // The obstacles go to the log: only the operator of the server may see them.
  request.log.warn({ obstacles: obstacles.map(({ message }) => message) }, 'not ready');
  const away = obstacles.find(({ code }) => code === 'STORE_UNAVAILABLE');
  const error = away ?? new PdfgenError('OVERLOADED', 'The server is not ready. Its log says why.', { retryAfter: 5 });
  return sendKnownProblem(toPdfgenError(error), request, reply);
}

async function sendMetrics(deps: PageDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await checkMetricsAccess(deps, request);
  return reply.header('content-type', deps.metrics.contentType).send(await deps.metrics.write());
}
