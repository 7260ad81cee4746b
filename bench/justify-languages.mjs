// Measures justified text in columns of 60 mm, for all languages with hyphenation patterns and spaces: node justify-languages.mjs [LANGUAGE …], after npm run
// build and npm install in this folder. Needs pdftotext. Text: the Universal Declaration of Human Rights at 10 pt.
// --patterns=FOLDER: has the files of hyph-utf8 that do not ship, such as hyph-hu.tex. --in-row=20: allows as many hyphens in a row.
// Languages whose font is not installed are left out.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readArguments } from './lib/arguments.mjs';
import { measureLines, readDeclaration } from './lib/justified-text.mjs';

const { values, positionals } = readArguments({ options: { patterns: { type: 'string' }, 'in-row': { type: 'string', default: '2' } }, positionals: true });
const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));
const [size, lineHeight, between] = [10, 13, 40];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'justify-'));

/** Language -> its declaration, and the script of its font if Noto Sans lacks it. */
const languages = {
  af: ['afr'], be: ['bel'], bg: ['bul'], bn: ['ben', 'bengali'], bs: ['bos_latn'], ca: ['cat'], cs: ['ces'], cy: ['cym'], da: ['dan'], de: ['deu_1996'], el: ['ell_monotonic'],
  'el-polyton': ['ell_polytonic'], 'en-GB': ['eng'], 'en-US': ['eng'], eo: ['epo'], es: ['spa'], et: ['est'], eu: ['eus'], fi: ['fin'], fr: ['fra'], fur: ['fur'], ga: ['gle'],
  gl: ['glg'], gu: ['guj', 'gujarati'], hi: ['hin', 'devanagari'], hr: ['hrv'], hsb: ['hsb'], hu: ['hun'], hy: ['hye', 'armenian'], ia: ['ina'], id: ['ind'], is: ['isl'], it: ['ita'],
  ka: ['kat', 'georgian'], kk: ['kaz'], kmr: ['kmr'], kn: ['kan', 'kannada'], la: ['lat'], lt: ['lit'], lv: ['lav'], mk: ['mkd'], ml: ['mal', 'malayalam'], mn: ['khk'],
  mr: ['mar', 'devanagari'], nb: ['nob'], nl: ['nld'], nn: ['nno'], oc: ['oci_4'], pa: ['pan', 'gurmukhi'], pl: ['pol'], pt: ['por_PT'], 'pt-BR': ['por_BR'], rm: ['roh_rumgr'],
  ro: ['ron_2006'], ru: ['rus'], sa: ['san', 'devanagari'], sk: ['slk'], sl: ['slv'], sq: ['als'], 'sr-Cyrl': ['srp_cyrl'], 'sr-Latn': ['srp_latn'], sv: ['swe'], ta: ['tam', 'tamil'],
  te: ['tel', 'telugu'], tk: ['tuk_latn'], tr: ['tur'], uk: ['ukr'],
};
const notShipped = ['cs', 'hu', 'hy', 'id', 'kk', 'lv', 'mk', 'ro'];

console.log('| language | lines | with a gap over 1 em | widest, em | without hyphens: lines with a gap over 1 em |');
console.log('| --- | --- | --- | --- | --- |');
for (const [lang, [name, script]] of Object.entries(languages)) {
  if (positionals.length > 0 && !positionals.includes(lang)) continue;
  const font = script && findFont(script);
  if (script && !font) continue;
  const [hyphenated, whole] = [{ inRow: Number(values['in-row']) }, false].map((hyphenate) => measureLines(render(lang, readDeclaration(name), font, hyphenate), { size, lineHeight }).gapsByLine);
  const share = (lines) => `${((100 * lines.filter((gaps) => gaps.some((gap) => gap > 1)).length) / lines.length).toFixed(1)} %`;
  console.log(`| ${[lang, hyphenated.length, share(hyphenated), Math.max(...hyphenated.flat()).toFixed(2), share(whole)].join(' | ')} |`);
}
fs.rmSync(folder, { recursive: true });

function findFont(script) {
  try {
    return require.resolve(`@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff2`, { paths: [root] });
  } catch {
    return undefined;
  }
}

function render(lang, paragraphs, font, hyphenate) {
  const template = path.join(folder, `${lang}-${hyphenate !== false}`);
  fs.mkdirSync(path.join(template, 'assets/hyphenation'), { recursive: true });
  if (font) fs.copyFileSync(font, path.join(template, 'assets/own.woff2'));
  if (values.patterns && notShipped.includes(lang))
    fs.copyFileSync(path.join(values.patterns, `hyph-${lang}.tex`), path.join(template, `assets/hyphenation/${lang}.tex`));
  const document = {
    unit: 'pt',
    document: { lang, title: 'Text' },
    fonts: font ? { own: { regular: 'own.woff2', fallback: ['noto-sans'] } } : {},
    styles: { base: { font: font ? 'own' : 'noto-sans', size, lineHeight: lineHeight / size, align: 'justify', hyphenate } },
    pages: [{ size: [(60 * 72) / 25.4, 14_000], margin: 0, body: [{ stack: paragraphs.map((text) => ({ text: text.replace(/[*_`[\]{}\\]/g, '') })), gap: between }] }],
  };
  fs.writeFileSync(path.join(template, 'template.json'), JSON.stringify(document));
  const file = path.join(folder, `${lang}-${hyphenate !== false}.pdf`);
  execFileSync(process.execPath, [path.join(root, 'bin/pdfgen.js'), 'generate', 'single', template, '-o', file, '--quiet'], { stdio: 'inherit' });
  return file;
}
