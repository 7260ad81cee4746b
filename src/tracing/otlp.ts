// Sends spans to a collector by OTLP over HTTP. The libraries read their variables themselves: address, headers, time limits, sampler, queue.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { programVersion } from '../files/program-files.ts';
import type { OtlpProtocol, Span, SpanAbout, SpanFacts, Tracing } from './tracing.ts';

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };
/** An unreachable collector must not hold up the end of the process for longer. */
const closeMs = 2_000;
/** A collector that stays away is told this often. */
const tellEveryMs = 60_000;

export function startOtlp(protocol: OtlpProtocol, tell: (fault: string) => void): Tracing {
  tellFaults(tell);
  const resource = resourceFromAttributes({
    'service.name': 'pdfgen',
    'service.version': programVersion(),
    'service.instance.id': randomUUID(),
  }).merge(detectResources({ detectors: [envDetector] }));
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer('pdfgen', programVersion());
  return {
    begin(name, { kind, parent, facts = {}, beganMs }: SpanAbout): Span {
      const parentSpan = parent === undefined ? null : parseTraceParent(parent);
      const context = parentSpan ? trace.setSpanContext(ROOT_CONTEXT, { ...parentSpan, isRemote: true }) : ROOT_CONTEXT;
      const options = { kind: kinds[kind], attributes: known(facts), ...(beganMs !== undefined && { startTime: beganMs }) };
      const span = tracer.startSpan(name, options, context);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-0${Number(traceFlags).toString(16)}`,
        end({ facts: more = {}, fault, endedMs } = {}) {
          span.setAttributes(known(more));
          if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: fault });
          span.end(endedMs);
        },
      };
    },
    async close() {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(closeMs, undefined, { ref: false })]);
    },
  };
}

function known(facts: SpanFacts): Record<string, string | number> {
  return Object.fromEntries(Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, fact]])));
}

/** The libraries report each failed attempt. */
function tellFaults(tell: (fault: string) => void): void {
  let toldMs = Number.NEGATIVE_INFINITY;
  const hear = (fault: unknown): void => {
    if (performance.now() - toldMs < tellEveryMs) return;
    toldMs = performance.now();
    tell(`Traces cannot be sent: ${fault instanceof Error ? fault.message : String(fault)}`);
  };
  const ignore = () => {};
  setGlobalErrorHandler(hear);
  diag.setLogger({ error: hear, warn: hear, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}
