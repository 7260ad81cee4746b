import { expect, test } from 'vitest';
import { contentOf } from '../../support/read-pdf.ts';
import { testResources } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';
import { toResource } from '../image/make-image.ts';
import { makeSquareFont } from '../text/make-square-font.ts';

test('justified lines spread at a space that a feature of the font replaces', async () => {
  const boxes = { a: [0, 900], ' ': [0, 0], _: [0, 0] } as const;
  const shiftsOf = async (locl: Readonly<Record<string, string>>) => {
    const font = toResource(makeSquareFont(boxes, { locl }));
    const resources = { ...testResources, font: (name: string) => (name === 'squares.ttf' ? font : testResources.font(name)) };
    const template = {
      unit: 'pt',
      fonts: { squares: { regular: 'squares.ttf' } },
      pages: [{ size: [95, 100], margin: 0, body: [{ text: 'aaa aa aaa aa aa', font: 'squares', align: 'justify', size: 10 }] }],
    };
    const content = contentOf(await renderPdf(template, { resources }));
    return [...content.matchAll(/\)(-?\d+)\(/g)].map(([, shift]) => Number(shift));
  };
  expect(await shiftsOf({ ' ': '_' })).toEqual(await shiftsOf({}));
  expect(await shiftsOf({})).not.toEqual([]);
});
