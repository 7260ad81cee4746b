// Random edits of all example templates. PDFGEN_TEST_COUNT and PDFGEN_TEST_SEED try more of them.
import { expect, test } from 'vitest';
import { followAll } from '../../src/editing/follow.ts';
import { edit, openHistory, undo } from '../../src/editing/history.ts';
import { readParts } from '../../src/editing/part-tree.ts';
import { createDice } from '../support/grammar/dice.ts';
import { compile } from '../support/render.ts';
import { exampleNames, readExample } from '../support/shown-documents.ts';
import { trialSeeds } from '../support/trials.ts';
import { randomEdit } from './random-edit.ts';

/** Edits of each example, one after the other, for a seed. */
const editsInRow = 12;

/** What an edit may bring, because only the whole document tells: the number that a reference names goes, and a name has another type elsewhere. */
const toldByDocument: ReadonlySet<string> = new Set(['unknown-anchor', 'wrong-type', 'wrong-param']);

test.each(exampleNames)('edits of %s leave a template that compiles', async (name) => {
  const { document, resources } = await readExample(name);
  const broken: string[] = [];
  let done = 0;
  const seeds = trialSeeds('random-edits.slow');
  for (const seed of seeds) {
    const dice = createDice(seed);
    let history = openHistory(document.pages);
    for (let i = 0; i < editsInRow; i++) {
      const tree = readParts({ ...document, pages: history.pages });
      const tried = randomEdit(tree, dice);
      if (!tried) continue;
      const before = JSON.stringify(history.pages);
      const next = edit(history, tried.edit, { title: tried.title });
      if (next.pages === history.pages) continue;
      expect(JSON.stringify(undo(next).pages)).toBe(before);
      const changed = { ...document, pages: next.pages };
      const { diagnostics } = await compile(changed, resources);
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      if (errors.length > 0 && errors.every(({ code }) => toldByDocument.has(code))) continue;
      if (errors.length > 0)
        broken.push(
          `seed ${seed}: ${tried.title}: ${errors.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`).join(' | ')}`,
        );
      else {
        const after = readParts(changed);
        for (const part of tree.parts) {
          const now = followAll(part.pointer, tried.edit.operations);
          const found = now === undefined ? undefined : after.places.get(now)?.part;
          // A cell that is emptied or wrapped stays a cell.
          if (now !== undefined && (found?.kind !== part.kind || (found.type !== part.type && part.kind !== 'cell')))
            expect.fail(`${tried.title}: ${part.pointer} is followed to ${now}`);
        }
        const selected = next.selection;
        if (selected !== null) expect(after.places.has(selected), `${tried.title} -> ${selected}`).toBe(true);
        history = next;
        done++;
      }
    }
  }
  expect(broken).toEqual([]);
  expect(done).toBeGreaterThanOrEqual((seeds.length * editsInRow) / 2);
});
