// Spans of the calls of operations.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withinTrace } from '../tracing/current-trace.ts';
import type { Span, Tracing } from '../tracing/tracing.ts';

/** Adds a span to each call of an operation. The trace goes on that the header `traceparent` names. */
export function traceCalls(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions;
    const { operationId } = config as { operationId?: string };
    if (operationId === undefined) return done();
    const { traceparent } = request.headers;
    const span = tracing.begin(`${request.method} ${route}`, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      facts: {
        'http.request.method': request.method,
        'http.route': route,
        'url.path': request.url.split('?', 1)[0],
        'pdfgen.operation': operationId,
        'pdfgen.request_id': request.id,
      },
    });
    spans.set(request, span);
    withinTrace(span.traceparent, done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const fault = statusCode >= 500 ? String(statusCode) : undefined;
    spans.get(request)?.end({ facts: { 'http.response.status_code': statusCode, 'error.type': fault }, fault });
  });
}
