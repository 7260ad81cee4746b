// Words that are divided at the ends of lines, and justified paragraphs that are fitted as a whole.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Hyphenator, Patterns } from '../../../../src/document/text/hyphenation/hyphenator.ts';
import { packPatterns, readPatternFile } from '../../../../src/document/text/hyphenation/pack-patterns.ts';
import { itemLines, layOut, testResources, wordsOf } from '../../../support/render.ts';
import { devanagari, noto, prepare } from '../faces.ts';

const patternsOf = (name: string) => new Patterns(testResources.patterns(name)!.bytes);
const wordsByTex: Record<string, string> = JSON.parse(readFileSync(new URL('../hyphenated-words.json', import.meta.url), 'utf8'));
const ourExceptions: Record<string, string[]> = JSON.parse(
  readFileSync(new URL('../../../../scripts/hyphenation-exceptions.json', import.meta.url), 'utf8'),
);
const divide = (hyphenator: Hyphenator, text: string) => {
  const places = [0, ...hyphenator.find(text), text.length];
  return places
    .slice(1)
    .map((end, i) => text.slice(places[i], end))
    .join('-');
};
const divideWith = (language: string, text: string) => divide(new Hyphenator(patternsOf(language), {}), text);

describe('hyphenation', () => {
  test.each(Object.entries(wordsByTex).filter(([name]) => name !== 'source'))(
    'divides words as TeX does: %s',
    (language, words) => {
      const hyphenator = new Hyphenator(patternsOf(language), {});
      const expected = words.split(' ');
      expect([100, 2000]).toContain(expected.length);
      expect(expected.map((word) => divide(hyphenator, word.replaceAll('-', '')))).toEqual(expected);
    },
  );

  test.each(Object.entries(ourExceptions))(
    'divides words that the patterns divide wrongly at the listed places: %s',
    (language, listed) => {
      const patterns = patternsOf(language);
      const hyphenator = new Hyphenator(patterns, {});
      const places = (word: string) =>
        word.split('-').flatMap((_, i, parts) => (i === 0 ? [] : [parts.slice(0, i).join('').length]));
      for (const written of listed) {
        const word = written.replaceAll('-', '').toLowerCase();
        const isPlace = (at: number) => at >= patterns.before && at <= word.length - patterns.after;
        expect(hyphenator.find(word), written).toEqual(places(written).filter(isPlace));
        const byPatterns = [...patterns.levels([...word])].flatMap((level, at) => (level % 2 === 1 && isPlace(at) ? [at] : []));
        const wrong = byPatterns.filter((at) => !places(written).includes(at));
        expect(wrong, `${written} needs no exception`).not.toEqual([]);
      }
    },
  );

  test.each([
    ['de', 'Blumentopferde', 'Blumento-pferde'],
    ['de', 'Druckerzeugnis', 'Drucker-zeugnis'],
    ['de', 'Staubecken', 'Staub-ecken'],
    ['de', 'Urinstinkt', 'Urin-stinkt'],
    ['de', 'Analphabet', 'Anal-phabet'],
    ['en-us', 'therapist', 'the-rapist'],
    ['en-gb', 'therapist', 'the-rapist'],
    ['es', 'computadora', 'com-putadora'],
    ['fr', 'concours', 'con-cours'],
    ['it', 'analista', 'anal-ista'],
  ])('keeps words out of misleading places: %s, %s', (language, word, misleading) => {
    expect(new Hyphenator(patternsOf(language), {}).find(word)).not.toContain(misleading.indexOf('-'));
  });

  test('divides Ethiopic words without a hyphen', () => {
    const breaks = new Hyphenator(patternsOf('mul-ethi'), {}).breaksOf('መግለጫ');
    expect(breaks).toEqual([1, 2, 3].map((at) => ({ at, hyphen: false })));
    expect(new Hyphenator(patternsOf('de'), {}).breaksOf('Rechte')).toEqual([{ at: 4, hyphen: true }]);
  });

  test('every file of patterns has the notice of its authors and a licence that lets it ship', () => {
    const folder = new URL('../../../../src/hyphenation/', import.meta.url);
    const notices = readFileSync(new URL('NOTICE.txt', folder), 'utf8').split('\n== ');
    const files = readdirSync(folder).filter((name) => name.endsWith('.bin'));
    expect(files.length).toBeGreaterThan(60);
    for (const file of files) {
      const own = notices.filter((notice) => notice.startsWith(`${file}, from hyph-`));
      expect(own, file).not.toEqual([]);
      for (const notice of own) {
        expect(notice).toMatch(/^copyright: .*\(C\)|Copyright \([Cc]\)/m);
        expect(notice).toMatch(/\b(?:MIT|BSD|LPPL|Unlicence)\b|Permission is hereby granted|royalty|may (?:be )?(?:freely|used)/);
      }
    }
  });

  test('leaves a word whole whose parts have two looks', async () => {
    const page = { size: [110, 200], margin: 10 };
    const more = { document: { lang: 'de' } };
    const hyphens = async (text: string) => {
      const { pages } = await layOut([{ text, format: 'inline', hyphenate: true }], {}, page, more);
      return pages.flatMap(({ items }) => itemLines(items)).filter((line) => /[-\u00ad]"$/.test(line)).length;
    };
    expect(await hyphens('Donaudampfschifffahrtsgesellschaft')).toBeGreaterThan(0);
    expect(await hyphens('Do**naudampfschifffahrtsgesellschaft**')).toBe(0);
  });

  test.each([
    ['de', 'Donaudampfschifffahrtsgesellschaft', 'Do-nau-dampf-schiff-fahrts-ge-sell-schaft'],
    ['de', 'Urinstinkt', 'Ur-instinkt'],
    ['en-us', 'hyphenation', 'hy-phen-ation'],
    ['en-us', 'associate', 'as-so-ciate'],
    ['en-gb', 'hyphenation', 'hy-phen-a-tion'],
    ['fr', 'développement', 'dé-ve-lop-pe-ment'],
    ['fi', 'perustuslakivaliokunta', 'pe-rus-tus-la-ki-va-lio-kun-ta'],
    ['ta', 'சட்டத்தின்', 'சட்-டத்-தின்'],
  ])('divides words by the patterns of a language: %s, %s', (language, word, expected) => {
    expect(divide(new Hyphenator(patternsOf(language), {}), word)).toBe(expected);
  });

  test('finds the words in a text with signs, and marks apart from their letters', () => {
    const hyphenator = new Hyphenator(patternsOf('de'), {});
    expect(divide(hyphenator, '(Menschenrechte),')).toBe('(Men-schen-rech-te),');
    expect(divide(hyphenator, 'zuru\u0308ckgegeben')).toBe('zu-ru\u0308ck-ge-ge-ben');
  });

  test.each(['A4711-Bestellung', 'info@menschenrechte.org', 'www.menschenrechte.org', 'VERTRÄGEN', 'und/oder'])(
    'leaves codes, addresses and short words in capitals whole: %s',
    (text) => {
      expect(new Hyphenator(patternsOf('de'), {}).find(text)).toEqual([]);
    },
  );

  test('divides long words in capitals as others', () => {
    expect(divideWith('de', 'MENSCHENRECHTE')).toBe('MEN-SCHEN-RECH-TE');
    expect(divideWith('fi', 'YLEISMAAILMALLISEN')).toBe(divideWith('fi', 'yleismaailmallisen').toUpperCase());
  });

  test('keeps to the settings, and to words that are given', () => {
    const settings = { before: 4, after: 5, exceptions: ['Ge-sell-schaft'] };
    const hyphenator = new Hyphenator(patternsOf('de'), settings);
    expect(divide(hyphenator, 'Menschenrechte')).toBe('Menschen-rechte');
    expect(divide(hyphenator, 'gesellschaft')).toBe('ge-sell-schaft');
  });

  test('takes apostrophes as letters where the patterns have them, and as ends of words elsewhere', () => {
    expect(divide(new Hyphenator(patternsOf('fr'), {}), 'aujourd’hui')).toBe(divideWith('fr', "aujourd'hui").replace("'", '’'));
    expect(divideWith('en-us', "hyphenation's")).toBe("hy-phen-ation's");
    expect(divideWith('it', 'dell’organizzazione')).toBe('del-l’or-ga-niz-za-zio-ne');
  });

  test('divides words that are given, even in capitals and with few letters', () => {
    const hyphenator = new Hyphenator(patternsOf('de'), { exceptions: ['U-n-o', 'Gei-ß', 'rock’n-roll'] });
    expect(['UNO', 'Geiß', "Rock'nroll", 'Uno-Rede'].map((text) => divide(hyphenator, text))).toEqual([
      'U-N-O',
      'Gei-ß',
      "Rock'n-roll",
      'U-n-o-Re-de',
    ]);
  });

  test('keeps words of a file of patterns to the fewest letters', () => {
    const patterns = new Patterns(packPatterns(readPatternFile('\\patterns{a1b}\\hyphenation{ta-bl-e}')));
    expect(divide(new Hyphenator(patterns, {}), 'table')).toBe('ta-ble');
  });

  test.each([255, 256, 700])('reads patterns of %i different characters, a whole script of syllables', (count) => {
    const letters = Array.from({ length: count }, (_, i) => String.fromCodePoint(0xac00 + i));
    const patterns = new Patterns(packPatterns(readPatternFile(`\\patterns{${letters.map((one) => `1${one}`).join(' ')}}`)));
    const hyphenator = new Hyphenator(patterns, { before: 1, after: 1 });
    const [first, middle, last] = [letters[0]!, letters[count >> 1]!, letters.at(-1)!];
    expect(divide(hyphenator, `${middle}${last}${first}`)).toBe(`${middle}-${last}-${first}`);
    // No pattern has this letter.
    expect(divide(hyphenator, `${first}\ud7a3${last}`)).toBe(`${first}\ud7a3-${last}`);
  });

  test('refuses more different lists of digits than have a number', () => {
    const patterns = Array.from(
      { length: 66_000 },
      (_, i) =>
        `${String(100_000 + i)
          .split('')
          .join('a')}`,
    );
    const file = { before: 2, after: 3, patterns, exceptions: [] };
    expect(() => packPatterns(file)).toThrow('more than 65535 different characters or lists of digits');
  });

  test.each([
    ['% hyphenmins:\n%     generation:\n%         left: 1\n%         right: 1\n', 1, 1],
    [
      '% hyphenmins:\n%     generation:\n%         left: 1\n%         right: 1\n%     typesetting:\n%         left: 3\n%         right: 4\n',
      3,
      4,
    ],
    ['% left: 5\n', 2, 3],
  ])('reads the fewest letters of a TeX file: %j', (head, before, after) => {
    // Signs of elision in Greek, and a sign between words in Ethiopic.
    for (const pattern of ['4\u1fbf', '4\u1fbd1', '4\u2019', '2\u1fef', '1\u1361'])
      expect(readPatternFile(`\\patterns{${pattern}}`).patterns).toEqual([pattern.normalize('NFC')]);
    expect(readPatternFile(`${head}\\patterns{ % none\n A1b\n .a2c3 }\\hyphenation{ta-ble}`)).toEqual({
      before,
      after,
      patterns: ['a1b', '.a2c3'],
      exceptions: ['ta-ble'],
    });
  });

  test.each([
    ['no patterns', 'it has no \\patterns{…}. Take a file of https://www.hyphenation.org/tex'],
    ['\n\\patterns{\na1b\na12b}', 'line 4: "a12b" is not valid: \\patterns takes letters, with single digits between them.'],
    ['\\patterns{a1^^e4}', 'line 1: "a1^^e4" is not valid'],
    ['\\hyphenation{ta--ble}', 'line 1: "ta--ble" is not valid: \\hyphenation takes letters, with hyphens between them.'],
    ['% Bokmål\n\\input hyph-no.tex\n\\hyphenation{be-tre}', 'line 2: it reads hyph-no.tex: put the patterns of that file here'],
    ['\\patterns{\na1b', 'line 1: its braces are not closed'],
    ['\\patterns{a1b}\n\\patterns{c1d {e1f}}', 'line 2: its braces hold other braces'],
    ['\\patterns{'.repeat(200_000), 'line 1: its braces hold other braces'],
  ])('says what is wrong with a TeX file: %j', (text, message) => {
    expect(() => readPatternFile(text)).toThrow(message);
  });
});

const german =
  'Da die Anerkennung der angeborenen Würde und der gleichen und unveräußerlichen Rechte aller Mitglieder der Gemeinschaft der Menschen die Grundlage von Freiheit, Gerechtigkeit und Frieden in der Welt bildet';
const page = { size: [140, 400] };
const document = (lang: string) => ({ document: { lang } });
const linesOf = async (text: Record<string, unknown>, lang = 'de', width = 140) => {
  const { pages, warnings } = await layOut([{ text: german, ...text }], {}, { size: [width, 400] }, document(lang));
  const rows = new Map<number, string>();
  for (const item of pages[0]!.items) if (item.kind === 'text') rows.set(item.y, `${rows.get(item.y) ?? ''}${wordsOf(item)}`);
  return { lines: [...rows.values()], warnings, items: pages[0]!.items };
};

describe('text with "hyphenate"', () => {
  test('ends lines in words, with soft hyphens as their text', async () => {
    const { lines } = await linesOf({ hyphenate: true });
    expect(lines.filter((line) => line.endsWith('\u00ad')).length).toBeGreaterThan(1);
    expect(lines.join('').replaceAll('\u00ad', '')).toBe(german);
    expect((await linesOf({})).lines.join('')).toBe(german);
  });

  test('never has more hyphens in a row than allowed', async () => {
    for (const align of ['start', 'justify'])
      for (const inRow of [1, 2]) {
        const { lines } = await linesOf({ hyphenate: { inRow }, align }, 'de', 90);
        const ends = lines.map((line) => (line.endsWith('\u00ad') ? '-' : ' ')).join('');
        expect(ends).toContain('-'.repeat(inRow));
        expect(ends).not.toContain('-'.repeat(inRow + 1));
      }
  });

  test('divides a word with soft hyphens only at these', async () => {
    const { lines } = await linesOf({
      text: 'x Menschenrechts\u00aderklärung der Menschenrechtserklärungen',
      hyphenate: true,
      width: 80,
    });
    expect(lines[0]).toBe('x Menschenrechts\u00ad');
  });

  test.each([
    ['sr-Latn', 'opredeljenje'],
    ['sr', 'опредељење'],
    ['bs', 'opredjeljenje'],
    ['ku', 'danezana'],
    ['am', 'መግለጫመግለጫ'],
    ['el', 'οικογένεια'],
    ['nb-NO', 'menneskerettigheter'],
    ['zh-Latn-pinyin', 'zhōngguó'],
  ])('finds the patterns of a language by its tag: %s', async (lang, text) => {
    const { pages, warnings } = await layOut([{ text, hyphenate: true }], {}, { size: [30, 400] }, document(lang));
    expect(warnings.map(({ code }) => code)).not.toContain('no-hyphenation');
    expect(pages.flatMap(({ items }) => itemLines(items)).length).toBeGreaterThan(1);
  });

  test('takes the patterns of the language of the text, else warns once', async () => {
    expect((await linesOf({ hyphenate: true, lang: 'de-AT' }, 'en')).lines.some((line) => line.endsWith('\u00ad'))).toBe(true);
    const { pages, warnings } = await layOut(
      [
        { text: german, hyphenate: true },
        { text: german, hyphenate: true },
      ],
      {},
      page,
      document('cs'),
    );
    expect(pages).toHaveLength(1);
    expect(warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'no-hyphenation Words are not divided: there are no hyphenation patterns for the language "cs". Download hyph-cs.tex of hyph-utf8 (https://www.hyphenation.org/tex) and put it into the workspace as hyphenation/cs.tex.',
    ]);
  });
});

