// Finds unused font files: files that the template's `fonts` does not name.
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { listShippedFonts } from '../../files/program-files.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { findFontLine, isSameFamily, writeFontLines } from '../../words/font-lines.ts';
import { listNames } from '../../words/nearest.ts';

/**
 * A warning for each family with an unused file. `isShared`: other templates may use the file, so it has a warning only if a text names its
 * family. `errors`: those of unknown families have the line to add.
 */
export function findUnusedFonts(
  document: Readonly<Record<string, unknown>>,
  files: readonly string[],
  isShared: (file: string) => boolean,
  errors: readonly Diagnostic[],
): readonly Diagnostic[] {
  // A file with the name of a shipped font replaces it.
  const shipped = listShippedFonts();
  const { fonts, styles, pages } = document;
  const isTold = (file: string) =>
    errors.some((one) => one.code === 'unknown-font' && one.message.includes(JSON.stringify(file)));
  const candidates = files.filter((file) => !shipped.has(file));
  return writeFontLines(candidates, document).flatMap(({ family, files, line }) => {
    const text = isKnown(family, fonts) ? undefined : findText({ styles, pages }, family, '');
    if (files.some(isTold) || (!text && files.every(isShared))) return [];
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

/** The first text or style that names a family. */
function findText(part: unknown, family: string, at: string): { readonly pointer: string; readonly font: string } | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  for (const [key, value] of Object.entries(part)) {
    const pointer = `${at}${pointerStep(key)}`;
    if (key === 'font' && typeof value === 'string' && isSameFamily(value, family)) return { pointer, font: value };
    const found = findText(value, family, pointer);
    if (found) return found;
  }
  return undefined;
}
