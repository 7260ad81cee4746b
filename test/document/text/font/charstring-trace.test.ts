// Outlines that call the same subroutines again and again.
import { expect, test } from 'vitest';
import { traceCharstring, workOf } from '../../../../src/document/text/font/charstring-trace.ts';

/** A subroutine of so many lines. */
const lines = (count: number) => Uint8Array.from([...Array.from({ length: count }, () => [140, 140, 5]).flat(), 11]);
/** Calls the subroutine 0, which a font of few subroutines counts from -107. */
const calls = (count: number) => Uint8Array.from([...Array.from({ length: count }, () => [32, 29]).flat(), 14]);

const trace = (glyph: Uint8Array, work: { left: number }) =>
  traceCharstring(glyph, { items: [], used: new Set() }, { items: [lines(100)], used: new Set() }, work);

test('the glyphs of a font share its steps, so that thousands of costly ones end early', () => {
  const work = { left: 10_000 };
  trace(calls(10), work);
  const taken = 10_000 - work.left;
  expect(taken).toBe(10 * (2 + 301) + 1);
  trace(calls(10), work);
  trace(calls(10), work);
  expect(() => trace(calls(10), work)).toThrow('its outlines call far more subroutines than fonts of its size do');
});

test('a font of megabytes has more steps than a small one', () => {
  expect(workOf(new Uint8Array(1_000_000)).left).toBeGreaterThan(5 * workOf(new Uint8Array(100)).left);
});
