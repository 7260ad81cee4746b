// Calls that must not be carried out twice.
import { createHash } from 'node:crypto';
import type { CallOptions } from '../../contract/engine.ts';
import type { Idempotency } from '../../store/state-store.ts';

/** The key of a call with an Idempotency-Key; undefined: it has none. `input` tells calls apart where the caller gives no fingerprint. */
export function requestKey(
  headers: { readonly 'idempotency-key'?: string | undefined } | undefined,
  { fingerprint }: CallOptions,
  input: unknown,
): Idempotency | undefined {
  const key = headers?.['idempotency-key'];
  if (key === undefined) return undefined;
  return { key, hash: fingerprint ?? createHash('sha256').update(JSON.stringify(input)).digest('hex') };
}
