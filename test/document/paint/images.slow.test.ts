import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { StandardName } from '../../../src/contract/standards.ts';
import { openImage } from '../../../src/document/image/open-image.ts';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { makeSrgbProfile } from '../../../src/document/paint/srgb-profile.ts';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { contentOf, readObjects, syntaxOf } from '../../support/read-pdf.ts';
import { layOut, testResources } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';
import { makeChunk, makePlainJpeg, makePng, toResource } from '../image/make-image.ts';
import { segment } from '../image/make-jpeg.ts';
import {
  addProperties,
  joinRiff,
  makeAvif,
  makeBox,
  makeGif,
  makeWebp,
  pixelsOf,
  readRiff,
  webpHead,
} from '../image/make-picture.ts';

const srgb = makeSrgbProfile();
/** A profile that is like sRGB, with other colours or another version in its header. */
const profileOf = ({ space = 'RGB ', version = 2, kind = 'mntr' } = {}) => {
  const bytes = Buffer.from(srgb);
  bytes[8] = version;
  bytes.write(kind, 12, 'latin1');
  bytes.write(space, 16, 'latin1');
  return bytes;
};
const size = { width: 6, height: 4 };
const pngWith = (profile: Uint8Array, colorType: 0 | 2 | 3 = 2) => {
  const png = makePng({
    ...size,
    bits: 8,
    colorType,
    sample: (x, y) => x + y,
    ...(colorType === 3 && { palette: Array(48).fill(9) }),
  });
  const chunk = makeChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(profile)]));
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
};
const jpegWith = (profile: Uint8Array, components = 3) => {
  const jpeg = makePlainJpeg({ ...size, components });
  const half = profile.length >> 1;
  const piece = (number: number, bytes: Uint8Array) => segment(0xe2, [...Buffer.from('ICC_PROFILE\0'), number, 2, ...bytes]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    piece(1, profile.subarray(0, half)),
    piece(2, profile.subarray(half)),
    jpeg.subarray(2),
  ]);
};
const webpWith = async (profile: Uint8Array) =>
  joinRiff([webpHead(6, 4, 0x20), ['ICCP', profile], ...readRiff(await makeWebp(pixelsOf(6, 4)))]);
const avifWith = async (profile: Uint8Array, type = 'prof') =>
  addProperties(await makeAvif(pixelsOf(6, 4)), makeBox('colr', Buffer.concat([Buffer.from(type), profile])));

const limits = { maxPixels: 1000, maxBytes: 100_000 };

/** The colour space of a picture that stands twice in a document, and the profiles in the file. */
async function colorsOf(picture: Uint8Array, standard?: string): Promise<{ space: string; profiles: readonly Buffer[] }> {
  const body = ['a.png', 'b.png'].map((image) => ({ image, height: 10, alt: image }));
  const document = { lang: 'en', title: 'Colours', ...(standard && { standard }) };
  const pdf = await renderPdf({ document, pages: [{ size: 'A5', body }] }, { images: { 'a.png': picture, 'b.png': picture } });
  const objects = readObjects(pdf);
  const pictures = [...objects.values()].filter(
    ({ body: text }) => /\/Subtype\/Image/.test(text) && !/DeviceGray.*Predictor.*Colors 1/.test(text),
  );
  expect(pictures).toHaveLength(1);
  const [, space = ''] = /\/ColorSpace(\[.*\]|\/\w+)/.exec(pictures[0]!.body)!;
  const ids = /ICCBased (\d+) 0 R/.exec(space);
  return {
    space: space.replace(/\d+ 0 R/, 'N').replace(/<.*>/, '<>'),
    profiles: ids ? [objects.get(Number(ids[1]))!.stream!] : [],
  };
}

/** The warnings about a picture that stands twice. */
async function warningsOf(picture: Uint8Array, ...standards: StandardName[]): Promise<string[]> {
  const image = await withDemanded(testResources, () => openImage(toResource(picture), limits));
  const body = [1, 2].map(() => ({ image: '{{ photo }}', height: 10, alt: 'a' }));
  const { warnings } = await layOut(body, { photo: 'a' }, {}, {}, undefined, () => image, undefined, {}, standards);
  return warnings.map(({ code, message }) => `${code}: ${message}`);
}

const makers = {
  PNG: async (profile: Uint8Array) => pngWith(profile),
  JPEG: async (profile: Uint8Array) => jpegWith(profile),
  WebP: webpWith,
  AVIF: avifWith,
};

for (const [name, make] of Object.entries(makers)) {
  test(`the colour profile of ${name} comes into the document`, async () => {
    const { space, profiles } = await colorsOf(await make(srgb));
    expect(space).toBe('[/ICCBased N]');
    expect(profiles[0]!.equals(srgb)).toBe(true);
    expect(await warningsOf(await make(srgb))).toEqual([]);
  });

  test.each([
    ['that is damaged', srgb.subarray(0, -1), 'has a damaged colour profile'],
    [
      'without tags',
      Buffer.concat([Buffer.from([0, 0, 0, 132]), srgb.subarray(4, 128), Buffer.alloc(4)]),
      'has a damaged colour profile',
    ],
    ['for CMYK', profileOf({ space: 'CMYK' }), 'has a colour profile that is not for RGB colours'],
    ['that links two devices', profileOf({ kind: 'link' }), 'has a colour profile that is not for RGB colours'],
    ['of version 5', profileOf({ version: 5 }), 'has a colour profile of version 5, and PDF takes up to 4'],
  ])(`a profile of ${name} %s is left out with a warning`, async (_, profile, fault) => {
    const picture = await make(profile);
    expect(await colorsOf(picture)).toEqual({ space: '/DeviceRGB', profiles: [] });
    expect(await warningsOf(picture)).toEqual([`image-colors: The image of a data: URI ${fault}. Save it in sRGB.`]);
  });

  test(`PDF/A-1 takes no profile of version 4 from ${name}`, async () => {
    const picture = await make(profileOf({ version: 4 }));
    expect((await colorsOf(picture)).space).toBe('[/ICCBased N]');
    expect((await colorsOf(picture, 'PDF/A-2b')).space).toBe('[/ICCBased N]');
    expect((await colorsOf(picture, 'PDF/A-1b')).space).toBe('/DeviceRGB');
    expect(await warningsOf(picture, 'PDF/A-1b')).toEqual([
      'image-colors: The image of a data: URI has a colour profile of version 4, and PDF/A-1 takes version 2. Save it in sRGB.',
    ]);
  });
}

