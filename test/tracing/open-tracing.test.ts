import { expect, test } from 'vitest';
import { openTracing } from '../../src/tracing/open-tracing.ts';
import { UsageError } from '../../src/words/usage-error.ts';

const open = (env: Readonly<Record<string, string>>) => openTracing(env, () => {});
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

test.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  [{ OTEL_SERVICE_NAME: 'pdfgen', OTEL_TRACES_SAMPLER: 'always_on' }],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
])('nothing is traced with %o', async (env) => {
  expect(await open(env)).toBeUndefined();
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'nowhere' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be the address'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'http/protobuf or http/json, got "grpc"'],
  [{ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/jsn' }, 'did you mean'],
  [{ OTEL_TRACES_EXPORTER: 'console' }, 'OTEL_TRACES_EXPORTER must be one of otlp, none, got "console"'],
  [{ OTEL_TRACES_SAMPLER: 'always_onn' }, 'did you mean'],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
    'a number from 0 to 1 for the sampler traceidratio, got "2"',
  ],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
])('an invalid variable is wrong usage: %o', async (env, message) => {
  const failed = await open({ ...endpoint, ...env }).catch((error: unknown) => error as Error);
  expect(failed).toBeInstanceOf(UsageError);
  expect((failed as UsageError).message.toLowerCase()).toContain(message.toLowerCase());
});
