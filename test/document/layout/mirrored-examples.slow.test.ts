// The example templates from right to left. Their texts keep their letters, so the order inside of a line may be another one.
import { describe, expect, test } from 'vitest';
import { layOutDocument } from '../../../src/document/lay-out-document.ts';
import type { Page } from '../../../src/document/layout/fragment.ts';
import type { Element } from '../../../src/document/layout/tag.ts';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { isObject } from '../../../src/json/is-object.ts';
import { findUnmirrored, structureOf } from '../../support/mirror.ts';
import { compile, defaultLimits, type LaidOut } from '../../support/render.ts';
import { exampleNames, readExample } from '../../support/shown-documents.ts';

/** The examples that place nothing by coordinates and whose sheets have the same margin on both sides. */
const mirrored = ['bank-statement', 'certificate', 'e-invoice', 'invoice'];

const limits = { ...defaultLimits, maxImagePixels: 1e8, maxImageBytes: 1e8 };
const directed = new Map([
  ['left', 'start'],
  ['right', 'end'],
  ['decimal', 'end'],
]);

/** A list of four sides, or an object of them. */
function turnSides(sides: unknown): unknown {
  if (Array.isArray(sides) && sides.length === 4) return { top: sides[0], end: sides[1], bottom: sides[2], start: sides[3] };
  if (!isObject(sides)) return sides;
  return Object.fromEntries(Object.entries(sides).map(([side, one]) => [directed.get(side) ?? side, one]));
}

/** A template whose sides follow the direction. */
function turn(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(turn);
  if (!isObject(part)) return part;
  const isPage = 'body' in part && !('on' in part);
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (name === 'align') return [name, directed.get(String(value)) ?? value];
      const hasSides = ['padding', 'cellPadding', 'border'].includes(name) || (name === 'margin' && !isPage);
      return [name, hasSides ? turnSides(value) : turn(value)];
    }),
  );
}

async function layOutExample(name: string, dir: 'ltr' | 'rtl'): Promise<LaidOut> {
  const { document, data, resources } = await readExample(name);
  const { pages, styles, define } = document;
  const sided = { ...(turn({ pages, styles }) as object), ...(define !== undefined && { define: turn(define) }) };
  const { program } = await compile({ ...document, ...sided, dir }, resources);
  return withDemanded(resources, () => {
    const made: Page[] = [];
    let structure: Element | undefined;
    const input = { program: program!, resources, data, date: '2026-03-01', limits, standards: [], checkTime: () => {} };
    layOutDocument(input, (parts) => {
      structure = parts.structure;
      return { addPage: (page) => void made.push(page), addLate: () => {} };
    });
    return { pages: made, warnings: [], structure };
  });
}

describe('an example from right to left', () => {
  test.each(exampleNames)('%s', async (name) => {
    const [ltr, rtl] = [await layOutExample(name, 'ltr'), await layOutExample(name, 'rtl')];
    expect(rtl.pages.length).toBe(ltr.pages.length);
    expect(structureOf(rtl)).toEqual(structureOf(ltr));
    if (mirrored.includes(name)) expect(findUnmirrored(ltr, rtl, true)).toEqual([]);
  });
});
