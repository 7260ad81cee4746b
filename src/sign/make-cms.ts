// Makes the CMS of a signature as PAdES B-B asks for it (ETSI EN 319 142-1, 6.3; RFC 5652, RFC 5035), and of PAdES B-T with a time stamp.
import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { fromBER, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { UsageError } from '../words/usage-error.ts';
import type { SigningIdentity } from './open-p12.ts';

/** Asks a time stamp server about a signature value. Gives the DER of its token. */
export type TimeStamper = (signature: Uint8Array) => Promise<Uint8Array>;

/** ETSI TS 119 312, 6.2.2.2. */
const leastRsaBits = 2048;

/** The digest of a signature with this key, as node:crypto calls it. Raises UsageError for a kind of key that PDF signatures do not have. */
export function digestFor(key: KeyObject): 'sha256' | 'sha384' | 'sha512' {
  const details = key.asymmetricKeyDetails;
  if (key.asymmetricKeyType === 'rsa') {
    if ((details?.modulusLength ?? 0) >= leastRsaBits) return 'sha256';
    throw new UsageError(
      `The RSA key has ${details?.modulusLength} bits, so its signatures can be forged. Sign with a key of ${leastRsaBits} bits or more.`,
    );
  }
  const curve = key.asymmetricKeyType === 'ec' ? details?.namedCurve : undefined;
  if (curve === 'prime256v1') return 'sha256';
  if (curve === 'secp384r1') return 'sha384';
  if (curve === 'secp521r1') return 'sha512';
  const kind = `${key.asymmetricKeyType}${details?.namedCurve ? ` ${details.namedCurve}` : ''}`;
  throw new UsageError(`The key is of the kind ${kind}. Sign with an RSA key, or with an EC key on P-256, P-384 or P-521.`);
}

/** The DER of a detached signature over bytes with this digest. Its time is in the PDF alone, as PAdES asks. */
export async function makeCms(
  digest: Uint8Array,
  { key, certificate, issuers }: SigningIdentity,
  stamp?: TimeStamper,
): Promise<Uint8Array> {
  const hash = digestFor(key);
  const signerCertificate = Certificate.fromBER(certificate.raw);
  const signedAttrs = signedAttributes(digest, certificate);
  const signature = sign(hash, encodeSet(signedAttrs), key);
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: signerCertificate.issuer, serialNumber: signerCertificate.serialNumber }),
    digestAlgorithm: digestAlgorithm(hash),
    signedAttrs,
    signatureAlgorithm: signatureAlgorithm(key, hash),
    signature: new OctetString({ valueHex: signature }),
  });
  if (stamp) {
    const token = fromBER(await stamp(signature)).result;
    const attributes = [new Attribute({ type: oids.timeStampToken, values: [token] })];
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes });
  }
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [digestAlgorithm(hash)],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    certificates: [signerCertificate, ...issuers.map(({ raw }) => Certificate.fromBER(raw))],
    signerInfos: [signer],
  });
  const content = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
  return new Uint8Array(content.toSchema().toBER());
}

const oids = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  rsa: '1.2.840.113549.1.1.1',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  ecdsa: { sha256: '1.2.840.10045.4.3.2', sha384: '1.2.840.10045.4.3.3', sha512: '1.2.840.10045.4.3.4' },
} as const;

type Hash = ReturnType<typeof digestFor>;

const digestAlgorithm = (hash: Hash) => new AlgorithmIdentifier({ algorithmId: oids[hash] });

function signatureAlgorithm(key: KeyObject, hash: Hash): AlgorithmIdentifier {
  if (key.asymmetricKeyType === 'ec') return new AlgorithmIdentifier({ algorithmId: oids.ecdsa[hash] });
  return new AlgorithmIdentifier({ algorithmId: oids.rsa, algorithmParams: new Null() });
}

/** In the order of DER: a set is sorted by its bytes (X.690, 11.6). */
function signedAttributes(digest: Uint8Array, certificate: X509Certificate): SignedAndUnsignedAttributes {
  // ESSCertIDv2 (RFC 5035, 4): SHA-256 is the default and not written.
  const id = new Sequence({ value: [new OctetString({ valueHex: createHash('sha256').update(certificate.raw).digest() })] });
  const attributes = [
    new Attribute({ type: oids.contentType, values: [new ObjectIdentifier({ value: ContentInfo.DATA })] }),
    new Attribute({ type: oids.messageDigest, values: [new OctetString({ valueHex: digest })] }),
    new Attribute({ type: oids.signingCertificateV2, values: [new Sequence({ value: [new Sequence({ value: [id] })] })] }),
  ];
  const bytesOf = (attribute: Attribute) => Buffer.from(attribute.toSchema().toBER());
  return new SignedAndUnsignedAttributes({ type: 0, attributes: attributes.toSorted((a, b) => bytesOf(a).compare(bytesOf(b))) });
}

/** The bytes to sign: the attributes with the tag of a SET, not with their tag in the signature (RFC 5652, 5.4). */
function encodeSet(attributes: SignedAndUnsignedAttributes): Buffer {
  const bytes = Buffer.from(attributes.toSchema().toBER());
  bytes[0] = 0x31;
  return bytes;
}
