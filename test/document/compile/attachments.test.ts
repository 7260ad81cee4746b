import { describe, expect, test } from 'vitest';
import type { Resources } from '../../../src/document/resources.ts';
import { createRandom } from '../../support/random.ts';
import { findObject, readObjects } from '../../support/read-pdf.ts';
import { explain, testResources } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';
import { objectOf } from '../../support/schemas.ts';

const terms = Buffer.from('%PDF-1.7 terms');
const resources: Resources = {
  ...testResources,
  file: (name) => (name === 'papers/terms.pdf' ? { key: 'terms', bytes: terms } : undefined),
  names: () => ['papers/terms.pdf'],
};
const dataSchema = objectOf({ name: { type: 'string' }, file: { type: 'string' }, hasTerms: { type: 'boolean' } }, '');

const templateWith = (attachments: readonly object[]) => ({
  document: { attachments },
  dataSchema,
  pages: [{ body: ['x'] }],
});
const render = (attachments: readonly object[], data: object = {}, date?: string) =>
  renderPdf(templateWith(attachments), { resources, data, date });
const faultsOf = (attachments: readonly object[]) => explain(templateWith(attachments), resources);

test('an attachment says its type, its relationship and what it is; its dates are the date of the document', async () => {
  const file = await render(
    [{ text: 'a;b', filename: 'sums.csv', description: 'Sums', relationship: 'Data' }],
    {},
    '2026-03-01T10:20:30Z',
  );
  const specification = findObject(file, '/Type/Filespec').body;
  expect(specification).toContain('/F(sums.csv)/UF(sums.csv)/Desc(Sums)/AFRelationship/Data/EF<</F');
  const embedded = findObject(file, '/Type/EmbeddedFile');
  expect(embedded.body).toContain(
    '/Subtype/text#2fcsv/Params<</Size 3/CreationDate(D:20260301102030Z)/ModDate(D:20260301102030Z)>>',
  );
  expect(embedded.stream!.toString()).toBe('a;b');
  const id = [...readObjects(file)].find(([, { body }]) => body === specification)![0];
  expect(findObject(file, '/Type/Catalog').body).toContain(`/AF [${id} 0 R]/Names <</EmbeddedFiles<</Names[`);
});

test('the media type comes from the ending, unless it is given', async () => {
  const typeOf = async (more: object) =>
    /\/Subtype(\S+?)\/Params/.exec(findObject(await render([{ text: 'x', ...more }]), '/Type/EmbeddedFile').body)![1];
  expect(await typeOf({ filename: 'a.XML' })).toBe('/text#2fxml');
  expect(await typeOf({ filename: 'a.unknown' })).toBe('/application#2foctet-stream');
  expect(await typeOf({ filename: 'a.constructor' })).toBe('/application#2foctet-stream');
  expect(await typeOf({ filename: 'a.__proto__' })).toBe('/application#2foctet-stream');
  expect(await typeOf({ filename: 'a.xml', mimeType: 'application/xml' })).toBe('/application#2fxml');
});

test('without a date of the document an attachment has none, and a "when" that does not hold leaves it out', async () => {
  const attachments = [
    { text: 'x', filename: 'a.txt' },
    { asset: 'papers/terms.pdf', when: 'hasTerms' },
  ];
  const file = await render(attachments, { hasTerms: false });
  expect(findObject(file, '/Type/EmbeddedFile').body).not.toMatch(/Date/);
  expect(() => findObject(file, '(terms.pdf)')).toThrow();
  expect(findObject(await render(attachments, { hasTerms: true }), '(terms.pdf)')).toBeDefined();
});

