import { expect, test } from 'vitest';
import { components } from '../../src/document/components/all-components.ts';
import { paletteGroups } from '../../src/editor-page/starters.ts';
import { compile } from '../support/render.ts';

const starters = paletteGroups.flatMap(({ starters }) => Object.entries(starters));

test.each(starters)('a new %s compiles without a warning in a template that has no data', async (_, starter) => {
  const { diagnostics } = await compile({ pages: [{ body: [starter] }] });
  expect(diagnostics).toEqual([]);
});

test('every component can be added, but for these', () => {
  const types = components
    .map(({ type }) => type)
    .filter((type) => starters.every(([, starter]) => !Object.hasOwn(starter, type)));
  expect(types).toEqual([
    ...['markdown', 'flow', 'group', 'repeat', 'choose', 'toc', 'leader'], // written as JSON
    'image', // added by the dialog of pictures
    ...['pdf', 'polygon', 'path', 'payment', 'field', 'annotation', 'watermark', 'use', 'slot'], // written as JSON
  ]);
});
