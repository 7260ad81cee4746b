// Random documents with footnotes, read by another program: each note begins on the sheet of its reference, none is lost, none stands twice. More of them:
// PDFGEN_TEST_COUNT=2000 PDFGEN_TEST_SEED=1 npx vitest run test/document/components/text/random-notes.slow.test.ts
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import { makeNoteCase, type NoteCase } from '../../../support/random-notes.ts';
import { layOut } from '../../../support/render.ts';
import { renderPdf } from '../../../support/render-document.ts';
import { isStudy, trialSeeds } from '../../../support/trials.ts';

const seeds = trialSeeds('random-notes.slow');

/** A document in so many is tagged, and the rules of standards are checked. */
const checked = 5;

const folder = mkdtempSync(join(tmpdir(), 'pdfgen-notes-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Word {
  readonly text: string;
  /** From 0. */
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The words of a PDF by pdftotext. */
function readWords(pdf: Buffer): readonly Word[] {
  const path = join(folder, 'notes.pdf');
  writeFileSync(path, pdf);
  const { stdout } = spawnSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 1e8 });
  return stdout
    .split('<page ')
    .slice(1)
    .flatMap((whole, page) =>
      [...whole.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].flatMap(
        ([, left, top, right, bottom, text]) =>
          // A no-break space joins words.
          text!
            .split(/[\s\u00a0]+/)
            .filter(Boolean)
            .map((one) => ({
              text: one,
              page,
              left: Number(left),
              top: Number(top),
              right: Number(right),
              bottom: Number(bottom),
            })),
      ),
    );
}

/** What stands directly after a word: in the word itself, or beside it. */
function printedAfter({ text, page, top, right, bottom }: Word, words: readonly Word[], name: string): string {
  const own = text.slice(name.length).replace(/[^\d,].*$/, '');
  if (own !== '') return own;
  const after = words.find((one) => {
    const isNear = one.page === page && Math.abs(one.left - right) < 1.5 && one.top < bottom && one.bottom > top;
    return isNear && /^[\d,]/.test(one.text);
  });
  return /^[\d,]+/.exec(after?.text ?? '')?.[0] ?? '';
}

/** Lines from top to bottom, and words in them from left to right. */
const byPlace = (a: Word, b: Word): number =>
  a.page - b.page || (Math.abs(a.bottom - b.bottom) < 2 ? a.left - b.left : a.bottom - b.bottom);

function findFault({ references, notes, hasColumns, height }: NoteCase, words: readonly Word[]): string | undefined {
  const begins = new Map<number, number>();
  for (const { word: name, printed, notes: referred } of references) {
    const found = words.filter(({ text }) => text.startsWith(name));
    if (found.length !== 1) return `${name} stands ${found.length} times`;
    const at = found[0]!;
    const said = printedAfter(at, words, name);
    if (said !== printed) return `${name} has the number "${said}" instead of "${printed}"`;
    for (const { id } of referred) begins.set(id, Math.min(at.page, begins.get(id) ?? Number.POSITIVE_INFINITY));
  }
  const inNotes = new Map<number, Word[]>();
  for (const word of words) {
    const id = /^n(\d+)x\d+$/.exec(word.text)?.[1];
    if (id !== undefined) inNotes.set(Number(id), [...(inNotes.get(Number(id)) ?? []), word]);
  }
  const lowest = words
    .filter(({ text }) => !/^(?:n\d+x\d+|Last|Foot|Head|[\d,]+)$/.test(text))
    .reduce((map, word) => map.set(word.page, Math.max(map.get(word.page) ?? 0, word.bottom)), new Map<number, number>());
  let before: Word | undefined;
  for (const { id, number, words: length } of notes) {
    const own = (inNotes.get(id) ?? []).sort(byPlace);
    const said = own.map(({ text }) => text).join(' ');
    const meant = Array.from({ length }, (_, i) => `n${id}x${i}`).join(' ');
    if (said !== meant) return `note ${id} says "${said.slice(0, 200)}" instead of "${meant.slice(0, 200)}"`;
    const start = own[0]!;
    if (start.page !== begins.get(id)) return `note ${id} begins on page ${start.page}, its reference is on ${begins.get(id)}`;
    const label = words.filter(({ page, right, bottom, text }) => {
      return page === start.page && text === String(number) && right <= start.left + 0.1 && Math.abs(bottom - start.bottom) < 6;
    });
    if (label.length === 0) return `note ${id} has no number ${number}`;
    for (const [i, word] of own.entries()) {
      // A note waits while one before it goes on.
      const isLate = i > 0 && word.page > own[i - 1]!.page + 1;
      const goesOn = ([other, all]: [number, readonly Word[]]) => other < id && all.some(({ page }) => page === word.page - 1);
      if (isLate && ![...inNotes].some(goesOn)) return `note ${id} leaves out page ${word.page - 1} before ${word.text}`;
      if (word.bottom > height - 20 + 2) return `note ${id} lies below the body`;
      if (word.top < (lowest.get(word.page) ?? 0) - 2.5) return `note ${id} lies above ${lowest.get(word.page)}`;
    }
    const isBelow =
      !before || number === 1 || start.page > before.page || (start.page === before.page && start.top >= before.top);
    if (!isBelow && !hasColumns) return `note ${id} stands above the note before it`;
    before = start;
  }
  return undefined;
}

