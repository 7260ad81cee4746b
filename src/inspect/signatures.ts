// The signatures of a file: the signer, the time that the signer claims, and the bytes that the signature covers. Nothing is verified here.
import { X509Certificate } from 'node:crypto';
import type { Form } from '../pdf-file/acro-form/read-fields.ts';
import { asDict, type Dict, Text } from '../pdf-file/objects.ts';

export interface Signature {
  /** Name of its field. */
  readonly field: string;
  /** Common name of the signer's certificate; null: it cannot be read, or nobody has signed yet. */
  readonly signer: string | null;
  readonly isSigned: boolean;
  /** The time that the signer claims, in ISO 8601. */
  readonly time: string | null;
  /** Such as `ETSI.CAdES.detached`. */
  readonly format: string | null;
  readonly reason: string | null;
  readonly location: string | null;
  /** `whole file`: all bytes but those of the signature itself. */
  readonly covers: 'whole file' | 'an earlier state of the file' | 'not the whole file' | null;
}

/** The signature fields in the order of the form. `file`: all bytes. */
export const readSignatures = (form: Form | undefined, file: Uint8Array): readonly Signature[] =>
  (form?.fields ?? []).flatMap(({ kind, name, nodes }) =>
    kind === 'signature' ? [readSignature(name, asDict(nodes[0]!.inherited.get('V')), file)] : [],
  );

function readSignature(field: string, value: Dict | undefined, file: Uint8Array): Signature {
  const contents = value?.get('Contents');
  if (!value || !(contents instanceof Text))
    return { field, isSigned: false, signer: null, time: null, format: null, reason: null, location: null, covers: null };
  return {
    field,
    isSigned: true,
    signer: findSigner(contents.bytes) ?? value.text('Name') ?? null,
    time: toIsoTime(value.text('M')) ?? null,
    format: value.name('SubFilter') ?? null,
    reason: value.text('Reason') ?? null,
    location: value.text('Location') ?? null,
    covers: findCovered(value, file),
  };
}

/** ISO 32000-2, 12.8.1: two ranges, with the signature between them. */
function findCovered(value: Dict, file: Uint8Array): Signature['covers'] {
  const [start, length, second, rest, ...more] = value.list('ByteRange');
  if (typeof length !== 'number' || typeof second !== 'number' || typeof rest !== 'number') return 'not the whole file';
  const [opens, closes] = [file[length], file[second - 1]];
  const isWhole = start === 0 && more.length === 0 && length < second && opens === 0x3c && closes === 0x3e;
  if (!isWhole) return 'not the whole file';
  const end = second + rest;
  if (end === file.length) return 'whole file';
  // A later change stands behind the bytes that were signed.
  return end < file.length ? 'an earlier state of the file' : 'not the whole file';
}

/** A date of a PDF (ISO 32000-2, 7.9.4) in ISO 8601. */
export function toIsoTime(date: string | undefined): string | undefined {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?'?|Z)?/.exec(date ?? '');
  if (!parts) return undefined;
  const [all, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes = '00'] = parts;
  const zone = sign === undefined ? (all.endsWith('Z') ? 'Z' : '') : `${sign}${hours}:${minutes}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}

/** A value in DER (ITU-T X.690). */
interface Der {
  readonly tag: number;
  /** With its tag and length. */
  readonly whole: Uint8Array;
  readonly content: Uint8Array;
}

function readDer(bytes: Uint8Array): readonly Der[] {
  const values: Der[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    let length = bytes[at + 1]!;
    let start = at + 2;
    if (length > 0x80) {
      const count = length & 0x7f;
      if (count > 4) return values;
      length = 0;
      for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + i] ?? 0);
      start += count;
    }
    const end = start + length;
    if (end > bytes.length) return values;
    // The zeros that fill the place of the signature.
    if (bytes[at] === 0 && length === 0) return values;
    values.push({ tag: bytes[at]!, whole: bytes.subarray(at, end), content: bytes.subarray(start, end) });
    at = end;
  }
  return values;
}

/** The common name in the certificate that a CMS signature (RFC 5652) was made with. */
function findSigner(cms: Uint8Array): string | undefined {
  const [, explicit] = readDer(readDer(cms)[0]?.content ?? new Uint8Array());
  const signed = readDer(readDer(explicit?.content ?? new Uint8Array())[0]?.content ?? new Uint8Array());
  const certificates = readDer(signed.find(({ tag }) => tag === 0xa0)?.content ?? new Uint8Array());
  const signer = readDer(readDer(signed.at(-1)?.content ?? new Uint8Array())[0]?.content ?? new Uint8Array());
  const [, serial] = readDer(signer[1]?.content ?? new Uint8Array());
  const serialHex =
    serial &&
    Buffer.from(serial.content)
      .toString('hex')
      .replace(/^(?:00)+/, '')
      .toUpperCase();
  for (const { whole } of certificates) {
    try {
      const certificate = new X509Certificate(whole);
      if (serialHex !== undefined && certificate.serialNumber.replace(/^(?:00)+/, '') !== serialHex) continue;
      return /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.replaceAll('\n', ', ');
    } catch {
      // no certificate that Node can read
    }
  }
  return undefined;
}
