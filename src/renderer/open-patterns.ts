// Opens hyphenation patterns: TeX files of a template or its workspace, packed files that ship with pdfgen.
import { existsSync, readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { PdfgenError } from '../contract/errors.ts';
import type { Resource } from '../document/resources.ts';
import { packPatterns, readPatternFile } from '../document/text/hyphenation/pack-patterns.ts';
import { shippedPatterns } from '../files/program-files.ts';

/** The largest file of hyph-utf8 has half a megabyte. */
const mostMegabytes = 2;

/** Packs the patterns of a TeX file. Raises ASSET_INVALID with its name, the place and the remedy. */
export function readPatterns(name: string, bytes: Uint8Array): Uint8Array {
  try {
    if (bytes.length > mostMegabytes * 1024 ** 2) throw new SyntaxError(`it is larger than ${mostMegabytes} MB.`);
    return packPatterns(readPatternFile(decode(bytes)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new PdfgenError('ASSET_INVALID', `The hyphenation patterns ${name} cannot be read: ${error.message}`, { cause: error });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SyntaxError('it is not in UTF-8. Convert it, or take a file of https://www.hyphenation.org/tex.');
  }
}

/** By the name of a language. */
const shipped = new Map<string, Resource | undefined>();

/** Patterns of a language that ship with pdfgen. */
export function openShippedPatterns(language: string): Resource | undefined {
  if (!shipped.has(language)) {
    const file = shippedPatterns(language);
    const isThere = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/.test(language) && existsSync(file);
    shipped.set(language, isThere ? { key: `shipped/${language}`, bytes: inflateRawSync(readFileSync(file)) } : undefined);
  }
  return shipped.get(language);
}
