// QR codes (ISO/IEC 18004) by the qr package, which chooses mode, version and mask.

import encode from 'qr';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import { utf8Length } from '../../platform/bytes.ts';
import { mergeRuns } from './merge-runs.ts';
import type { Modules, Unencodable } from './modules.ts';

/** The share of the code that may be damaged: about 7, 15, 25, 30 %. */
export type QrErrorCorrection = 'low' | 'medium' | 'quartile' | 'high';

/** Version 40 holds 7,089 digits at the lowest correction. Longer texts are refused at once. */
const maxLength = 7089;

const cache = new BoundedCache<Modules>(256);

/** The code of a text in UTF-8, without the quiet zone of 4 modules. */
export function encodeQr(text: string, { ecc }: { readonly ecc: QrErrorCorrection }): Modules | Unencodable {
  const key = `${ecc} ${text}`;
  const known = cache.get(key);
  if (known) return known;
  if (text === '') return { error: 'An empty text cannot be a QR code.' };
  if (text.length > maxLength) return tooLong(text, ecc);
  let bits: boolean[][];
  try {
    // The package draws a border of at least one module; layout keeps the quiet zone.
    bits = encode(text, 'raw', { ecc, border: 1 });
  } catch (error) {
    if (error instanceof Error && /capacity/i.test(error.message)) return tooLong(text, ecc);
    throw error;
  }
  const rows = bits.slice(1, -1).map((row) => row.slice(1, -1));
  const modules: Modules = { width: rows.length, height: rows.length, rects: mergeRuns(rows) };
  cache.set(key, modules);
  return modules;
}

function tooLong(text: string, ecc: QrErrorCorrection): Unencodable {
  return { error: `The text is too long for a QR code with error correction "${ecc}" (${utf8Length(text)} bytes).` };
}