/** The rules of a standard that tagged documents with notes break. */
async function findBreaches({ template, data }: NoteCase, seed: number): Promise<string | undefined> {
  // PDF/A-1 knows no opacity.
  const isFaded = JSON.stringify(template).includes('"opacity"');
  const standard = [['PDF/UA-1', 'PDF/A-2a'], ['PDF/UA-2', 'PDF/A-4'], [isFaded ? 'PDF/A-3a' : 'PDF/A-1a']][seed % 3]!;
  const tagged = { ...template, document: { title: 'Notes', lang: 'en' } };
  const date = '2026-01-01T00:00:00Z';
  const { check } = await inspectPdf(await renderPdf(tagged, { standard, data, date }), { check: true });
  const [finding] = check!.findings;
  return finding && `${standard} ${JSON.stringify(finding)}`;
}

test('notes begin on the sheets of their references, in order, none is lost, none stands twice', {
  timeout: 3_600_000,
}, async () => {
  const faults: string[] = [];
  const tried = { notes: 0, pages: 0, goOn: 0 };
  for (const seed of seeds) {
    const made = makeNoteCase(seed);
    try {
      const words = readWords(await renderPdf(made.template, { data: made.data }));
      const fault = findFault(made, words) ?? (seed % checked === 0 ? await findBreaches(made, seed / checked) : undefined);
      if (fault) faults.push(`seed ${seed}: ${fault}`);
      tried.notes += made.notes.length;
      tried.pages += (words.at(-1)?.page ?? 0) + 1;
      const pagesOf = (id: number) => new Set(words.flatMap(({ text, page }) => (text.startsWith(`n${id}x`) ? [page] : [])));
      tried.goOn += made.notes.filter(({ id }) => pagesOf(id).size > 1).length;
    } catch (error) {
      faults.push(`seed ${seed}: ${(error as Error).message}`);
    }
  }
  if (isStudy) console.log(tried, faults.length, faults.map((one) => one.split('\n')[0]).join('\n'));
  expect(faults.slice(0, 5)).toEqual([]);
  expect(tried.notes).toBeGreaterThan(seeds.length * 5);
  expect(tried.goOn).toBeGreaterThan(seeds.length / 5);
});

test('2,000 notes of half a page each on one line go on in order, and end', { timeout: 600_000 }, async () => {
  const names = Array.from({ length: 2000 }, (_, i) => `n${i}`);
  const text = { text: names.map((name) => `[^${name}]`).join(''), format: 'inline', size: 0.01 };
  const long = Array.from({ length: 6 }, (_, i) => `line ${i}`).join('\n');
  const footnotes = Object.fromEntries(names.map((name) => [name, `${name}\n${long}`]));
  const limits = { maxPages: 5000, maxBoxes: 1_000_000, maxImagePixels: 0, maxImageBytes: 0 };
  const { pages } = await layOut([{ ...text, footnotes }, 'end'], {}, { size: [300, 132] }, {}, limits);
  const begun = pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'anchor' ? item.name! : [])));
  expect(begun.filter((name) => name.startsWith(':note-'))).toEqual(names.map((_, i) => `:note-${i + 1}`));
  expect(pages.length).toBeGreaterThan(1000);
});
