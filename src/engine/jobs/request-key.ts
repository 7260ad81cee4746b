// Reads the Idempotency-Key of a call, so that the call is not carried out twice.
import { createHash } from 'node:crypto';
import type { CallOptions } from '../../contract/engine.ts';
import type { Idempotency } from '../../store/state-store.ts';

/** The key and the hash of the call. Undefined: no Idempotency-Key. The hash is the caller's fingerprint, or is made of `input`. */
export function requestKey(
  headers: { readonly 'idempotency-key'?: string | undefined } | undefined,
  { fingerprint }: CallOptions,
  input: unknown,
): Idempotency | undefined {
  const key = headers?.['idempotency-key'];
  if (key === undefined) return undefined;
  return { key, hash: fingerprint ?? createHash('sha256').update(JSON.stringify(input)).digest('hex') };
}
