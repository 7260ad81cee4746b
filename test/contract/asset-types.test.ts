import { expect, test } from 'vitest';
import { findAssetFault, findDrawingFault, findMediaType } from '../../src/contract/asset-types.ts';

const bytes = (text: string, more: readonly number[] = []) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(more)]);
const icc = Buffer.alloc(128);
icc.write('acsp', 36);

test.each([
  ['image/png', bytes('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', bytes('\xff\xd8\xff\xe0')],
  ['image/gif', bytes('GIF89a')],
  ['image/webp', bytes('RIFF\x10\0\0\0WEBPVP8 ')],
  ['image/avif', bytes('\0\0\0\x1cftypavif\0\0\0\0mif1miaf')],
  // Some programs name the brand only among the others.
  ['image/avif', bytes('\0\0\0\x1cftypmif1\0\0\0\0miafavif')],
  ['font/ttf', bytes('\0\x01\0\0')],
  ['font/otf', bytes('OTTO')],
  ['font/woff', bytes('wOFF')],
  ['font/woff2', bytes('wOF2')],
  ['font/collection', bytes('ttcf')],
  ['application/vnd.iccprofile', icc],
  ['image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [
    'image/svg+xml',
    bytes('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "x" "y" [<!ENTITY a "b">]>\n<svg>'),
  ],
])('%s is known by its bytes', (type, content) => {
  expect(findMediaType(content)).toBe(type);
});

test.each([
  ['<html><svg></svg>'],
  ['<svgx>'],
  ['<!-- <svg> '],
  ['a;b\r\n\t1;2\f'],
  ['BM is how this note begins'],
  ['RIFF'],
  ['Köln'],
])('%j can be attached as plain text, and cannot be drawn', (text) => {
  for (const encoding of ['utf8', 'latin1'] as const) {
    const content = Buffer.from(text, encoding);
    expect(findMediaType(content)).toBe('text/plain');
    expect(findAssetFault(content, 'a.csv')).toBeUndefined();
    expect(findDrawingFault(content)).toBe('is not a PNG, JPEG, GIF, WebP, AVIF, SVG, TTF, OTF, WOFF, WOFF2, TTC or ICC file');
    expect(findAssetFault(content, 'logo.PNG')).toBe(
      'is not a PNG, JPEG, GIF, WebP, AVIF, SVG, TTF, OTF, WOFF, WOFF2, TTC or ICC file',
    );
  }
});

test.each([
  ['application/pdf', bytes('%PDF-1.7\n\0')],
  ['application/zip', bytes('PK\x03\x04\0\0')],
  ['text/plain', bytes('\xff\xfea\0;\0')],
])('%s can be attached', (type, content) => {
  expect([findMediaType(content), findAssetFault(content)]).toEqual([type, undefined]);
  expect(findAssetFault(content, 'font.ttf')).toMatch(/^is /);
});

test.each([['hello\0'], ['\x7fELF\x02\x01'], ['\xff\xfe\0']])('%j is of no kind that templates use', (text) => {
  expect(findMediaType(bytes(text))).toBeUndefined();
  expect(findAssetFault(bytes(text))).toMatch(/^is not a PNG, .* no attachment either\. Attach PDF, XML, CSV/);
});

test('an empty file is refused', () => {
  expect(findAssetFault(Buffer.alloc(0), 'a.csv')).toBe('is empty. Give the whole file');
});

test.each([
  [
    'an HEIC picture',
    '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
    'Convert it to JPEG, or let the phone take JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)',
  ],
  ['a TIFF picture', 'II*\0', 'Convert it to PNG or JPEG, a scan of several pages to one for each page'],
  ['a TIFF picture', 'MM\0*', 'Convert it to PNG or JPEG, a scan of several pages to one for each page'],
  ['a BMP picture', 'BM\x36\x10\x0e\0\0\0\0\0', 'Convert it to PNG'],
  ['a JPEG XL picture', '\xff\x0a\xfa\x1f', 'Convert it to PNG or JPEG'],
  ['a JPEG XL picture', '\0\0\0\x0cJXL \r\n\x87\n', 'Convert it to PNG or JPEG'],
  ['a JPEG 2000 picture', '\0\0\0\x0cjP  \r\n\x87\n', 'Convert it to PNG or JPEG'],
  ['a Photoshop file', '8BPS', 'Convert it to PNG or JPEG'],
  ['a PDF', '%PDF-1.7', 'Draw a page of it with the component "pdf": { "pdf": "FILE" }'],
  ...['%!PS-Adobe-3.0 EPSF-3.0', '\xc5\xd0\xd3\xc6\x20\0'].map((content) => [
    'an EPS or PostScript file',
    content,
    'Convert it to PNG (for example: gs -sDEVICE=pngalpha -r300 -dEPSCrop -o picture.png FILE)',
  ]),
  ['a Type 1 font', '%!PS-AdobeFont-1.0', 'Convert it to TTF, OTF or WOFF2'],
  ['a Type 1 font', '\x80\x01\x10\0\0\0%!PS-AdobeFont-1.0', 'Convert it to TTF, OTF or WOFF2'],
])('%s is refused with what to do', (name, content, remedy) => {
  expect(findDrawingFault(bytes(content))).toBe(`is ${name}, which cannot be drawn. ${remedy}`);
  expect(findAssetFault(bytes(content), 'logo.png')).toBe(`is ${name}, which cannot be drawn. ${remedy}`);
});

test.each([['\x89PNG\r\n\x1a\n'], ['\xff\xd8\xff\xe0'], ['<svg>'], ['\0\x01\0\0'], ['true'], ['OTTO'], ['wOFF']])(
  '%j can be drawn',
  (content) => {
    expect(findAssetFault(bytes(content))).toBeUndefined();
  },
);
