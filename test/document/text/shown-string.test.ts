import { expect, test } from 'vitest';
import { shownByte, shownCode, shownShift } from '../../../src/document/text/shown-string.ts';
import { readShown } from '../../support/shown-strings.ts';

const bytesOf = (array: string): Buffer => Buffer.from(readShown(array).join(''), 'latin1');

test('every code is read as it was written', () => {
  const codes = Array.from({ length: 65_536 }, (_, code) => code);
  expect(codes.slice(0, 256).filter((code) => !bytesOf(`(${shownByte(code)})`).equals(Buffer.of(code)))).toEqual([]);
  expect(codes.filter((code) => !bytesOf(`(${shownCode(code)})`).equals(Buffer.of(code >> 8, code & 255)))).toEqual([]);
});

test('what is shown and what moves it follow each other as they are', () => {
  const word = shownShift(5) + shownByte(0x28) + shownShift(-2.5);
  expect(readShown(`(${word}${word})`)).toEqual(['', -5, '(', 2.5, '', -5, '(', 2.5, '']);
});