test('gray pictures take a profile for gray', async () => {
  const gray = profileOf({ space: 'GRAY' });
  const web = joinRiff([webpHead(6, 4, 0x20), ['ICCP', gray], ...readRiff(await makeWebp(pixelsOf(6, 4, { isGray: true })))]);
  for (const picture of [pngWith(gray, 0), jpegWith(gray, 1), web]) {
    expect((await colorsOf(picture)).space).toBe('[/ICCBased N]');
    expect(await warningsOf(picture)).toEqual([]);
  }
  expect(await warningsOf(pngWith(srgb, 0))).toEqual([
    'image-colors: The image of a data: URI has a colour profile that is not for gray colours. Save it in sRGB.',
  ]);
});

test('the colours of a palette have the profile', async () => {
  expect((await colorsOf(pngWith(srgb, 3))).space).toBe('[/Indexed[/ICCBased N] 15<>]');
});

test('CMYK has its profile in PDF/A only', async () => {
  const picture = jpegWith(profileOf({ space: 'CMYK' }), 4);
  expect(await colorsOf(picture)).toEqual({ space: '/DeviceCMYK', profiles: [] });
  expect((await colorsOf(picture, 'PDF/A-2b')).space).toBe('[/ICCBased N]');
});

test.each([['PDF/A-1b'], ['PDF/A-2b'], ['PDF/A-3b'], ['PDF/A-4'], [['PDF/UA-1', 'PDF/A-2a']], [['PDF/UA-2']]])(
  'pictures keep the rules of %j',
  async (standard) => {
    const gif = makeGif({ width: 4, height: 4, columns: 2, rows: 2, indices: Uint8Array.from([0, 1, 2, 3]), colors: 4 });
    const newer = profileOf({ version: 4 });
    const images = {
      'a.png': pngWith(srgb, 3),
      'b.jpg': jpegWith(newer),
      'c.webp': await webpWith(newer),
      'd.avif': await avifWith(srgb),
      'e.gif': gif,
      'f.png': pngWith(profileOf({ space: 'GRAY' }), 0),
      'g.jpg': jpegWith(profileOf({ space: 'CMYK' }), 4),
    };
    const placeholder = { image: "{{ '' }}", width: 20, height: 10, placeholder: '#e6ebf0', alt: 'None' };
    const cut = { image: 'a.png', width: 20, height: 20, fit: 'cover', focus: [0, 1], alt: 'Cut' };
    const body = [...Object.keys(images).map((image) => ({ image, height: 8, alt: image })), placeholder, cut];
    const document = { title: 'T', lang: 'en', standard };
    const pdf = await renderPdf({ document, pages: [{ size: 'A4', body }] }, { images });
    const { check } = await inspectPdf(pdf, { check: true });
    expect(check!.rules).toBeGreaterThan(20);
    expect(check!.findings).toEqual([]);
  },
);

test('a profile that unpacks to more than a profile may have is left out', async () => {
  expect(await warningsOf(pngWith(Buffer.alloc(5_000_000)))).toEqual([
    'image-colors: The image of a data: URI has a damaged colour profile. Save it in sRGB.',
  ]);
});

test('pictures of one camera share its profile', async () => {
  const other = makePng({ ...size, bits: 8, colorType: 2, sample: () => 7 });
  const images = { 'a.png': pngWith(srgb), 'b.png': jpegWith(srgb), 'c.png': other };
  const body = Object.keys(images).map((image) => ({ image, alt: '' }));
  const pdf = await renderPdf({ pages: [{ size: 'A5', body }] }, { images });
  expect(syntaxOf(pdf).match(/\/ICCBased \d+/g)).toHaveLength(2);
  expect(new Set(syntaxOf(pdf).match(/\/ICCBased \d+/g)).size).toBe(1);
});

test('a picture under two names and in a data: URI stands once in the file', async () => {
  for (const picture of [pngWith(srgb), await webpWith(srgb), await avifWith(srgb)]) {
    const uris = ['png', 'webp'].map((type) => `data:image/${type};base64,${picture.toString('base64')}`);
    const body = ['a.png', 'b.jpg', ...uris, 'a.png'].map((image) => ({ image, alt: '' }));
    const pdf = await renderPdf({ pages: [{ size: 'A5', body }] }, { images: { 'a.png': picture, 'b.jpg': picture } });
    expect(syntaxOf(pdf).match(/\/Subtype\/Image/g)).toHaveLength(1);
    expect(contentOf(pdf).match(/\/I1 Do/g)).toHaveLength(5);
  }
});
