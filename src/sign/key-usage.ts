// Whether readers of PDF accept the purposes that a certificate names (RFC 5280, 4.2.1.3 and 4.2.1.12).
import type { X509Certificate } from 'node:crypto';
import type { BitString } from 'asn1js';
import { Certificate } from 'pkijs';

const keyUsageExtension = '2.5.29.15';
/** The bits digitalSignature and nonRepudiation. */
const signatureBits = 0b1100_0000;

/** Extended purposes that readers accept: any, e-mail, code, documents (RFC 9336), documents as Microsoft and as Adobe call them. */
const acceptedPurposes = [
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.3',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.4.1.311.10.3.12',
  '1.2.840.113583.1.1.5',
];

/** Why readers will not accept signatures of this certificate, as the end of a sentence. Undefined: its purposes allow them, or it names none. */
export function misfitOf(certificate: X509Certificate): string | undefined {
  const extension = Certificate.fromBER(certificate.raw).extensions?.find(({ extnID }) => extnID === keyUsageExtension);
  const [bits = 0] = extension ? (extension.parsedValue as BitString).valueBlock.valueHexView : [signatureBits];
  if ((bits & signatureBits) === 0) return 'its key usage is neither digitalSignature nor nonRepudiation';
  // Node gives the extended purposes by this name. It leaves the property undefined if there are none.
  const purposes = certificate.keyUsage as readonly string[] | undefined;
  if (purposes === undefined || purposes.some((one) => acceptedPurposes.includes(one))) return undefined;
  return `its extended key usage (${purposes.join(', ')}) has none for e-mail, code or documents`;
}
