// Files that ask for too much, lead in circles or are damaged: each gives facts or a plain message.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { loadPdf } from '../../src/pdf-file/load-pdf.ts';
import { UnreadablePdf } from '../../src/pdf-file/objects.ts';
import { findFirstPage } from '../../src/sign/first-page.ts';
import { createRandom } from '../support/random.ts';
import { trialSeeds } from '../support/trials.ts';
import { damage, isPlain } from './damage-pdf.ts';
import { type Edit, makePdf, packed } from './make-pdf.ts';

const inspect = (bytes: Uint8Array) => inspectPdf(bytes, { read: true, check: true });
const inspectChanged = (change: (edit: Edit) => unknown) => inspect(makePdf('plain', change));

const hex = (bytes: Uint8Array) => Buffer.from(`${Buffer.from(bytes).toString('hex')}>`);

/** LZW codes of 9 bits: 256 clears the table. The table is never full, so the width stays. */
const literals = (text: string): Buffer => {
  const codes = [256, ...Buffer.from(text), 257];
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
};

describe('filters are undone', () => {
  const text = '/P <</MCID 1>> BDC BT /F1 10 Tf 10 10 Td <0001> Tj ET EMC';
  const rows = [...text.padEnd(60)].reduce<string[]>((all, letter, i) => {
    if (i % 20 === 0) all.push('');
    all[all.length - 1] += letter;
    return all;
  }, []);
  test.each([
    ['LZW', '/LZWDecode', literals(text), ''],
    ['ASCIIHex of Flate', '/ASCIIHexDecode/FlateDecode', hex(deflateSync(Buffer.from(text))), ''],
    [
      'Flate with a predictor',
      '/FlateDecode',
      deflateSync(Buffer.concat(rows.map((row) => Buffer.from(`\0${row}`)))),
      '/DecodeParms<</Predictor 12/Columns 20>>',
    ],
    ['Flate that is cut short', '/FlateDecode', deflateSync(Buffer.from(text.padEnd(5000))).subarray(0, -6), ''],
    [
      'Flate that is damaged at its end',
      '/FlateDecode',
      Buffer.concat([deflateSync(Buffer.from(text), { level: 0 }).subarray(0, -4), Buffer.alloc(4)]),
      '',
    ],
  ])('%s', async (_, filters, data, more) => {
    const { tags } = await inspectChanged(packed('content', filters, data, more));
    expect(JSON.stringify(tags)).toContain('{"type":"P","page":1,"text":"A"');
  });
});

describe('fonts list a bounded number of codes', () => {
  const map = (text: string) => inspectChanged((edit) => edit.add('unicode', '', text));
  const full = '1 beginbfrange <0000> <FFFF> <0000> endbfrange\n';
  test.each([
    ['a range of billions', '1 beginbfrange <00000000> <FFFFFFFF> <0000> endbfrange'],
    ['a range of billions with an empty list', '1 beginbfrange <00000000> <FFFFFFFF> [] endbfrange'],
    ['a range of billions of CIDs', '1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange'],
    ['the same range again and again', full.repeat(100)],
    ['long texts', `1 beginbfrange <0000> <FFFF> <${'0041'.repeat(200)}> endbfrange`],
  ])('%s', async (_, text) => {
    await expect(map(text)).rejects.toThrow('has fonts that list more than 4 million codes');
  });
  test('widths', async () => {
    const wide = makePdf('UA-1 A-3a', (edit) => edit.body('cid', '3 3 500', '0 65535 500 '.repeat(100)));
    await expect(inspect(wide)).rejects.toThrow('has fonts that list more than 4 million codes');
  });
  test('a range of all codes of two bytes is sensible, and one of longer codes is passed over', async () => {
    expect((await map(full + full)).fonts).toHaveLength(1);
    const long = `1 beginbfrange <${'F'.repeat(32)}> <${'F'.repeat(32)}> <0000> endbfrange`;
    expect((await map(long)).fonts).toHaveLength(1);
  });
});