/** The extra room of the spaces of each line, in narrow and wide columns. */
const gapsOf = async (text: Record<string, unknown>) => {
  const gaps: number[] = [];
  for (let width = 140; width <= 280; width += 20)
    for (const item of (await linesOf(text, 'de', width)).items) if (item.kind === 'text') gaps.push(item.segment.wordSpacing);
  return gaps;
};

describe('a justified paragraph', () => {
  test('has spaces that are more even with hyphens, and that shrink', async () => {
    const gaps = await gapsOf({ align: 'justify', hyphenate: true });
    expect(Math.max(...gaps)).toBeLessThan(Math.max(...(await gapsOf({ align: 'justify' }))) - 2);
    expect(Math.min(...gaps)).toBeLessThan(0);
    // Noto Sans has spaces of 0.26 em; they lose at most a quarter.
    expect(Math.min(...gaps)).toBeGreaterThan(-0.26 * 8 * 0.25 - 0.01);
  });

  test('lets a word that is too wide stick out, as other text does', async () => {
    const text = 'a b Donaudampfschifffahrtsgesellschaftskapitän c d e f g h i j k l m n o p q r s t u v w x y z';
    const { lines, warnings } = await linesOf({ text, align: 'justify', width: 60 });
    expect(lines).toContain('Donaudampfschifffahrtsgesellschaftskapitän ');
    expect(warnings.map(({ code }) => code)).toContain('text-too-wide');
    expect((await linesOf({ text, align: 'justify', width: 60, wrap: 'anywhere' })).warnings).toEqual([]);
  });
});

