// Layouts of dense templates, each compared with its recorded text as a whole. `npm run record` records them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { recordCase } from '../../support/recorded.ts';
import { boxes } from './recorded/boxes.ts';
import { columns } from './recorded/columns.ts';
import { footnotes } from './recorded/footnotes.ts';
import { frames } from './recorded/frames.ts';
import { outlines } from './recorded/outlines.ts';
import { refusals } from './recorded/refusals.ts';
import { sheets } from './recorded/sheets.ts';
import { structure } from './recorded/structure.ts';
import { tableFaults } from './recorded/table-faults.ts';
import { tables } from './recorded/tables.ts';

const heading = '## ';

const all = { boxes, columns, footnotes, frames, outlines, refusals, sheets, structure, 'table-faults': tableFaults, tables };

describe.each(Object.entries(all))('%s', (name, cases) => {
  const file = new URL(`recorded/${name}.txt`, import.meta.url);
  const isMade = process.env.PDFGEN_RECORDED === 'make';
  const recorded = new Map(
    (isMade ? '' : readFileSync(file, 'utf8'))
      .split(`\n${heading}`)
      .map((one) => one.replace(heading, '').split('\n'))
      .map(([shows, ...lines]) => [shows, lines.join('\n').trimEnd()]),
  );
  const made: string[] = [];

  test.each(Object.entries(cases))('%s', async (shows, one) => {
    const text = (await recordCase(one)).join('\n');
    made.push(`${heading}${shows}\n${text}\n`);
    if (!isMade) expect(text).toBe(recorded.get(shows));
  });

  afterAll(() => {
    if (isMade) writeFileSync(file, made.join('\n'));
  });
});
