// Signs calls as the Standard Webhooks specification says (version 1.0.0, "Signature scheme", symmetric).
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret: 32 random bytes. */
export function createSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

export interface SignedContent {
  readonly id: string;
  /** Seconds since 1970: the time of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of a call, with a signature for each secret. A receiver accepts any of them, so a secret can be replaced without a gap. */
export function signHeaders(
  { id, timestamp, body }: SignedContent,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