test('balanced lines are about equally long, and no more than before', async () => {
  const title = 'Ein langer Titel, der gerade nicht in eine Zeile passt';
  const widths = async (lines: string) => {
    const { pages } = await layOut([{ text: title, size: 12, lines }], {}, { size: [260, 100] });
    return pages[0]!.items.flatMap((item) => (item.kind === 'text' ? [item.segment.width] : []));
  };
  const [full, balanced] = [await widths('full'), await widths('balanced')];
  expect(balanced).toHaveLength(full.length);
  expect(Math.max(...balanced) - Math.min(...balanced)).toBeLessThan((Math.max(...full) - Math.min(...full)) / 2);
});

test.each([
  [1, 1, [8, 2]],
  [2, 3, [7, 3]],
  [8, 2, [8, 2]],
  [9, 2, [10]],
])('a page keeps %i lines before its end and %i after it', async (orphans, widows, expected) => {
  const { pages } = await layOut(
    [{ text: Array.from({ length: 10 }, (_, i) => `${i}`).join('\n'), orphans, widows }],
    {},
    { size: [100, 100] },
  );
  const counts = pages.map(({ items }) => itemLines(items).length).filter((count) => count > 0);
  if (expected.length === 1) expect(counts.length).toBeGreaterThan(0);
  else expect(counts).toEqual(expected);
});

