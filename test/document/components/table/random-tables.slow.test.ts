// Random tables that sheets divide. What their pages say is computed again. More of them:
// PDFGEN_TEST_COUNT=2000 PDFGEN_TEST_SEED=1 npx vitest run test/document/components/table/random-tables.slow.test.ts
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { layOut, wordsOf } from '../../../support/render.ts';
import { renderPdf } from '../../../support/render-document.ts';
import { findSheetFault, type PlacedText } from '../../../support/sheets/check-sheets.ts';
import { makeSheetCase } from '../../../support/sheets/random-table.ts';
import { isStudy, trialSeeds } from '../../../support/trials.ts';

const seeds = trialSeeds('random-tables.slow');
/** A document in so many is read by another program. */
const sampled = 6;

const folder = mkdtempSync(join(tmpdir(), 'pdfgen-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Area {
  readonly top: number;
  readonly bottom: number;
}

/** The texts of a page that a clip does not hide. */
function textsOf(items: readonly PageItem[], dx = 0, dy = 0, seen: Area = { top: -Infinity, bottom: Infinity }): PlacedText[] {
  return items.flatMap((item): PlacedText[] => {
    if (item.kind === 'text') {
      const y = item.y + dy;
      const isCut = y - 8 < seen.top || y + 2 > seen.bottom;
      const placed = { text: wordsOf(item).trim(), x: item.x + item.segment.x + dx, y, width: item.segment.width, isCut };
      return y > seen.top && y <= seen.bottom ? [placed] : [];
    }
    if (item.kind !== 'group') return [];
    const [x, y] = [dx + item.x, dy + item.y];
    const { clip } = item;
    const inside = clip ? { top: Math.max(seen.top, y + clip.y), bottom: Math.min(seen.bottom, y + clip.y + clip.height) } : seen;
    return textsOf(item.items, x, y, inside);
  });
}

const isClipped = (items: readonly PageItem[]): boolean =>
  items.some((item) => item.kind === 'group' && ((item.clip && !item.clip.radius) || isClipped(item.items)));

/** The texts of a PDF by pdftotext. */
function readTexts(pdf: Buffer): PlacedText[][] {
  const path = join(folder, 'table.pdf');
  writeFileSync(path, pdf);
  const { stdout } = spawnSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 1e8 });
  return stdout
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(/<word xMin="(.*?)" yMin=".*?" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].map(
        ([, x, end, bottom, text]) => ({
          text: text!,
          x: Number(x),
          y: Number(bottom) - 1.7,
          width: Number(end) - Number(x),
        }),
      ),
    );
}

const meant = new Set(['unit-too-tall', 'header-dropped', 'footer-dropped', 'empty-body']);

describe('random tables', () => {
  const tried = { tables: 0, pages: 0, divided: 0, tooTall: 0, read: 0 };

  test('have each row once, their sums, and what sheets repeat', { timeout: 3_600_000 }, async () => {
    const faults: string[] = [];
    for (const seed of seeds) {
      const made = makeSheetCase(seed);
      const { template, data } = made;
      const { pages: layouts, ...more } = template as { pages: [Record<string, unknown>] };
      try {
        const { pages, warnings } = await layOut(undefined, data, layouts[0], more);
        const other = warnings.find(({ code }) => !meant.has(code));
        const facts = {
          isTooTall: warnings.some(({ code }) => code === 'unit-too-tall'),
          dropsHeader: warnings.some(({ code }) => code === 'header-dropped'),
          dropsFooter: warnings.some(({ code }) => code === 'footer-dropped'),
        };
        const placed = pages.map(({ items }) => textsOf(items));
        let fault = other ? `${other.code} ${other.message}` : findSheetFault(made, placed, facts);
        tried.tables += data.orders.length;
        tried.pages += pages.length;
        if (pages.length > 1) tried.divided++;
        if (facts.isTooTall) tried.tooTall++;
        if (!fault && seed % sampled === 0 && !pages.some(({ items }) => isClipped(items))) {
          fault = findSheetFault(made, readTexts(await renderPdf(template, { data })), facts);
          tried.read++;
        }
        if (fault) faults.push(`seed ${seed}: ${fault}`);
      } catch (error) {
        faults.push(`seed ${seed}: ${(error as Error).message}`);
      }
    }
    if (isStudy) console.log(tried, faults.length, faults.map((one) => one.split('\n')[0]).join('\n'));
    expect(faults.slice(0, 5)).toEqual([]);
    expect(tried.divided).toBeGreaterThan(seeds.length / 3);
    expect(tried.read).toBeGreaterThan(seeds.length / sampled / 2);
  });
});
