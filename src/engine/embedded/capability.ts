// The capability to open the editor of one pair: an encrypted token (RFC 7516, compact) that only this service makes and reads.
import { PdfgenError } from '../../contract/errors.ts';
import type { CapabilityKeys } from '../../store/capability-keys.ts';
import { isUuid } from '../../words/is-uuid.ts';

/** Content of a capability. */
export interface CapabilityClaims {
  readonly sessionUuid: string;
  readonly teamId: string;
  readonly baseTemplateUuid: string;
  readonly externalUuid: string;
  readonly issuedMs: number;
  readonly expiresMs: number;
  /** Origin of the page that may show the editor in a frame. Null: no page may. */
  readonly hostOrigin: string | null;
}

/** Most bytes of a capability. It is sent in a header and in the fragment of a URL. */
const longestCapability = 2048;

const audience = 'pdfgen-editor';
/** No other members are allowed: `zip` could expand to fill the memory, and `crit` could demand an unknown feature (RFC 7516, 4.1). */
const headerMembers = 'alg,enc,kid';

/** Encrypts the claims with the current key. */
export async function mintCapability(keys: CapabilityKeys, claims: CapabilityClaims): Promise<string> {
  const { CompactEncrypt } = await import('jose');
  const { kid, key } = await keys.current();
  const { sessionUuid, teamId, baseTemplateUuid, externalUuid, issuedMs, expiresMs, hostOrigin } = claims;
  // NumericDate is in seconds and may have a fraction (RFC 7519, 2).
  const payload = {
    aud: audience,
    session: sessionUuid,
    team: teamId,
    pair: [baseTemplateUuid, externalUuid],
    iat: issuedMs / 1000,
    exp: expiresMs / 1000,
    hostOrigin,
  };
  const capability = await new CompactEncrypt(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .encrypt(key);
  if (capability.length > longestCapability) throw new PdfgenError('INTERNAL', 'The capability is too long.');
  return capability;
}

/** Reads a capability. Raises UNAUTHENTICATED if none of the keys made it, CAPABILITY_EXPIRED if it has expired at `now`. */
export async function openCapability(keys: CapabilityKeys, capability: string, now: number): Promise<CapabilityClaims> {
  const key = capability.length <= longestCapability ? await findKey(keys, capability) : undefined;
  const claims = key && readClaims(await decrypt(capability, key));
  if (!claims) throw new PdfgenError('UNAUTHENTICATED', 'The editor needs the capability from opening a session.');
  if (now >= claims.expiresMs) throw capabilityExpired();
  return claims;
}

export function capabilityExpired(): PdfgenError {
  return new PdfgenError(
    'CAPABILITY_EXPIRED',
    'The capability or its session has ended. The host application must open a new session, which gives a new capability.',
  );
}

/** The key that the header names. Undefined: `mintCapability` would not write such a header. */
async function findKey(keys: CapabilityKeys, capability: string): Promise<Uint8Array | undefined> {
  const header = parseClaims(Buffer.from(capability.slice(0, Math.max(0, capability.indexOf('.'))), 'base64url'));
  if (!header || Object.keys(header).sort().join() !== headerMembers) return undefined;
  const { alg, enc, kid } = header;
  return alg === 'dir' && enc === 'A256GCM' && typeof kid === 'string' ? keys.find(kid) : undefined;
}

async function decrypt(capability: string, key: Uint8Array): Promise<Uint8Array | undefined> {
  const { compactDecrypt, errors } = await import('jose');
  try {
    const allowed = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    return (await compactDecrypt(capability, key, allowed)).plaintext;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined; // not made with this key: the caller raises the error
    throw error;
  }
}

function readClaims(plaintext: Uint8Array | undefined): CapabilityClaims | undefined {
  const { aud, session, team, pair, iat, exp, hostOrigin } = (plaintext && parseClaims(plaintext)) ?? {};
  if (aud !== audience || !isUuidText(session) || typeof team !== 'string') return undefined;
  if (!Array.isArray(pair) || pair.length !== 2) return undefined;
  const [baseTemplateUuid, externalUuid] = pair as readonly unknown[];
  if (!isUuidText(baseTemplateUuid) || !isUuidText(externalUuid)) return undefined;
  if (typeof iat !== 'number' || typeof exp !== 'number') return undefined;
  if (hostOrigin !== null && typeof hostOrigin !== 'string') return undefined;
  return {
    sessionUuid: session,
    teamId: team,
    baseTemplateUuid,
    externalUuid,
    issuedMs: Math.round(iat * 1000),
    expiresMs: Math.round(exp * 1000),
    hostOrigin,
  };
}

function isUuidText(value: unknown): value is string {
  return typeof value === 'string' && isUuid(value);
}

function parseClaims(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined; // not JSON: the caller raises the error
  }
}