describe('a face without a hyphen', () => {
  const text = 'सर्वजातीयमानवाधिकारघोषणापत्रम् एवं सर्वजातीयमानवाधिकारघोषणापत्रम् एवं सर्वजातीयमानवाधिकारघोषणापत्रम्';
  const hindi = new Hyphenator(patternsOf('hi'), {});
  const hyphenWidth = prepare('-').wrap(100)[0]!.width;

  test.each([
    { options: { align: 'start', hyphenator: hindi } },
    { options: { align: 'justify', hyphenator: hindi } },
    { options: { align: 'justify' }, given: text.replaceAll('मान', '\u00adमान\u00ad') },
    { options: { align: 'start' }, given: text.replaceAll('मान', '\u00adमान\u00ad') },
  ] as const)('shows that of the next face: %j', ({ options, ...more }) => {
    const paragraph = prepare('given' in more ? more.given : text, { faces: [devanagari, noto], options });
    expect(paragraph.missing).toEqual([]);
    const width = 130;
    const lines = paragraph.wrap(width);
    const ends = lines.map(({ segments }) => segments.at(-1)!);
    const hyphens = ends.filter(({ words }) => words.at(-1)!.actualText === '\u00ad');
    expect(hyphens.length).toBeGreaterThan(1);
    for (const hyphen of hyphens) {
      expect(hyphen.face).toBe(noto);
      expect(hyphen.width).toBeCloseTo(hyphenWidth, 2);
    }
    for (const line of lines) expect(line.width).toBeLessThan(width + 0.01);
    expect(lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words.flatMap(({ glyphs }) => glyphs)))).not.toContain(
      0,
    );
    // The narrowest column of the words has room for their hyphens.
    for (const { width: used } of paragraph.wrap(paragraph.minWidth)) expect(used).toBeLessThan(paragraph.minWidth + 0.01);
  });
});
