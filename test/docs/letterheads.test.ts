// What the guide to letterheads shows, rendered, each with its picture.
import { expect, test } from 'vitest';
import { standardRules } from '../../src/contract/standards.ts';
import { makeLetterhead, makeTerms } from './example-pdfs.ts';
import { readGuide, rowsOf } from './guide.ts';
import { holdPicture } from './pictures.ts';
import { renderTemplate } from './render-template.ts';

const { page, data, pictured } = readGuide('letterheads');
const assets = { 'letterhead.pdf': await makeLetterhead(), 'terms.pdf': await makeTerms() };

test.each(pictured)('%s renders as its picture shows, without a warning', async (name, example) => {
  await holdPicture(`letterheads/${name}`, await renderTemplate({ ...example, exampleData: data }, data, assets), 60);
});

test.each(rowsOf(page, 'breach'))('the breach %s is one', (rule) => expect(Object.keys(standardRules)).toContain(rule));