test('the name tree is sorted by bytes, the list of the catalog as the template says', async () => {
  const files = ['b.txt', 'ü.txt', 'B.md', 'a.txt'];
  const file = await render(files.map((filename) => ({ text: filename, filename })));
  const { body } = findObject(file, '/Type/Catalog');
  const names = [...body.matchAll(/<([0-9a-f]+)>\d/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'));
  expect(names).toEqual(['B.md', 'a.txt', 'b.txt', '\xfe\xff\0\xfc\0.\0t\0x\0t']);
  const nameOf = (id: string) => /\/Filespec\/F(\S+?)\/UF/.exec(readObjects(file).get(Number(id))!.body)![1];
  const listed = /\/AF \[(.*?)\]/.exec(body)![1]!.matchAll(/(\d+) 0 R/g);
  expect([...listed].map(([, id]) => nameOf(id!))).toEqual(['(b.txt)', '<feff00fc002e007400780074>', '(B.md)', '(a.txt)']);
});

describe('the template is told', () => {
  test.each([
    [{}, 'attachment-content /document/attachments/0 needs one of "asset", "text", "base64" and "data"'],
    [
      { asset: 'papers/terms.pdf', data: true },
      'attachment-content /document/attachments/0 has "asset" and "data", but takes only one',
    ],
    [
      { asset: 'papers/term.pdf' },
      'missing-asset /document/attachments/0/asset There is no file "papers/term.pdf" among the assets; did you mean "papers/terms.pdf"?',
    ],
    [{ text: 'x' }, 'missing-property /document/attachments/0 needs "filename"'],
    [
      { data: true, filename: '../data.json' },
      'attachment-name /document/attachments/0/filename must be a name without a folder and without the characters < > : " / \\ | ? *, of at most 200 bytes, got "../data.json"; did you mean "data.json"?',
    ],
    [{ data: true, mimetype: 'text/csv' }, 'unknown-property /document/attachments/0/mimetype'],
    [{ data: true, mimeType: 'csv' }, '/document/attachments/0/mimeType'],
    [{ data: true, relationship: 'source' }, '/document/attachments/0/relationship'],
    [{ data: false }, '/document/attachments/0/data'],
    [{ text: '{{ nam }}', filename: 'a.txt' }, '/document/attachments/0/text'],
  ])('%j', async (attachment, fault) => {
    expect((await faultsOf([attachment])).join('\n')).toContain(fault);
  });
});

test('"when" proves what the attachment uses', async () => {
  const attachment = { text: 'T {{ name }}', filename: '{{ name }}.txt', description: 'On {{ name }}' };
  expect(await faultsOf([{ ...attachment, when: 'name' }])).toEqual([]);
  expect(await faultsOf([attachment])).toEqual(Array(3).fill(expect.stringContaining('possibly-missing')));
});

test('two attachments that have one name for all data are told before a document is made', async () => {
  const twice = [
    { text: 'x', filename: 'a.txt' },
    { text: 'y', filename: 'A.txt' },
    { data: true },
    { text: 'z', filename: 'data.json' },
  ];
  expect(await faultsOf(twice)).toEqual([
    'error attachment-name /document/attachments/1/filename another attachment has the name "A.txt". Give each a "filename" of its own',
    'error attachment-name /document/attachments/3/filename another attachment has the name "data.json". Give each a "filename" of its own',
  ]);
  const either = [
    { text: 'x', filename: 'a.txt', when: 'hasTerms' },
    { text: 'y', filename: 'a.txt', when: 'not hasTerms' },
  ];
  expect(await faultsOf(either)).toEqual([]);
});

describe('base64', () => {
  const random = createRandom(7);
  const samples = Array.from({ length: 8 }, (_, length) =>
    Buffer.from(Array.from({ length: length + 1 }, () => Math.floor(random() * 256))),
  );
  test('is read with and without its end, white space and the beginning of a URI', async () => {
    for (const bytes of samples) {
      const base64 = bytes.toString('base64');
      const begins = ['', 'data:;base64,', 'data:text/csv;charset=utf-8;base64,', 'DATA:image/png;BASE64,'];
      for (const given of [
        base64,
        base64.replace(/=+$/, ''),
        base64.replace(/../g, '$&\r\n '),
        ...begins.map((one) => one + base64),
      ])
        expect(findObject(await render([{ base64: given, filename: 'a' }]), '/Type/EmbeddedFile').stream, given).toEqual(bytes);
    }
  });
  test('with another sign, or one character too many, is refused', async () => {
    for (const bytes of samples) {
      const base64 = bytes.toString('base64');
      const plain = base64.replace(/=+$/, '');
      const wrong = [...plain].flatMap((_, i) => [
        `${plain.slice(0, i)}!${plain.slice(i)}`,
        `${plain.slice(0, i)}=${plain.slice(i)}`,
      ]);
      const one = `${plain}AAAAA`.slice(0, 4 * Math.floor(plain.length / 4) + 5);
      for (const given of [...wrong, `${base64}===`, one, `${one}=`, `${one}==`])
        await expect(render([{ base64: given, filename: 'a' }]), given).rejects.toThrow('its "base64" is not base64');
    }
  });
});

describe('data that cannot be attached are ATTACHMENT_INVALID', () => {
  test.each([
    [
      { asset: '{{ name }}.pdf' },
      { name: 'nope' },
      'The attachment /document/attachments/0: There is no file "nope.pdf" among the assets',
    ],
    [{ asset: '{{ name }}' }, { name: '' }, 'the file name must be'],
    [{ text: 'x', filename: '{{ name }}' }, { name: '..\\evil.exe' }, 'did you mean "evil.exe"?'],
    [{ text: 'x', filename: '{{ name }}' }, { name: 'exe.\u202efdp' }, 'the file name must be'],
    [{ text: 'x', filename: '{{ name }}' }, { name: 'a\u0000b' }, 'did you mean "a-b"?'],
    [{ text: 'x', filename: '{{ name }}' }, { name: 'CON.txt' }, 'the file name must be'],
    [{ text: 'x', filename: '{{ name }}' }, { name: 'ä'.repeat(101) }, 'at most 200 bytes'],
    [{ base64: '{{ file }}', filename: 'a' }, { file: 'no base64!' }, 'its "base64" is not base64: "no base64!"'],
    [{ base64: '{{ file }}', filename: 'a' }, { file: 'AAAAA' }, 'its "base64" is not base64'],
    [{ text: '{{ name }}', filename: 'a' }, {}, 'its "text" is empty. Leave it out with "when".'],
    [{ base64: '{{ file }}', filename: 'a' }, {}, 'its "base64" is empty. Leave it out with "when".'],
  ])('%j with %j', async (attachment, data, message) => {
    await expect(render([attachment], data)).rejects.toMatchObject({
      code: 'ATTACHMENT_INVALID',
      message: expect.stringMatching(/[^?]\.$|\?$/),
    });
    await expect(render([attachment], data)).rejects.toThrow(message);
  });

  test('two files that some systems take for one', async () => {
    const attachments = [
      { text: 'x', filename: 'A\u0308.txt' },
      { text: 'y', filename: '{{ name }}.txt' },
    ];
    await expect(render(attachments, { name: 'ä' })).rejects.toThrow('Two attachments have the name "ä.txt".');
  });
});
