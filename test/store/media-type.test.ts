import { expect, test } from 'vitest';
import { findMediaType } from '../../src/store/media-type.ts';

const bytes = (text: string, more: readonly number[] = []) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(more)]);
const icc = Buffer.alloc(128);
icc.write('acsp', 36);

test.each([
  ['image/png', bytes('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', bytes('\xff\xd8\xff\xe0')],
  ['font/ttf', bytes('\0\x01\0\0')],
  ['font/otf', bytes('OTTO')],
  ['font/woff', bytes('wOFF')],
  ['font/woff2', bytes('wOF2')],
  ['application/vnd.iccprofile', icc],
  ['image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [
    'image/svg+xml',
    bytes('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "x" "y" [<!ENTITY a "b">]>\n<svg>'),
  ],
])('%s is known by its bytes', (type, content) => {
  expect(findMediaType(content)).toBe(type);
});

test.each([[''], ['<html><svg></svg>'], ['<svgx>'], ['<!-- <svg> '], ['GIF89a'], ['%PDF-1.7']])(
  '%j is of no kind that templates use',
  (text) => {
    expect(findMediaType(Buffer.from(text))).toBeUndefined();
  },
);
