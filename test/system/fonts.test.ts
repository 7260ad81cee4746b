// Fonts of all kinds in whole documents, read by other programs.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeOptions } from '../../src/contract/document-options.ts';
import { renderDocument } from '../../src/document/render.ts';
import type { Resources } from '../../src/document/resources.ts';
import { makePng } from '../document/image/make-image.ts';
import { files } from '../document/text/faces.ts';
import { makeSquareFont } from '../document/text/make-square-font.ts';
import { withBitmaps, withLayers } from '../support/color-fonts.ts';
import { openFolder } from '../support/folders.ts';
import { compile, testResources } from '../support/render.ts';

const folder = openFolder();

const run = (program: string, args: readonly string[]) => execFileSync(program, args, { encoding: 'utf8' });

const own: Readonly<Record<string, string>> = {
  'dejavu.ttf': files.dejavu,
  'thai.woff': files.thai,
  'devanagari.woff': files.devanagari,
  'nastaliq.woff': files.nastaliq,
  'naskh.woff': files.naskh,
  'khmer.woff': files.khmer,
  'thaana.woff': files.thaana,
  'signs.otf': files.signs,
  'signs.woff': files.signsWoff,
};
const resources: Resources = {
  ...testResources,
  font(name) {
    if (name === 'emoji.ttf') return { key: 'system/fonts emoji', bytes: emojiFont };
    return own[name] ? { key: name, bytes: readFileSync(own[name]) } : testResources.font(name);
  },
};
/** A red face in layers, and a blue heart of pixels. */
const emojiFont = withBitmaps(
  withLayers(makeSquareFont({ '\u{1f496}': [0, 900], '\u{1f600}': [0, 900] }), { 2: [[2, 0]] }, [[255, 0, 0, 255]]),
  1,
  [
    {
      png: makePng({ width: 80, height: 70, bits: 8, colorType: 2, sample: (_x, _y, index) => (index === 2 ? 255 : 0) }),
      width: 80,
      height: 70,
      left: 5,
      top: 70,
    },
  ],
);

async function save(body: unknown, name: string, fonts: object = {}): Promise<string> {
  const { program } = await compile({ unit: 'pt', fonts, pages: [{ size: [300, 150], margin: 10, body }] }, resources);
  const chunks: Uint8Array[] = [];
  renderDocument({
    program: program!,
    data: {},
    resources,
    date: undefined,
    options: completeOptions({}),
    standards: [],
    limits: { maxPages: 10, maxBoxes: 1000, maxImagePixels: 1e6, maxImageBytes: 1e7 },
    checkTime: () => {},
    write: (chunk) => chunks.push(chunk),
  });
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(chunks));
  return path;
}

test('text is read whatever bytes its codes have: brackets, backslashes, line ends', async () => {
  const letters = Array.from({ length: 0x24f - 0xc0 }, (_, i) => String.fromCharCode(0xc0 + i)).join('');
  const inLines = letters.match(/.{1,16}/g)!;
  const sign = '(a) \\ )b( \\) \\(';
  const path = await save(
    [...inLines, sign].map((text) => ({ text, size: 4, font: text === sign ? 'helvetica' : 'dejavu.ttf' })),
    'bytes.pdf',
  );
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  expect(
    run('pdftotext', ['-raw', path, '-'])
      .trim()
      .split(/\s*\n\s*/),
  ).toEqual([...inLines, sign]);
});

test('Greek from Symbol and ticks from ZapfDingbats extract as they read', async () => {
  const path = await save(
    [
      { text: 'αβγ ∑', font: 'symbol', size: 20 },
      // Two ticks together: poppler takes single signs at even distances for letters spaced out, in any font.
      { text: '✓✓ ✗ ➔', font: 'zapfdingbats', size: 20 },
      { text: '⎛⎝⟨∆Δ⟩ ®', font: 'symbol', size: 20 },
    ],
    'symbols.pdf',
  );
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  const fonts = run('pdffonts', [path]).split('\n').slice(2);
  expect(fonts.find((line) => line.startsWith('Symbol '))).toMatch(/Type 1 +Symbol +no +no +yes/);
  expect(fonts.find((line) => line.startsWith('ZapfDingbats '))).toMatch(/Type 1 +ZapfDingbats +no +no +yes/);
  const lines = run('pdftotext', [path, '-']).split('\n');
  expect(lines.slice(0, 3)).toEqual(['αβγ ∑', '✓✓ ✗ ➔', '⎛⎝⟨∆Δ⟩ ®']);
});

