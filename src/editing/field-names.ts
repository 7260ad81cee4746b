// What fields of the data are called, for people.

/** Names of the data as people write them: `Unit price` for `unitPrice`. */
export function inWords(names: readonly string[]): string {
  const words = names
    .join(' ')
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ');
  const lower = words.replaceAll(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase()).trim();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
