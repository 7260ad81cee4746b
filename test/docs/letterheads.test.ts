// What the guide to letterheads shows, rendered, each with its picture.
import { expect, test } from 'vitest';
import { standardRules } from '../../src/contract/standards.ts';
import { warningTable } from '../../src/contract/warnings.ts';
import { makeLetterhead, makeTerms } from './example-pdfs.ts';
import { blocksOf, readPage, rowsOf } from './guide.ts';
import { holdPicture } from './pictures.ts';
import { renderTemplate } from './render-template.ts';

type Json = Readonly<Record<string, unknown>>;

const page = readPage('docs/guides/letterheads.md');
const [dataBlock, ...blocks] = blocksOf(page).filter(({ language }) => language === 'json');
const data: unknown = JSON.parse(dataBlock!.text);
const examples = blocks.map(({ text }) => {
  const after = page.slice(page.indexOf(text) + text.length);
  const [, name] = /^\n```\n\n!\[[^\]]*\]\(\.\.\/pictures\/letterheads\/([\w-]+)\.png\)/.exec(after) ?? [];
  return [name!, JSON.parse(text) as Json] as const;
});
const assets = { 'letterhead.pdf': await makeLetterhead(), 'terms.pdf': await makeTerms() };

test.each(examples)('%s renders as its picture shows, without a warning', async (name, example) => {
  await holdPicture(`letterheads/${name}`, await renderTemplate({ ...example, exampleData: data }, data, assets), 60);
});

test.each(rowsOf(page, 'breach'))('the breach %s is one', (rule) => expect(Object.keys(standardRules)).toContain(rule));
test.each(rowsOf(page, 'code'))('the warning %s is one', (code) => expect(Object.keys(warningTable)).toContain(code));
