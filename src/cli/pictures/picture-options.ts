// The options of a command that ask for pictures of pages.
import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { counted } from '../../words/counts.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';

export interface PictureOptions {
  /** The folder that gets the pictures, as the user named it. */
  readonly folder: string;
  /** Pixels per inch. */
  readonly dpi: number;
  /** The pages that are wanted, from 1. Undefined: all. */
  readonly pages: PageList | undefined;
}

interface PageList {
  /** As the user wrote it. */
  readonly text: string;
  readonly ranges: readonly { readonly first: number; readonly last: number }[];
}

const defaultDpi = 144;
const leastDpi = 18;
const mostDpi = 1200;

export function addPictureOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--png <folder>',
        'draw the pages as PNG pictures into a folder; the PDF itself is written only where -o names it',
      ),
    )
    .option('--dpi <n>', `with --png: pixels per inch, ${leastDpi} to ${mostDpi} (default: ${defaultDpi})`)
    .option('--pages <list>', 'with --png: the pages to draw, such as 1-3 or 1,5- (default: all)');
}

/** What the options ask for; undefined: no pictures. Raises UsageError. */
export function readPictureOptions({ png, dpi, pages }: OptionValues): PictureOptions | undefined {
  if (png === undefined) {
    const lost = dpi !== undefined ? '--dpi' : pages !== undefined ? '--pages' : undefined;
    if (lost) throw new UsageError(`${lost} says how pages are drawn as pictures. Add the folder for them: --png FOLDER`);
    return undefined;
  }
  const folder = String(png);
  if (folder === '' || folder === '-') throw new UsageError('--png needs the name of a folder: each page is a file.');
  if (/^\.(?:png|jpe?g|gif|webp|tiff?|pdf)$/i.test(extname(folder)))
    throw new UsageError(
      `--png needs the name of a folder, got the file name ${folder}: each page is a file. Write: --png pages`,
    );
  return { folder, dpi: readDpi(dpi), pages: pages === undefined ? undefined : readPages(String(pages)) };
}

function readDpi(value: unknown): number {
  if (value === undefined) return defaultDpi;
  const dpi = /^\d{1,9}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (dpi >= leastDpi && dpi <= mostDpi) return dpi;
  throw new UsageError(`--dpi needs a whole number from ${leastDpi} to ${mostDpi}, got ${JSON.stringify(value)}.`);
}

function readPages(text: string): PageList {
  const ranges = text.split(',').map((part) => {
    const [, from, dash, to] = /^\s*(\d{1,9})\s*(?:(-)\s*(\d{1,9})?)?\s*$/.exec(part) ?? [];
    const first = Number(from);
    const last = to !== undefined ? Number(to) : dash ? Number.POSITIVE_INFINITY : first;
    if (from === undefined || first < 1 || last < first)
      throw new UsageError(`--pages needs pages from 1, such as 1-3 or 1,5- (from 5 to the end), got ${JSON.stringify(text)}.`);
    return { first, last };
  });
  return { text, ranges };
}

/** The wanted pages of a document with `count` pages, in order. Raises UsageError if an entry of the list names no page. */
export function choosePages(pages: PageList | undefined, count: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i + 1);
  if (!pages) return all;
  if (pages.ranges.some(({ first }) => first > count))
    throw new UsageError(`--pages ${pages.text}: the document has ${counted(count, 'page')}.`);
  return all.filter((page) => pages.ranges.some(({ first, last }) => page >= first && page <= last));
}
