// Spans of the calls of operations.
import type { FastifyInstance } from 'fastify';
import { withinTrace } from '../tracing/current-trace.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { onCallEnd } from './call-ends.ts';

/** Adds a span to each call of an operation. The trace goes on that the header `traceparent` names. */
export function traceCalls(app: FastifyInstance, tracing: Tracing, isStopping: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
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
    onCallEnd(request, reply, isStopping, ({ status }) => {
      const fault = status >= 500 ? String(status) : undefined;
      span.end({ facts: { 'http.response.status_code': status, 'error.type': fault }, fault });
    });
    withinTrace(span.traceparent, done);
  });
}
