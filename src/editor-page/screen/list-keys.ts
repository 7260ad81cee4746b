// The keys that go through a list: arrows, Home, End and letters (ARIA Authoring Practices).

/** The index of the row that a key leads to. `row`: -1 for none yet. Undefined: the key leads nowhere. */
export function rowByKey(row: number, key: string, names: readonly string[]): number | undefined {
  const last = names.length - 1;
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return Math.min(row + 1, last);
    case 'ArrowUp':
      return Math.max(row - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return [...key].length === 1 && key.trim() !== '' ? rowByLetter(row, key, names) : undefined;
  }
}

/** The next row whose name begins with a letter; after the last row comes the first one. */
function rowByLetter(row: number, letter: string, names: readonly string[]): number | undefined {
  const isFound = (name: string) => name.trim().toLowerCase().startsWith(letter.toLowerCase());
  const behind = names.findIndex((name, i) => i > row && isFound(name));
  const found = behind >= 0 ? behind : names.findIndex(isFound);
  return found >= 0 ? found : undefined;
}
