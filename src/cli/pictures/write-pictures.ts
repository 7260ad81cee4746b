// Writes the pages of a PDF as pictures, a file for each page.
import { readdirSync } from 'node:fs';
import { basename, join, parse, resolve } from 'node:path';
import type { Pdf } from '../../contract/generate.ts';
import { pngFile } from '../../files/file-kinds.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { writeError } from '../../files/write-error.ts';
import { counted } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import { protectFiles, writeProtected } from '../output/write-output.ts';
import { encodePng } from './encode-png.ts';
import { loadPdfium, openPages } from './page-painter.ts';
import { choosePages, type PictureOptions } from './picture-options.ts';

export interface PagePicture {
  /** From 1. */
  readonly page: number;
  /** The file, by the folder as the user named it. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Checks before any work that the pages can be drawn. Raises UsageError. */
export async function checkPictures({ folder }: PictureOptions, { io }: CommandContext): Promise<void> {
  await loadPdfium();
  try {
    makeFolder(resolve(io.cwd, folder));
  } catch (error) {
    throw writeError(folder, error);
  }
}

export interface DrawnDocument {
  readonly pdf: Pick<Pdf, 'body'>;
  /** The file name of the document. */
  readonly name: string;
  /** What opens the document. Undefined: it opens without. */
  readonly password: string | undefined;
  readonly overwrite: unknown;
}

/** Draws the pages and writes `NAME-1.png` and so on, with as many digits as the last page needs. Raises UsageError. */
export async function writePictures(
  { pdf, name: filename, password, overwrite }: DrawnDocument,
  { folder, dpi, pages }: PictureOptions,
  context: CommandContext,
): Promise<PagePicture[]> {
  const painter = openPages(await loadPdfium(), Buffer.concat(pdf.body), password);
  const { name } = parse(filename);
  const digits = String(painter.pageCount).length;
  const chosen = choosePages(pages, painter.pageCount).map((page) => ({
    page,
    file: join(folder, `${name}-${String(page).padStart(digits, '0')}.png`),
  }));
  const kind = { kind: pngFile, overwrite, option: '--png' };
  for (const { file } of chosen) protectFiles({ ...kind, target: file }, context);
  const written: PagePicture[] = [];
  for (const { page, file } of chosen) {
    const pixels = painter.paint(page, dpi);
    const png = await encodePng(pixels, dpi);
    await writeProtected([png], { ...kind, target: file }, context);
    written.push({ page, file, width: pixels.width, height: pixels.height, bytes: png.length });
  }
  tellOthers(folder, name, written, context);
  return written;
}

/** Pictures of an earlier run may show pages that the document has no longer. */
function tellOthers(
  folder: string,
  name: string,
  written: readonly PagePicture[],
  { io, say, errorStyle }: CommandContext,
): void {
  const own = new Set(written.map(({ file }) => basename(file)));
  const others = readdirSync(resolve(io.cwd, folder)).filter(
    (file) => file.startsWith(`${name}-`) && /^\d+\.png$/.test(file.slice(name.length + 1)) && !own.has(file),
  );
  if (others.length > 0)
    say(
      `${errorStyle.yellow('note:')} ${toLine(folder)} has ${counted(others.length, 'picture')} of ${toLine(name)} that ${others.length === 1 ? 'is' : 'are'} not of this run, such as ${toLine(others.sort()[0]!)}`,
    );
}
