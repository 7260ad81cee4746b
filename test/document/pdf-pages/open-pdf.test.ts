// PDFs that cannot be drawn: what is said of them when a template is checked, and when data name them.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Objects, onePage, writePdf } from '../../support/foreign-pdf.ts';
import { diagnoseWith, renderPdf, warningsOf } from '../../support/render-document.ts';

const template = (part: Record<string, unknown>) => ({
  unit: 'pt',
  pages: [{ size: [200, 100], margin: 0, body: ['a', part] }],
});
const sound = writePdf(onePage());
const check = (bytes: Uint8Array) => diagnoseWith(template({ pdf: 'a.pdf' }), { 'a.pdf': bytes });
const faultsOf = (objects: Objects, trailer?: string) => check(writePdf(objects, trailer));

describe('what the template writes is an error', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ pdf: 'b.pdf' }, 'missing-pdf /pages/0/body/1/pdf There is no file "b.pdf" among the assets; did you mean "a.pdf"?'],
    [{ pdf: '' }, 'missing-pdf /pages/0/body/1/pdf There is no PDF: its name is empty.'],
    [{ pdf: 'a.pdf', page: 2 }, 'missing-page /pages/0/body/1/page a.pdf has 1 page, and no page 2.'],
    [
      { pdf: 'https://a.example/a.pdf' },
      'missing-pdf /pages/0/body/1/pdf "https://a.example/a.pdf" is an address, and addresses are not loaded: put the file into the assets and write its name.',
    ],
    [
      { pdf: 'data:image/png;base64,AA' },
      'missing-pdf /pages/0/body/1/pdf The data: URI is no base64 PDF: it begins with data:application/pdf;base64,.',
    ],
    [{ pdf: 'a.pdf', page: 0 }, 'wrong-value /pages/0/body/1/page must be at least 1, got 0'],
  ])('%j: %s', async (part, fault) => {
    expect(await diagnoseWith(template(part), { 'a.pdf': sound })).toEqual([`error ${fault}`]);
  });

  test('in pdf_pages too', async () => {
    const list = { repeat: "'b.pdf' | pdf_pages", as: 'p', body: { pdf: '{{ p }}' } };
    expect(await diagnoseWith(template(list), { 'a.pdf': sound })).toEqual([
      'error missing-pdf /pages/0/body/1/repeat There is no file "b.pdf" among the assets; did you mean "a.pdf"?',
    ]);
  });
});

describe('what the data name is a warning', () => {
  const part = { pdf: '{{ name }}', page: '{{ n }}' };
  const cases: readonly [string, unknown, string][] = [
    [
      'a name that is not there',
      { name: 'b.pdf', n: 1 },
      'missing-pdf There is no file "b.pdf" among the assets; did you mean "a.pdf"?',
    ],
    ['an empty name', { name: '', n: 1 }, 'missing-pdf There is no PDF: its name is empty.'],
    ['a page that is not there', { name: 'a.pdf', n: 7 }, 'missing-page a.pdf has 1 page, and no page 7.'],
    ['no number', { name: 'a.pdf', n: 'x' }, 'wrong-number "page" must be a whole number, got "x". The default is taken, 1.'],
    [
      'a URI that holds no PDF',
      { name: 'data:application/pdf;base64,AAAA', n: 1 },
      'missing-pdf The PDF of a data: URI is no PDF: it does not begin with %PDF-.',
    ],
  ];
  test.each(cases)('%s', async (_, data, warning) => {
    expect(await warningsOf(template(part), { images: { 'a.pdf': sound }, data })).toEqual([warning]);
  });

  test('a written file whose page the data name', async () => {
    const given = template({ pdf: 'a.pdf', page: '{{ n }}' });
    expect(await diagnoseWith(given, { 'a.pdf': sound })).toEqual([]);
    expect(await warningsOf(given, { images: { 'a.pdf': sound }, data: { n: 2 } })).toEqual([
      'missing-page a.pdf has 1 page, and no page 2.',
    ]);
  });

  test('a list of pages', async () => {
    const list = template({ repeat: 'name | pdf_pages', as: 'p', body: { pdf: '{{ p }}' } });
    expect(await warningsOf(list, { images: {}, data: { name: 'b.pdf' } })).toEqual([
      'missing-pdf There is no file "b.pdf" among the assets, and there are no pages of it.',
    ]);
  });
});

