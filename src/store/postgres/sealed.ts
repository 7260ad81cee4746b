// Encrypts secrets with the master key, which only the processes know. Who reads the database or its backup learns nothing.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM (NIST SP 800-38D): IV, ciphertext and tag, in base64url. The name of the secret is authenticated too. */
export function seal(name: string, secret: string, masterKey: Uint8Array): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(Buffer.from(name));
  return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Raises an error if the secret was sealed with another key or under another name. */
export function unseal(name: string, sealed: string, masterKey: Uint8Array): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
}
