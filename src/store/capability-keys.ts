// The keys port: the keys that encrypt the capabilities of the editor. The first key encrypts, and all keys decrypt. Several processes use
// the same keys. A driver keeps the stored keys; the code that derives and ages them is here.
import { hkdfSync, randomBytes } from 'node:crypto';
import { sessionMinutes } from '../contract/life-times.ts';

export interface CapabilityKey {
  readonly kid: string;
  /** RFC 3339. */
  readonly createdAt: string;
}

export interface CapabilityKeys {
  /** Newest first, without their secrets. */
  list(): Promise<readonly CapabilityKey[]>;
  /** The encrypting key: its name and 256 bits. */
  current(): Promise<{ readonly kid: string; readonly key: Uint8Array }>;
  /** Undefined: the key is unknown or revoked. */
  find(kid: string): Promise<Uint8Array | undefined>;
  /** Makes a new encrypting key. Older keys still decrypt. */
  rotate(): Promise<CapabilityKey>;
  /** Removes keys so old that all their capabilities have expired. Gives the number removed. */
  prune(): Promise<number>;
  /** Removes a key. All its capabilities end at once. A new key replaces the last. False: no such key. */
  revoke(kid: string): Promise<boolean>;
}

/** The longest life of a capability. A key that was replaced longer ago has no valid capabilities. */
export const longestCapabilityMs = sessionMinutes.most * 60_000;

/** A key as a driver keeps it. */
export interface StoredKey extends CapabilityKey {
  /** 32 bytes, base64url. */
  readonly secret: string;
}

export function newKey(nowMs: number): StoredKey {
  return {
    // Hexadecimal, because `keys revoke` would take an id that begins with a hyphen for an option.
    kid: randomBytes(8).toString('hex'),
    createdAt: new Date(nowMs).toISOString(),
    secret: randomBytes(32).toString('base64url'),
  };
}

/** RFC 5869. The purpose is part of the derived key, so a secret with another use cannot make capabilities. */
export function deriveKey({ secret }: StoredKey): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'pdfgen-editor A256GCM', 32));
}

export function withoutSecret({ kid, createdAt }: CapabilityKey): CapabilityKey {
  return { kid, createdAt };
}

/** The keys, newest first, that still have valid capabilities, and the encrypting key. */
export function keysInUse<Key extends CapabilityKey>(stored: readonly Key[], nowMs: number): readonly Key[] {
  return stored.filter((_, i) => i === 0 || Date.parse(stored[i - 1]!.createdAt) > nowMs - longestCapabilityMs);
}