test('Thai and Devanagari extract as they were given', async () => {
  const lines = ['น้ำ กำลัง ที่นี่ ภาษาไทย', 'हिन्दी किताब क्षेत्र धर्म'];
  const path = await save(
    [
      { text: lines[0], font: 'thai.woff', size: 16 },
      { text: lines[1], font: 'devanagari.woff', size: 16 },
    ],
    'scripts.pdf',
  );
  expect(run('pdftotext', [path, '-']).split('\n').slice(0, 2)).toEqual(lines);
  expect(run('pdffonts', [path])).toMatch(/\+NotoSansThai-Regular +CID TrueType +Identity-H +yes yes yes/);
});

/** What poppler reads of a document; the marks of direction, its own and ours, are not seen. */
const read = (path: string, ...options: readonly string[]) =>
  run('pdftotext', [...options, path, '-'])
    .replace(/[\u200e\u200f\u202a-\u202e\f]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

test.each([
  'السلام عليكم',
  'الإسلام',
  'لآلئ',
  'كلا، لا.',
  'بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ',
  'وَعَلَّمَ آدَمَ الْأَسْمَاءَ كُلَّهَا',
  'لَا إِلَٰهَ إِلَّا اللَّهُ',
  'هاتف: +966 50 123 4567',
  'السعر: 50% خصم - 12/05/2024 (عرض)',
  'בְּרֵאשִׁית בָּרָא אֱלֹהִים',
  'שָׁלוֹם, עוֹלָם! "ציטוט".',
  'מחיר (abc) 123 [7] סוף',
  'חשבונית מס 2024/17 (עותק), סכום: 1,234.50 ₪',
  'فاتورة رقم INV-2024/17: المبلغ 1,234.50 € (شامل الضريبة).',
  'Invoice (فاتورة) 123 no. [7]',
  'Invoice (فَاتُورَة) 123 no. [7] for items',
  'Customer: שלום עולם, total 5 (five) pieces',
])('text from right to left extracts as it reads: %s', async (text) => {
  const path = await save([{ text, font: 'dejavu.ttf', size: 12 }], 'right-to-left.pdf');
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  expect(read(path)).toBe(text);
  expect(read(path, '-layout')).toBe(text);
});

test('justified and spaced Arabic extracts as it reads', async () => {
  const text =
    'الإِسْلَامُ دِينُ السَّلَامِ وَالْمَحَبَّةِ بَيْنَ جَمِيعِ النَّاسِ فِي كُلِّ مَكَانٍ وَزَمَانٍ، وَلَا إِكْرَاهَ فِي الدِّينِ (آية) ١٢٣ وهذا نص طويل 2024 بالعربية لاختبار المحاذاة.';
  const paragraph = { text, font: 'dejavu.ttf', size: 12 };
  for (const look of [{ align: 'justify' }, { align: 'justify', letterSpacing: 0.5 }]) {
    const path = await save([{ ...paragraph, ...look }], 'justified.pdf');
    expect(read(path)).toBe(text);
    expect(read(path, '-layout')).toBe(text);
  }
});

test('justified text of a script without spaces extracts without the gaps between its characters', async () => {
  const text = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิต่างมีเหตุผลและมโนธรรม';
  for (const width of [80, 101, 122, 143, 164]) {
    const path = await save([{ text, font: 'thai.woff', size: 14, align: 'justify', width }], 'spread.pdf');
    expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
    expect(run('pdftotext', [path, '-']).replace(/[\n\f]/g, '')).toBe(text);
  }
});

test.each([
  ['ur', 'nastaliq.woff', 'lines that fall within each word'],
  ['ug', 'naskh.woff', 'ligatures and marks'],
  ['dv', 'thaana.woff', 'a vowel sign on each letter'],
  ['hi', 'devanagari.woff', 'conjuncts and reordered vowel signs'],
  ['km', 'khmer.woff', 'stacks'],
])('%s in %s, with %s, extracts as it reads', async (lang, font) => {
  const corpus: Record<string, string> = JSON.parse(
    readFileSync(new URL('../document/text/human-rights.json', import.meta.url), 'utf8'),
  );
  // Not every one of these fonts has punctuation of its own, and readers know the ends of lines by their places alone.
  const text = corpus[lang]!.replace(/[^\p{L}\p{M} ]/gu, '')
    .replace(/ +/g, ' ')
    .slice(0, 150)
    .trim();
  const path = await save([{ text, font, size: 11, lineHeight: 'normal' }], `${lang}.pdf`);
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  const spaces = lang === 'km' ? '' : ' ';
  expect(read(path).replace(/\s+/g, spaces)).toBe(text.replace(/\s+/g, spaces));
});

/** Darkness of each pixel, 0 to 255. */
function paint(path: string): Buffer {
  const target = path.replace(/\.pdf$/, '');
  run('pdftoppm', ['-r', '72', '-gray', '-singlefile', path, target]);
  const picture = readFileSync(`${target}.pgm`);
  return picture.subarray(picture.length - 300 * 150).map((value) => 255 - value) as Buffer;
}

test('CFF outlines are embedded and painted as the TrueType version of the same font', async () => {
  const body = (font: string) => [{ text: '\uf015\uf004\uf0e0\uf095\uf1ec', font, size: 40, lineHeight: 1.2 }];
  const cff = await save(body('signs.otf'), 'cff.pdf');
  expect(run('qpdf', ['--check', cff])).toContain('No syntax or stream encoding errors');
  expect(run('pdffonts', [cff])).toMatch(/[A-Z]{6}\+FontAwesome-Identity-H +CID Type 0C +Identity-H +yes yes yes/);
  const painted = paint(cff);
  const other = paint(await save(body('signs.woff'), 'truetype.pdf'));
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
  expect(sum(painted)).toBeGreaterThan(255 * 1000);
  // Edges may differ by the rounding of their curves.
  expect(sum(painted.map((value, i) => Math.abs(value - other[i]!)))).toBeLessThan(sum(painted) * 0.05);
});

test('emoji in colour are painted, and read where they stand', async () => {
  const [face, heart] = ['\u{1f600}', '\u{1f496}'];
  const path = await save(
    [
      { text: `Well done ${face}, ${heart.repeat(3)} and on`, align: 'justify' },
      { text: `x${face.repeat(40)}`, letterSpacing: 1 },
      { text: `\u05d0\u05d1 ${face} \u05d2`, dir: 'rtl' },
    ].map((text) => ({ ...text, font: 'own' })),
    'emoji.pdf',
    { own: { regular: 'NotoSans-Regular.ttf', fallback: ['emoji.ttf', 'dejavu.ttf'] } },
  );
  const text = run('pdftotext', ['-layout', path, '-']).replace(/[\u202a-\u202e]/g, '');
  expect(text).toContain(`Well done ${face}, ${heart.repeat(3)} and on`);
  expect(text.replace(/\s/g, '')).toContain(`x${face.repeat(40)}`);
  expect(text).toContain(`\u05d0\u05d1 ${face} \u05d2`);
  run('pdftoppm', ['-r', '72', '-singlefile', path, join(folder, 'emoji')]);
  const pixels = readFileSync(join(folder, 'emoji.ppm')).subarray(15);
  const colours = new Set(Array.from({ length: pixels.length / 3 }, (_, i) => pixels.subarray(3 * i, 3 * i + 3).toString('hex')));
  expect([...colours]).toEqual(expect.arrayContaining(['ff0000', '0000ff']));
});
