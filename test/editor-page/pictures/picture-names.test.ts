import { expect, test } from 'vitest';
import { readParts } from '../../../src/editing/index.ts';
import { nameThePictures } from '../../../src/editor-page/pictures/picture-names.ts';

test('a picture is called by its file, by what it shows, or by a number', () => {
  const tree = readParts({
    pages: [
      {
        body: [
          { image: 'asset:b', alt: ' ' },
          { image: 'asset:b', alt: 'Our shop' },
          { image: 'asset:c', alt: '' },
        ],
      },
    ],
  });
  const names = ['logo.png', 'asset:a', 'asset:b', 'asset:c', 'asset:d'];
  expect([...nameThePictures(names, new Map([['asset:a', 'photo.jpg']]), tree).values()]).toEqual([
    ...['logo.png', 'photo.jpg', 'Our shop', 'Uploaded picture 1', 'Uploaded picture 2'],
  ]);
  const same = new Map(['asset:a', 'asset:b', 'asset:c'].map((name) => [name, 'logo.png']));
  expect([...nameThePictures(names, same, { parts: [] }).values()]).toEqual([
    ...['logo.png', 'logo.png (2)', 'logo.png (3)', 'logo.png (4)', 'Uploaded picture 1'],
  ]);
});
