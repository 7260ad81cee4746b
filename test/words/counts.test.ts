import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { counted, documentsText } from '../../src/words/counts.ts';

test('a count of one has the singular, every other count the plural', () => {
  expect([0, 1, 2, 1000].map((n) => counted(n, 'entry', 'entries'))).toEqual([
    '0 entries',
    '1 entry',
    '2 entries',
    '1,000 entries',
  ]);
  expect([1, 21].map((n) => counted(n, 'page'))).toEqual(['1 page', '21 pages']);
  expect([1, 2000].map(documentsText)).toEqual(['1 document', '2,000 documents']);
});

const nouns =
  'arguments|attachments|attempts|batches|boxes|breaches|cells|characters|columns|components|days|deliveries|digits|documents|elements|entries|errors|faults|fields|files|findings|glyphs|hours|images|items|jobs|keys|levels|lines|links|members|minutes|modules|numbers|pages|parts|passwords|places|properties|records|results|rows|seconds|sheets|signatures|spaces|tables|templates|tokens|units|values|versions|warnings|webhooks';
const plural = new RegExp(
  String.raw`\$\{((?:[^{}\`]|\{[^{}]*\})+)\} (?:(?:colour|later|more|private|unfinished) )?(?:${nouns})\b`,
  'g',
);

/** Constants of the program, all larger than 1. A setting may be 1. */
const isConstant = (value: string) =>
  /^(?:(?:max|most)[A-Z]\w*(?:\.\w+)?|longest\w*|shortest|deepest|\w+PerMinute|processLifeMs \/ 1000)$/.test(value);

/** Values before a verb or another name, and counts that are never 1 or that bring their plural. */
const others: Readonly<Record<string, string>> = {
  'batch/entries/columns.ts': 'unknown.length',
  'batch/files/rejected-names.ts': 'file',
  'batch/open-documents.ts': 'joinOption',
  'cli/resources/batches.ts': "doubtful.length === 1 ? 'item has' : 'items have'",
  'cli/batch/report-batch.ts': "event.kind === 'rejected-rows' ? 'Rejected' : 'Failed'",
  'cli/commands/init.ts': 'name',
  'cli/faults/template-warnings.ts': 'programName(io, io.cwd)',
  'contract/render-batches.ts': 'count',
  'data/breach-message.ts': 'String(params.maxContains)',
  'json/read-json.ts': 'one.further',
};

test('messages write counts with `counted`, so that none says "1 entries"', () => {
  const source = fileURLToPath(new URL('../../src/', import.meta.url));
  const found: string[] = [];
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const text = readFileSync(source + name, 'utf8');
    for (const { 0: written, 1: value } of text.matchAll(plural))
      if (!isConstant(value!) && others[name] !== value) found.push(`${name}: ${written}`);
  }
  expect(found).toEqual([]);
});
