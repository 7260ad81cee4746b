// Opens a PKCS #12 file (RFC 7292). node-forge reads the old encryptions too, which OpenSSL 3 has put aside.

import { createPrivateKey, type KeyObject, pbkdf2Sync, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { counted } from '../words/counts.ts';
import { preparePassword } from '../words/prepare-password.ts';
import { UsageError } from '../words/usage-error.ts';

/**
 * Rounds of deriving the keys of a file together: two or three seconds. Nothing can end the thread before Node has derived a key. Programs write 2,000 to
 * 600,000 rounds for each of two or three keys.
 */
const mostRounds = 6_000_000;

/** The key of the old encryptions and of the checksum is derived by node-forge, at so many times the cost of a round. */
const oldRound = 7;

const derivePlain = forge.pkcs12.generateKey;
const { pbe: oldEncryptions } = forge as unknown as { readonly pbe: { generatePkcs12Key: typeof derivePlain } };

/** Derives keys from here on, within the bounds of one file. */
function boundRounds(): void {
  let left = mostRounds;
  const take = (rounds: number, cost: number) => {
    left -= rounds * cost;
    if (!(left >= 0))
      throw new Error(
        `its keys take ${rounds} rounds or more, and at most ${Math.floor(mostRounds / cost)} are allowed together.`,
      );
  };
  // node-forge takes each character of a password as a byte, but other programs take UTF-8 (RFC 8018, section 3). Node is also much faster.
  forge.pkcs5.pbkdf2 = ((
    password: string,
    salt: string,
    rounds: number,
    length: number,
    digest: { readonly algorithm: string },
  ) => {
    take(rounds, 1);
    return pbkdf2Sync(password, Buffer.from(salt, 'latin1'), rounds, length, digest.algorithm).toString('latin1');
  }) as typeof forge.pkcs5.pbkdf2;
  const deriveOld: typeof derivePlain = (...given) => {
    take(given[3], oldRound);
    return derivePlain(...given);
  };
  forge.pkcs12.generateKey = deriveOld;
  oldEncryptions.generatePkcs12Key = deriveOld;
}

/** The key and the certificates of a signer. */
export interface SigningIdentity {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  /** Certificates of the issuers, as far as the file has them. */
  readonly issuers: readonly X509Certificate[];
}

/** Raises UsageError for a wrong password, and for a file without one key and its certificate. `shown`: the file in messages. */
export function openP12(bytes: Uint8Array, password: string, shown: string): SigningIdentity {
  const bags = readBags(bytes, password, shown);
  const keys = bags.flatMap(toKey);
  if (keys.length === 0) throw new UsageError(`${shown} holds no private key, so nothing can be signed with it.`);
  if (keys.length > 1)
    throw new UsageError(
      `${shown} holds ${counted(keys.length, 'private key')}. Export the one to sign with into a file of its own.`,
    );
  const [key] = keys as [KeyObject];
  const certificates = bags.flatMap(toCertificate);
  const certificate = certificates.find((one) => one.checkPrivateKey(key));
  if (!certificate) throw new UsageError(`${shown} holds no certificate that belongs to its private key.`);
  return { key, certificate, issuers: certificates.filter((one) => one !== certificate) };
}

function readBags(bytes: Uint8Array, password: string, shown: string): readonly forge.pkcs12.Bag[] {
  let content: forge.asn1.Asn1;
  try {
    content = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('latin1')));
  } catch {
    const hint = isPem(bytes) ? ' It is PEM text. Convert it: openssl pkcs12 -export -in FILE -out NAME.p12' : '';
    throw new UsageError(`${shown} is not a PKCS #12 file (.p12, .pfx).${hint}`);
  }
  const prepared = preparePassword(password);
  // The password as it is typed, and as another keyboard may have written it.
  for (const form of new Set([password, 'password' in prepared ? prepared.password : password])) {
    try {
      boundRounds();
      return forge.pkcs12.pkcs12FromAsn1(content, false, form).safeContents.flatMap(({ safeBags }) => safeBags);
    } catch (error) {
      const text = error instanceof Error ? error.message : '';
      if (!/password|MAC|decrypt/i.test(text)) throw new UsageError(`${shown} cannot be read as a PKCS #12 file: ${text}`);
    }
  }
  throw new UsageError(`The password does not open ${shown}.`);
}

const isPem = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4096)).includes('-----BEGIN ');

const { keyBag, pkcs8ShroudedKeyBag, certBag } = forge.pki.oids;

/** node-forge understands RSA keys only, and gives others as they stand in the file. */
function toKey({ type, key, asn1 }: forge.pkcs12.Bag): readonly KeyObject[] {
  if (type !== keyBag && type !== pkcs8ShroudedKeyBag) return [];
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
  return [createPrivateKey({ key: toDer(info), format: 'der', type: 'pkcs8' })];
}

function toCertificate({ type, cert, asn1 }: forge.pkcs12.Bag): readonly X509Certificate[] {
  if (type !== certBag) return [];
  return [new X509Certificate(toDer(cert ? forge.pki.certificateToAsn1(cert) : asn1))];
}

const toDer = (value: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
