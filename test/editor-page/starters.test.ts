import { expect, test } from 'vitest';
import { paletteGroups } from '../../src/editor-page/starters.ts';
import { compile } from '../support/render.ts';

const starters = paletteGroups.flatMap(({ starters }) => Object.entries(starters));

test.each(starters)('a new %s compiles without a warning in a template that has no data', async (_, starter) => {
  const { diagnostics } = await compile({ pages: [{ body: [starter] }] });
  expect(diagnostics).toEqual([]);
});
