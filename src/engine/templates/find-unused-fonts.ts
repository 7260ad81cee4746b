// Finds unused font files: files that the template's `fonts` does not name.
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { listShippedFonts } from '../../files/program-files.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { findFontLine, isSameFamily, writeFontLines } from '../../words/font-lines.ts';
import { listNames } from '../../words/nearest.ts';

/**
 * A warning for each family with an unused file. `isShared`: other templates may use the file, so it has a warning only if a text names its
 * family. `faults`: a broken file, and a text whose family is unknown, are told already.
 */
export function findUnusedFonts(
  document: Readonly<Record<string, unknown>>,
  files: readonly string[],
  isShared: (file: string) => boolean,
  faults: readonly Diagnostic[],
): readonly Diagnostic[] {
  // A file with the name of a shipped font replaces it.
  const shipped = listShippedFonts();
  const { fonts, styles, define, pages } = document;
  const placesOf = (code: string) => new Set(faults.flatMap((one) => (one.code === code ? [one.pointer] : [])));
  const [broken, unknown] = [placesOf('broken-asset'), placesOf('unknown-font')];
  const candidates = files.filter((file) => !shipped.has(file) && !broken.has(`/assets${pointerStep(file)}`));
  return writeFontLines(candidates, document).flatMap(({ family, files, line }) => {
    const texts = isKnown(family, fonts) ? [] : findTexts({ styles, define, pages }, family, '');
    if (texts.some(({ pointer }) => unknown.has(pointer)) || (texts.length === 0 && files.every(isShared))) return [];
    const [text] = texts;
    const effect = text
      ? `${text.pointer} names ${JSON.stringify(text.font)} and gets another font.`
      : `no text uses ${files.length === 1 ? 'it' : 'them'}.`;
    const message = `"fonts" does not name ${listNames(files)}: ${effect} To use the font, write in "fonts": ${text ? findFontLine(text.font, files) : line}`;
    return [{ severity: 'warning', code: 'unused-font', pointer: `/assets${pointerStep(files[0]!)}`, message }];
  });
}

function isKnown(family: string, fonts: unknown): boolean {
  return typeof fonts === 'object' && fonts !== null && Object.keys(fonts).some((name) => isSameFamily(name, family));
}

/** The texts and styles that name a family. */
function findTexts(part: unknown, family: string, at: string): readonly { readonly pointer: string; readonly font: string }[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const pointer = `${at}${pointerStep(key)}`;
    if (key === 'font' && typeof value === 'string' && isSameFamily(value, family)) return [{ pointer, font: value }];
    return findTexts(value, family, pointer);
  });
}
