// Packs hyphenation patterns for src/hyphenation: node scripts/pack-hyphenation.mjs FOLDER, after npm run build. FOLDER has the TeX files of hyph-utf8
// (hyph-utf8/tex/generic/hyph-utf8/patterns/tex). Only files whose licence is MIT, BSD, LPPL or asks for a notice alone are taken, each with its notice.
// The words of hyphenation-exceptions.json, which these patterns divide wrongly or in a misleading place, are packed with them.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { packPatterns, readPatternFile } from '../.build/document/text/hyphenation/pack-patterns.js';

/** Release of hyph-utf8 on CTAN. */
const release = '2026-02-21';

/** Languages whose file of hyph-utf8 has their name. */
const named =
  'af as be bg bn ca cop cu cy da el-polyton en-gb en-us eo es et eu fi fr fur ga gl grc gu hi hr hsb ia is it ka kmr kn la lt ml mr mul-ethi nl no oc or pa pi pl pms pt rm ru sa sk sl sq sv ta te th tk tr uk'.split(
    ' ',
  );
/** Language -> its files. Serbian is written in two scripts, and TeX loads both. Bokmål and Nynorsk share one file. */
const languages = {
  ...Object.fromEntries(named.map((name) => [name, [name]])),
  de: ['de-1996'],
  el: ['el-monoton'],
  mn: ['mn-cyrl'],
  sr: ['sh-latn', 'sh-cyrl'],
  'zh-latn': ['zh-latn-pinyin'],
};

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the TeX files: node scripts/pack-hyphenation.mjs FOLDER');
const ourExceptions = JSON.parse(readFileSync(new URL('hyphenation-exceptions.json', import.meta.url), 'utf8'));
const target = new URL('../src/hyphenation/', import.meta.url);
for (const name of readdirSync(target)) rmSync(new URL(name, target));

let mitText;
let total = 0;
const notices = [];
for (const [language, names] of Object.entries(languages).sort()) {
  const texts = names.map((name) => readFileSync(join(folder, `hyph-${name}.tex`), 'utf8'));
  const files = texts.map((text, i) => readPatternFile(withPlainPatterns(text, names[i])));
  const [{ before, after }] = files;
  if (files.some((file) => file.before !== before || file.after !== after))
    throw new Error(`${language}: the fewest letters differ`);
  const own = ourExceptions[language] ?? [];
  const patterns = files.flatMap((file) => file.patterns);
  const packed = packPatterns({
    before,
    after,
    patterns,
    exceptions: [...files.flatMap(({ exceptions }) => exceptions), ...own],
  });
  const small = deflateRawSync(packed, { level: 9 });
  writeFileSync(new URL(`${language}.bin`, target), small);
  console.log(`${language}: ${packed.length} bytes, packed ${small.length}`);
  total += small.length;
  const added = own.length > 0 ? ` ${own.length} exceptions of pdfgen are added.` : '';
  for (const [i, name] of names.entries())
    notices.push(`== ${language}.bin, from hyph-${name}.tex.${added}\n\n${noticeOf(texts[i])}\n`);
}
console.log(`${Object.keys(languages).length} languages: ${total} bytes`);
const head = `Hyphenation patterns of pdfgen. They are derived from files of hyph-utf8, release ${release} (https://www.hyphenation.org/tex, https://ctan.org/pkg/hyph-utf8),
where the unmodified files are. Changed: the patterns and exceptions of each file are packed as a trie and compressed; where it is said below, exceptions
are added. Of several licences, pdfgen takes the MIT license. The authors of hyph-utf8 do not support these files: report faults to pdfgen.
The notice of each file:
`;
writeFileSync(new URL('NOTICE.txt', target), `${[head, ...notices].join('\n')}\n== The MIT license\n\n${mitText}\n`);

/** Esperanto builds its patterns with macros; the folder beside that of the TeX files has them written out. */
function withPlainPatterns(text, name) {
  if (!/\\(?:def|edef)\\/.test(text)) return text;
  const plain = readFileSync(join(folder, `../txt/hyph-${name}.pat.txt`), 'utf8');
  return `${text.slice(0, text.search(/^\\/m))}\\patterns{\n${plain}}\n`;
}

/** The title, copyright, authors and licence at the head of a file. Many have the text of the MIT license, which stands at the end once. */
function noticeOf(text) {
  let isKept = true;
  const notice = text
    .slice(0, text.search(/^(?:\\|% =====)/m))
    .split('\n')
    .map((line) => line.replace(/^% ?/, '').trimEnd())
    .filter((line) => {
      const [, section] = /^(\w+):/.exec(line) ?? [];
      if (section !== undefined) isKept = !['hyphenmins', 'texlive', 'changes', 'source'].includes(section);
      return isKept;
    })
    .join('\n')
    .trim();
  return notice.replace(/^ *Permission is hereby granted[\s\S]*? IN THE\s+SOFTWARE\.$/m, (found) => {
    const plain = found.replace(/^ +/gm, '').replace(/[“”]/g, '"');
    mitText ??= plain;
    const same = (one) => one.replace(/\s+/g, ' ').toLowerCase();
    return same(plain) === same(mitText) ? '        (the MIT license: its text is at the end of this file)' : found;
  });
}
