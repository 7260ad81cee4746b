// Packs hyphenation patterns for src/hyphenation: node scripts/pack-hyphenation.mjs FOLDER, after npm run build. FOLDER has the TeX files of hyph-utf8
// (hyph-utf8/tex/generic/hyph-utf8/patterns/tex). Only files whose licence is MIT, BSD or asks for a notice alone are taken, each with its notice.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { packPatterns, readPatternFile } from '../.build/document/text/hyphenation/pack-patterns.js';

/** Language -> its file. Bokmål and Nynorsk share one. */
const languages = {
  de: 'de-1996',
  'en-gb': 'en-gb',
  'en-us': 'en-us',
  es: 'es',
  fi: 'fi',
  fr: 'fr',
  it: 'it',
  nl: 'nl',
  no: 'no',
  pl: 'pl',
  pt: 'pt',
  sk: 'sk',
  ta: 'ta',
};

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the TeX files: node scripts/pack-hyphenation.mjs FOLDER');
const target = new URL('../src/hyphenation/', import.meta.url);
let notices =
  'Hyphenation patterns of the hyph-utf8 package (https://www.hyphenation.org/tex), packed as tries. The notice of each file:\n';
for (const [language, name] of Object.entries(languages)) {
  const text = readFileSync(join(folder, `hyph-${name}.tex`), 'utf8');
  const packed = packPatterns(readPatternFile(text));
  const small = deflateRawSync(packed, { level: 9 });
  writeFileSync(new URL(`${language}.bin`, target), small);
  console.log(`${language}: ${packed.length} bytes, packed ${small.length}`);
  notices += `\n== ${language}.bin, from hyph-${name}.tex\n\n${noticeOf(text)}\n`;
}
writeFileSync(new URL('NOTICE.txt', target), notices);

/** The title, copyright, authors and licence at the head of a file. */
function noticeOf(text) {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => /^% (?:hyphenmins|texlive|changes|source)|^% =====/.test(line));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^% ?/, '').trimEnd())
    .join('\n')
    .trim();
}
