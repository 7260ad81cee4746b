// Two documents in their short forms, with columns of definitions, rows of sums and filters of their own: a financial statement and a laboratory report.
// Their long forms say everything where it stands.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canonicalForm } from '../../../src/document/compile/canonical-form.ts';
import { explain, layOut, pageTexts } from '../../support/render.ts';
import { structureLines } from '../../support/structure.ts';

type Template = Readonly<Record<string, unknown>>;

const read = (name: string): Template =>
  JSON.parse(readFileSync(new URL(`./said-once/${name}.json`, import.meta.url), 'utf8')) as Template;

test.each(['financial', 'lab'])('the short form of %s prints what its long form prints, with the same tags', async (name) => {
  const dataSchema = read(`${name}-schema`);
  const made = async (form: 'short' | 'long') => {
    const template = { ...read(`${name}-${form}`), dataSchema };
    expect((await explain(template)).filter((fault) => fault.startsWith('error'))).toEqual([]);
    const laidOut = await layOut([], read(`${name}-example`), {}, template);
    return { texts: pageTexts(laidOut), tags: structureLines(laidOut) };
  };
  const [short, long] = [await made('short'), await made('long')];
  expect(short.texts).toEqual(long.texts);
  expect(short.tags).toEqual(long.tags);
  const sizeOf = (form: 'short' | 'long') => JSON.stringify(canonicalForm(read(`${name}-${form}`))).length;
  expect(sizeOf('short')).toBeLessThan(sizeOf('long'));
});
