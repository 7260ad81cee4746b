// The texts of recorded templates: lines that say where they come from.

/** `a1` to `a5`, each on a line. */
export const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${name}${i + 1}`).join('\n');

/** A text of so many lines. `notes`: by the number of a line, how many lines the note to it has. */
export function noted(name: string, count: number, notes: Record<number, number>): Record<string, unknown> {
  const text = lines(name, count)
    .split('\n')
    .map((line, i) => (notes[i + 1] ? `${line}[^${line}]` : line));
  const footnotes = Object.entries(notes).map(([at, length]) => [`${name}${at}`, lines(`note-${name}${at}-`, length)]);
  return { text: text.join('\n'), format: 'inline', footnotes: Object.fromEntries(footnotes) };
}

/** Properties of a template with tags. */
export const tagged = { document: { title: 'Title', lang: 'en' } };

/** The name of a picture of so many pixels, which the recorded layouts find. */
export const picture = (width: number, height: number): string => `{{ '${width}x${height}.png' }}`;
