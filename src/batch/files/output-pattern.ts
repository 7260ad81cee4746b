// Reads the value of `output`: a folder, or a pattern of file names.
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checkEnding, pdfFile } from '../../files/file-kinds.ts';
import type { NameOption } from '../../words/name-option.ts';

/** A value is a folder if it ends with a separator, or if the folder exists. */
export function toPattern(output: string): string {
  return output === '' || /\.pdf$|\{\{|[\\/]$/i.test(output) ? output : `${output}/`;
}

/** Raises UsageError for a name that is not a PDF, such as `out/{{ number }}.png`. A folder may have any name. */
export function checkPattern(output: string, cwd: string, nameOption: NameOption): void {
  const isFolder = /[\\/]$/.test(output) || statSync(resolve(cwd, output), { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) checkEnding(output, pdfFile, `${nameOption('output')} ${output}`);
}

/** The folder that all documents of a pattern share. */
export function folderOf(output: string): string {
  const fixed = toPattern(output).split('{{')[0]!;
  return fixed.endsWith('/') ? fixed : dirname(`${fixed}x`);
}
