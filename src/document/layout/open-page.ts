// Facts about a page that are known when it is filled.
import type { OpenPage } from './fragment.ts';

/** The side of an opened document on which its pages are bound. */
export type Binding = 'left' | 'right';

/** The page of a number in the document, and in its part. Both count from 1. Bound on the left, page 1 lies on the right. */
export function openPage(number: number, inPart: number, binding: Binding = 'left', label = String(number)): OpenPage {
  const side = (number % 2 === 1) === (binding === 'left') ? 'right' : 'left';
  return { number, label, side, part: { number: inPart, total: undefined }, total: undefined };
}