describe('files that cannot be read', () => {
  const deep = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`N${i}`, `<</Type/Pages/Count 1/Kids[@N${i + 1}]>>`]));
  const cases: readonly [string, Objects, string][] = [
    ['a page tree in a circle', onePage('', { Pages: '<</Type/Pages/Count 1/Kids[@Pages]>>' }), 'has no pages.'],
    ['a page tree without pages', onePage('', { Pages: '<</Type/Pages/Count 0/Kids[]>>' }), 'has no pages.'],
    ['a catalog without pages', onePage('', { Catalog: '<</Type/Catalog>>' }), 'is damaged: its list of pages is missing.'],
    ['a page without a size', onePage('/MediaBox[0 0 0 0]'), 'is damaged: page 1 has no usable size.'],
    [
      'a page that is no number wide',
      onePage('/MediaBox[0 0 (a) 5]', { Pages: '<</Type/Pages/Count 1/Kids[@Page]>>' }),
      'is damaged: page 1 has no usable size.',
    ],
    ['content that is no stream', onePage('/Contents 5'), 'is damaged: the content of page 1 is no stream.'],
    [
      'content that is damaged',
      onePage('', { Content: ['/Filter/FlateDecode', 'xxxx'] }),
      'is damaged: the content of page 1 cannot be unpacked.',
    ],
    [
      'content of an unknown filter',
      onePage('', { Content: ['/Filter/Other', 'xxxx'] }),
      'is damaged: the content of page 1 cannot be unpacked.',
    ],
    [
      'content in another file',
      onePage('', { Content: ['/F(secret.txt)', 'x'] }),
      'is damaged: the content of page 1 cannot be unpacked.',
    ],
    [
      'content that is a bomb',
      onePage('', { Content: ['/Filter/FlateDecode', deflateSync(Buffer.alloc(65_000_000))] }),
      'unpacks to more than 64 MB in one stream.',
    ],
    [
      'content of too many streams',
      onePage(`/Contents[${'@Content '.repeat(3)}]`, { Content: ['/Filter/FlateDecode', deflateSync(Buffer.alloc(30_000_000))] }),
      'unpacks to more than 67 MB in all.',
    ],
    [
      'a page inside of its list',
      onePage('', { Pages: '<</Type/Pages/Count 1/Kids[<</Type/Page/MediaBox[0 0 9 9]>>]>>' }),
      'is damaged: page 1 is no object of its own.',
    ],
  ];
  test.each(cases)('%s', async (_, objects, fault) => {
    expect(await faultsOf(objects)).toEqual([`error missing-pdf /pages/0/body/1/pdf a.pdf ${fault}`]);
  });

  test('a page tree that is deep, or whose pages name parents in a circle, is read', async () => {
    expect(
      await faultsOf(
        onePage('', { ...deep, Pages: deep.N0!, N300: '<</Type/Page/Contents @Content/Parent @N300/MediaBox[0 0 9 9]>>' }),
      ),
    ).toEqual([]);
  });

  const bytes: readonly [string, Uint8Array, string][] = [
    ['an empty file', Buffer.alloc(0), 'missing-pdf /pages/0/body/1/pdf a.pdf is empty.'],
    ['another file', Buffer.from('hello'), 'missing-pdf /pages/0/body/1/pdf a.pdf is no PDF: it does not begin with %PDF-.'],
    ['half a file', sound.subarray(0, 300), 'missing-pdf /pages/0/body/1/pdf a.pdf is damaged: its end is missing.'],
    [
      'a wrong table',
      Buffer.from(sound.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1'),
      'missing-pdf /pages/0/body/1/pdf a.pdf has a damaged cross-reference table: it is not where the end of the file says. Mend the file first, for example with: qpdf IN OUT.',
    ],
    [
      'an encrypted file',
      writePdf(onePage(), '/Root @Catalog/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O(x)/U(x)>>'),
      'locked-pdf /pages/0/body/1/pdf a.pdf is encrypted, so its pages cannot be taken over. Save it without a password.',
    ],
  ];
  test.each(bytes)('%s', async (_, file, fault) => {
    expect(await check(file)).toEqual([`error ${fault}`]);
  });
});

test('a form that paints itself, and data in another file, end in no loop and no leak', async () => {
  const loop = onePage('/Resources<</XObject<</F @F>>>>', {
    F: ['/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F @F>>>>', '/F Do'],
    Content: ['', '/F Do'],
  });
  expect((await renderPdf(template({ pdf: 'a.pdf' }), { images: { 'a.pdf': writePdf(loop) } })).length).toBeGreaterThan(500);
  const outside = onePage('/Resources<</XObject<</F @F>>>>', { F: ['/Subtype/Image/F(/etc/passwd)', 'x'] });
  await expect(renderPdf(template({ pdf: 'a.pdf' }), { images: { 'a.pdf': writePdf(outside) } })).rejects.toMatchObject({
    code: 'ASSET_INVALID',
    message: 'The PDF a.pdf keeps data in another file.',
  });
});