describe('what is nested too deeply is said', () => {
  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
  const chain = (edit: Edit, count: number, body: (next: string) => string) => {
    for (let i = 0; i < count; i++) edit.add(`deep${i}`, body(i + 1 < count ? `@deep${i + 1}` : 'null'));
  };
  test.each<[string, (edit: Edit) => unknown, string]>([
    ['arrays', (edit) => edit.add('deep', deep('[', ']')), 'nests its arrays and dictionaries more than 500 deep'],
    ['dictionaries', (edit) => edit.add('deep', deep('<</A', '>>')), 'nests its arrays and dictionaries more than 500 deep'],
    [
      'arrays in an object stream',
      (edit) => edit.add('deep', '/Type/ObjStm/N 1/First 5', `99 0 ${deep('[', ']')}`),
      '', // no section names the object
    ],
    [
      'bookmarks',
      (edit) => {
        chain(edit, 200, (next) => `<</Title(a)/First ${next}>>`);
        edit.body('entry', '/Parent', '/First @deep0/Parent');
      },
      'nests its outline more than 100 deep',
    ],
    [
      'form fields',
      (edit) => {
        chain(edit, 20_000, (next) => `<</T(a)/FT/Sig/Kids[${next}]>>`);
        edit.body('catalog', '/Lang', '/AcroForm<</Fields[@deep0]>>/Lang');
      },
      'nests its form fields more than 100 deep',
    ],
    ['brackets of a content stream', (edit) => edit.data('content', '/Artifact', `${')'.repeat(200_000)}/Artifact`), ''],
    ['arrays of a content stream', (edit) => edit.data('content', '/Artifact', `${deep('[', ']')}/Artifact`), ''],
    [
      'pages',
      (edit) => {
        chain(edit, 20_000, (next) => `<</Type/Pages/Kids[${next === 'null' ? '@page' : next}]/Count 1>>`);
        edit.body('pages', '@page', '@deep0');
      },
      '',
    ],
  ])('%s', async (_, change, message) => {
    if (message) await expect(inspectChanged(change)).rejects.toThrow(message);
    else expect((await inspectChanged(change)).pages).toHaveLength(1);
  });
});

describe('pages in a circle, and pages that inherit', () => {
  const circles: [string, (edit: Edit) => unknown][] = [
    [
      'a page that is its own parent',
      (edit) => edit.body('page', '/Parent @pages', '/Parent @page').body('page', '/MediaBox[0 0 200 100]', ''),
    ],
    ['a list of pages that lists itself', (edit) => edit.body('pages', '[@page]', '[@pages @page]')],
    ['parents in a circle', (edit) => edit.body('pages', '/Count', '/Parent @pages/Count')],
    [
      'a deep tree',
      (edit) => {
        for (let i = 0; i < 20_000; i++)
          edit.add(`deep${i}`, `<</Type/Pages/Count 1/Kids[${i < 19_999 ? `@deep${i + 1}` : '@page'}]>>`);
        edit.body('pages', '@page', '@deep0');
      },
    ],
  ];
  test.each(circles)('%s', async (_, change) => {
    const bytes = makePdf('plain', change);
    expect((await inspect(bytes)).pages).toHaveLength(1);
    expect(findFirstPage(await loadPdf(bytes)).dict.toString()).toContain('/StructParents 0');
  });
  test('a file without a page', async () => {
    const bytes = makePdf('plain', (edit) => edit.body('pages', '[@page]', '[@pages]'));
    expect((await inspect(bytes)).pages).toEqual([]);
    const document = await loadPdf(bytes);
    expect(() => findFirstPage(document)).toThrow('is damaged: it has no page');
  });
  test('the corner of a sheet comes from the nodes above', async () => {
    const inherits = makePdf('plain', (edit) =>
      edit.body('page', '/MediaBox[0 0 200 100]', '').body('pages', '/Count', '/MediaBox[200 9 7 100]/Count'),
    );
    expect(findFirstPage(await loadPdf(inherits)).corner).toEqual([7, 9]);
  });
});

test('an object of millions of values is refused', async () => {
  const list = (edit: Edit) => edit.body('catalog', '/Lang', `/AcroForm<</Fields[${'0 '.repeat(2_000_001)}]>>/Lang`);
  await expect(inspectChanged(list)).rejects.toThrow('holds more than 2 million values in one object');
});

test.each(['@content', '@p', '[1]', '(5)', 'null'])(
  'a stream whose length is told as %s, which is no number, is read up to its end',
  async (length) => {
    const { tags } = await inspectChanged((edit) => {
      const { data } = edit.parts.objects.get('content')!;
      edit.add('content', `<</Length ${length}>>\nstream\n${data as string}\nendstream`);
    });
    expect(JSON.stringify(tags)).toContain('{"type":"H1","page":1,"text":"A"');
  },
);

describe('a file with seeded damage gives facts or a plain message', () => {
  const base = Buffer.from(makePdf('UA-1 A-3a'));
  test.each(trialSeeds('hostile-pdf.slow'))('seed %i', { timeout: 120_000 }, async (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 15; round++) {
      const bytes = damage(base, random);
      const failure = await inspect(bytes).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) continue;
      expect(failure).toBeInstanceOf(UnreadablePdf);
      expect((failure as Error).message).toSatisfy(isPlain);
    }
  });
});
