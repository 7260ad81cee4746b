// What is known of a page when it is filled.
import type { OpenPage } from './fragment.ts';

/** The page of a number in the document, and in its part. Both count from 1. */
export function openPage(number: number, inPart: number): OpenPage {
  return { number, side: number % 2 === 1 ? 'right' : 'left', part: { number: inPart, total: undefined }, total: undefined };
}
