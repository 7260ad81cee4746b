import { expect, test } from 'vitest';
import { symbolPatterns } from '../../../src/document/barcode/code128-symbols.ts';
import { encodeCode128 } from '../../../src/document/barcode/encode-code128.ts';
import type { Modules } from '../../../src/document/barcode/modules.ts';

function modulesOf(text: string): Modules {
  const modules = encodeCode128(text);
  if ('error' in modules) throw new Error(modules.error);
  return modules;
}

/** Symbol values without start, checksum and stop. */
function symbolsOf(text: string): number[] {
  const { rects, width } = modulesOf(text);
  const bars = new Set<number>();
  for (let i = 0; i < rects.length; i += 4) for (let x = 0; x < rects[i + 2]!; x++) bars.add(rects[i]! + x);
  const bits = Array.from({ length: width }, (_, x) => (bars.has(x) ? '1' : '0')).join('');
  const drawn = symbolPatterns.map((pattern) =>
    [...pattern].map((run, i) => (i % 2 === 0 ? '1' : '0').repeat(Number(run))).join(''),
  );
  const values: number[] = [];
  for (let at = 0; at + 13 < width; at += 11) values.push(drawn.indexOf(bits.slice(at, at + 11)));
  return values;
}

test('every symbol is six runs of eleven modules, with an even number of dark ones, and stands once', () => {
  expect(new Set(symbolPatterns).size).toBe(106);
  for (const pattern of symbolPatterns) {
    const runs = [...pattern].map(Number);
    expect(runs.reduce((sum, run) => sum + run, 0)).toBe(11);
    expect((runs[0]! + runs[2]! + runs[4]!) % 2).toBe(0);
  }
});

test('text is written in set B with its checksum', () => {
  expect(symbolsOf('Wikipedia')).toEqual([104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88]);
});

test('digits go in pairs', () => {
  expect(symbolsOf('123456').slice(0, -1)).toEqual([105, 12, 34, 56]);
});

test('an odd run of digits and a switch cost as little as can be', () => {
  expect(symbolsOf('12345').length - 2).toBe(4);
  expect(symbolsOf('AB12').length - 2).toBe(4);
  expect(symbolsOf('AB123456').length - 2).toBe(6);
});

test('a single control character among small letters is shifted', () => {
  expect(symbolsOf('ab\tcd').slice(0, -1)).toEqual([104, 65, 66, 98, 73, 67, 68]);
});

test('what has no Code 128 is an error with a reason', () => {
  expect(encodeCode128('')).toEqual({ error: 'An empty text cannot be a Code 128 barcode.' });
  expect(encodeCode128('Größe')).toEqual({ error: 'Code 128 has no character "ö"; use ASCII characters only.' });
  // Encoders of ASCII commonly write FNC1 as ñ. Here it is a letter.
  expect(encodeCode128('Peña')).toEqual({ error: 'Code 128 has no character "ñ"; use ASCII characters only.' });
});
