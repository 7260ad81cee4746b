// Reads the options for files of all documents.
import { resolve } from 'node:path';
import { checkEnding, pdfFile, zipFile } from '../../files/file-kinds.ts';
import type { NameOption } from '../../words/name-option.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchOptions } from '../batch-options.ts';
import { foldName } from './same-file.ts';

/** A file of all documents. */
export interface CollectedFile {
  readonly kind: 'merge' | 'zip';
  /** `file`: its name for people. `path`: its place on disk. */
  readonly file: string;
  readonly path: string;
}

/** The files of all documents that the options name. Raises UsageError. */
export function readCollected(options: BatchOptions, cwd: string, nameOption: NameOption): readonly CollectedFile[] {
  const files = (['merge', 'zip'] as const).flatMap((kind) => {
    const file = options[kind];
    if (file === undefined) return [];
    if (file === '' || file === '-' || /[\\/]$/.test(file))
      throw new UsageError(`${nameOption(kind)} takes the name of a file, got ${JSON.stringify(file)}`);
    checkEnding(file, kind === 'merge' ? pdfFile : zipFile, `${nameOption(kind)} ${file}`, {
      pdf: `For one PDF: ${nameOption('merge')} ${file}`,
      zip: `For a zip: ${nameOption('zip')} ${file}`,
    });
    return [{ kind, file, path: resolve(cwd, file) }];
  });
  const [first, second] = files;
  if (first && second && foldName(first.path) === foldName(second.path))
    throw new UsageError(`${nameOption('merge')} and ${nameOption('zip')} name one file: ${first.file}`);
  return files;
}
