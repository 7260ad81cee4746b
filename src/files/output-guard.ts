// Keeps a command from writing over the files that it reads: data, passwords, templates.
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realPath } from './real-path.ts';

/** The files that a command reads. */
export interface CommandInputs {
  /** `shown`: how the user named it, such as `-d order.json`. */
  readonly files: readonly { readonly path: string; readonly shown: string }[];
  /** Folders with files that a template uses, outside of the folder of a template. */
  readonly folders: readonly string[];
}

/** Why no file may be written at a path. */
export interface OutputFault {
  /** The rest of a sentence about the file. */
  readonly fault: string;
  /** What the user must choose anew. */
  readonly change: 'file' | 'folder';
}

/** Remembers folders and inputs, because a batch writes many files into a few folders. */
export class OutputGuard {
  readonly #inputs: CommandInputs;
  readonly #realFolders = new Map<string, string>();
  readonly #faults = new Map<string, string | undefined>();
  #identities: ReadonlyMap<string, string> | undefined;

  constructor(inputs: CommandInputs) {
    this.#inputs = inputs;
  }

  /** Undefined: a file may be written at this path. `there`: what has this path now. */
  findFault(path: string, there: Stats | undefined = lookAt(path)): OutputFault | undefined {
    const real = there?.isSymbolicLink() ? realPath(path) : join(this.#realFolder(dirname(path)), basename(path));
    const folder = dirname(real);
    // People stand in the folder of a template. No file there with such an ending is a part of it.
    const isBeside = isOutputName(real) && isTemplate(folder);
    const fault = this.#findInFolder(isBeside ? dirname(folder) : folder);
    if (fault !== undefined) return { fault, change: 'folder' };
    const identity = there && identityOf(path);
    const shown = identity === undefined ? undefined : this.#findInput(identity);
    return shown === undefined ? undefined : { fault: `is a file that this command reads (${shown})`, change: 'file' };
  }

  #findInput(identity: string): string | undefined {
    // The same file may have several names: links, hard links, and names in another case.
    this.#identities ??= new Map(this.#inputs.files.map(({ path: input, shown }) => [identityOf(input) ?? '', shown]));
    return this.#identities.get(identity);
  }

  #realFolder(folder: string): string {
    const real = this.#realFolders.get(folder) ?? realPath(folder);
    this.#realFolders.set(folder, real);
    return real;
  }

  /** The fault of a file in this folder, or in a folder below. */
  #findInFolder(folder: string): string | undefined {
    if (this.#faults.has(folder)) return this.#faults.get(folder);
    const above = dirname(folder);
    const fault = this.#describeFolder(folder) ?? (above === folder ? undefined : this.#findInFolder(above));
    this.#faults.set(folder, fault);
    return fault;
  }

  #describeFolder(folder: string): string | undefined {
    const file = identityOf(folder);
    const shown = file === undefined ? undefined : this.#findInput(file);
    if (shown !== undefined) return `is below a file that this command reads (${shown})`;
    if (isTemplate(folder)) return `is in the folder of the template ${basename(folder)}`;
    const isOfWorkspace = ['assets', '.pdfgen'].includes(basename(folder)) && isWorkspace(dirname(folder));
    return isOfWorkspace || this.#inputs.folders.some((one) => realPath(one) === folder)
      ? `is in the folder ${basename(folder)}, whose files pdfgen uses`
      : undefined;
  }
}

/** Device and inode of a regular file, the same for all its links. Undefined: no regular file stands there. */
function identityOf(path: string): string | undefined {
  const there = readIfThere(path, (name) => statSync(name, { bigint: true }));
  return there?.isFile() ? `${there.dev}:${there.ino}` : undefined;
}

/** Whether commands write files with the ending of this name: documents, pictures, archives, invoices. */
export const isOutputName = (path: string): boolean => /\.(?:pdf|png|zip|xml)$/i.test(path);

/** Whether a folder holds a template. Other programs have files called `template.json`, too. A text that is not JSON is taken for one that
 * somebody edits. */
function isTemplate(folder: string): boolean {
  const text = readIfThere(join(folder, 'template.json'), (name) => readFileSync(name, 'utf8'));
  if (text === undefined || !/"pages"\s*:/.test(text)) return false;
  try {
    const { pages } = JSON.parse(text.replace(/^\ufeff/, '')) as { readonly pages?: unknown };
    return Array.isArray(pages) && pages.every((page) => typeof page === 'object');
  } catch {
    return true;
  }
}

const isWorkspace = (folder: string): boolean =>
  readIfThere(join(folder, 'pdfgen.json'), statSync)?.isFile() === true ||
  readIfThere(join(folder, 'templates'), statSync)?.isDirectory() === true;

/** What stands at a path. Undefined: nothing, or nothing that this user may see. */
export const lookAt = (path: string): Stats | undefined =>
  readIfThere(path, (name) => lstatSync(name, { throwIfNoEntry: false }));

/** What is read at a path. Undefined: nothing is there, or nothing that this user may see. */
export function readIfThere<T>(path: string, read: (path: string) => T): T | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
