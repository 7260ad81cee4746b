import { expect, test } from 'vitest';
import { shortcuts } from '../../../src/editor-page/screen/shortcuts.ts';
import { keyWords } from '../../../src/editor-words/index.ts';

test('the list of keys names each shortcut', () => {
  const listed = keyWords.list.flatMap(({ keys }): readonly string[] => keys);
  expect(listed).toEqual(expect.arrayContaining(Object.keys(shortcuts)));
  expect(new Set(listed.filter((key) => key !== 'Enter')).size).toBe(listed.length - 1);
});
