// Finds strings that are longer than PDF/A-1 to 3 allow. Text of pages is cut where it is written; a title, an alternative text, a label cannot be cut.
import type { Standard } from '../standard.ts';
import type { PdfSink } from './pdf-sink.ts';

/** Most bytes of a string, by part of PDF/A (ISO 19005-1, 6.1.12; ISO 19005-2 and 3, 6.1.13). */
const mostBytes = { 1: 65_535, 2: 32_767, 3: 32_767 } as const;

/** A sink that passes everything on, and whether an object with a string over the limit went through it. */
export function watchStrings(sink: PdfSink, { archive }: Standard): { readonly sink: PdfSink; hasLongString(): boolean } {
  if (!archive || archive.part === 4) return { sink, hasLongString: () => false };
  const most = mostBytes[archive.part];
  let isFound = false;
  const look = (body: string): void => {
    // Most objects are shorter as a whole.
    if (body.length > most) isFound ||= hasStringOver(body, most);
  };
  const watched: PdfSink = {
    ...sink,
    writeObject(id, body) {
      look(body);
      sink.writeObject(id, body);
    },
    end(file) {
      for (const value of [...Object.values(file.catalog), ...Object.values(file.info)]) look(value);
      return sink.end(file);
    },
  };
  return { sink: watched, hasLongString: () => isFound };
}

/** Strings stand in parentheses, which are escaped in them, or as hex digits. */
function hasStringOver(body: string, most: number): boolean {
  for (const [string, literal, hex] of body.matchAll(/\(([^\\()]*(?:\\.[^\\()]*)*)\)|<([0-9a-f]+)>/gs)) {
    if (string.length <= most) continue;
    const bytes = hex === undefined ? literal!.replace(/\\./gs, '.').length : hex.length / 2;
    if (bytes > most) return true;
  }
  return false;
}
