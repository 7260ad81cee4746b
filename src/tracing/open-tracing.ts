// Opens tracing if the standard variables of OpenTelemetry ask for it.
import { suggest } from '../words/nearest.ts';
import { UsageError } from '../words/usage-error.ts';
import type { OtlpProtocol, Tracing } from './tracing.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
const protocols = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
const samplers = [
  ...['always_on', 'always_off', 'traceidratio'],
  ...['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'],
];

/** Undefined: no collector is named, or tracing is turned off. `tell` hears of faults. Raises UsageError for an invalid variable. */
export async function openTracing(env: Environment, tell: (fault: string) => void): Promise<Tracing | undefined> {
  const endpoint = endpoints.find((name) => env[name]);
  if (endpoint === undefined || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined;
  const protocol = check(env, endpoint);
  // The libraries of OpenTelemetry are loaded only here.
  const { startOtlp } = await import('./otlp.ts');
  return startOtlp(protocol, tell);
}

function check(env: Environment, endpoint: string): OtlpProtocol {
  if (!/^https?:$/.test(URL.canParse(env[endpoint]!) ? new URL(env[endpoint]!).protocol : ''))
    throw new UsageError(`${endpoint} must be the address of a collector, such as http://localhost:4318`);
  checkChoice(env, 'OTEL_TRACES_EXPORTER', ['otlp', 'none']);
  checkChoice(env, 'OTEL_TRACES_SAMPLER', samplers);
  checkRatio(env);
  const name = protocols.find((one) => env[one]);
  if (name === undefined) return 'http/protobuf';
  if (env[name] === 'grpc')
    throw new UsageError(`${name} must be http/protobuf or http/json, got "grpc". Collectors take these at port 4318.`);
  return checkChoice(env, name, ['http/protobuf', 'http/json']) as OtlpProtocol;
}

function checkChoice(env: Environment, name: string, choices: readonly string[]): string | undefined {
  const value = env[name] || undefined;
  if (value !== undefined && !choices.includes(value))
    throw new UsageError(`${name} must be one of ${choices.join(', ')}, got ${JSON.stringify(value)}${suggest(value, choices)}`);
  return value;
}

function checkRatio({ OTEL_TRACES_SAMPLER: sampler = '', OTEL_TRACES_SAMPLER_ARG: ratio }: Environment): void {
  if (!sampler.endsWith('traceidratio')) return;
  if (!ratio || !(Number(ratio) >= 0 && Number(ratio) <= 1))
    throw new UsageError(
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1 for the sampler ${sampler}, got ${JSON.stringify(ratio ?? '')}`,
    );
}
