// The kinds of files that commands write, and how a file of each kind begins.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { UsageError } from '../words/usage-error.ts';

export interface FileKind {
  /** With its article, for messages. */
  readonly name: string;
  /** The ending of its files, without the dot; undefined: any. */
  readonly ending?: string;
  /** Matches the first kilobyte of each such file, a character for each byte. */
  readonly head: RegExp;
}

export const pdfFile: FileKind = { name: 'a PDF', ending: 'pdf', head: /^%PDF-/ };
export const zipFile: FileKind = { name: 'a zip', ending: 'zip', head: /^PK(?:\x03\x04|\x05\x06)/ };
export const pngFile: FileKind = { name: 'a PNG picture', ending: 'png', head: /^\x89PNG\r\n\x1a\n/ };
export const xmlFile: FileKind = { name: 'XML', ending: 'xml', head: /^(?:\xef\xbb\xbf)?<\?xml\b/ };

const ownKinds = [pdfFile, zipFile, xmlFile, pngFile];

/** Formats that people expect of other programs, by their endings. */
const otherFormats: readonly (readonly [endings: RegExp, what: string])[] = [
  [/^\.(?:jpe?g|jpe|gif|webp|svg|tiff?|bmp|avif|heic|jxl|e?ps)$/, 'pictures of this kind'],
  [/^\.x?html?$/, 'HTML'],
  [/^\.(?:docx?|docm|odt|rtf|pages)$/, 'text documents'],
  [/^\.(?:xlsx?|xlsm|xlsb|ods|numbers)$/, 'spreadsheets'],
  [/^\.(?:pptx?|odp|key)$/, 'presentations'],
  [/^\.(?:epub|mobi)$/, 'e-books'],
  [/^\.(?:json|jsonl|ndjson|csv|tsv|ya?ml|toml|sql)$/, 'files of data'],
  [/^\.(?:txt|text|md|log)$/, 'plain text'],
];

/** Raises UsageError for a name that ends like a file of another kind. `told`: the option and the name. `hint`: the way to that other kind. */
export function checkEnding(name: string, kind: FileKind, told: string, hint?: Readonly<Record<string, string>>): void {
  const ending = extname(name).toLowerCase();
  const other = ownKinds.find((one) => ending === `.${one.ending}` && one !== kind);
  const foreign = otherFormats.find(([endings]) => endings.test(ending));
  if ((!other && !foreign) || kind.ending === undefined) return;
  const fault = other
    ? `is the name of ${other.name}, and this command writes ${kind.name}`
    : `is not the name of ${kind.name}: pdfgen cannot make ${foreign![1]}`;
  const way = hint?.[ending.slice(1)];
  throw new UsageError(`${told} ${fault}. Name a file that ends with .${kind.ending}.${way === undefined ? '' : ` ${way}`}`);
}

/** Whether a file is there that is of another kind, or that this user cannot read. An empty file is of any kind, and so is a device. */
export function isOfOtherKind(path: string, { head }: FileKind): boolean {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (!there?.isFile() || there.size === 0) return false;
    return !head.test(readHead(path));
  } catch (error) {
    // A missing folder is reported when the file is written.
    return (error as NodeJS.ErrnoException).syscall === 'open';
  }
}

function readHead(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(1024);
    return bytes.toString('latin1', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
