// Reads the value of `output`: a folder, or a pattern of file names.
import { statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { checkEnding, pdfFile } from '../../files/file-kinds.ts';
import type { NameOption } from '../../words/name-option.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';

/** A value is a folder if it ends with a separator, or if the folder exists. */
export function toPattern(output: string): string {
  return output === '' || /\.pdf$|\{\{|[\\/]$/i.test(output) ? output : `${output}/`;
}

/**
 * Raises UsageError for a name that is not a PDF, such as `out/{{ number }}.png`, and for a backslash where it divides no folders. A folder may
 * have any other name.
 */
export function checkPattern(output: string, cwd: string, nameOption: NameOption): void {
  if (sep === '/' && output.replace(/\{\{.*?\}\}/gs, '').includes('\\'))
    throw new UsageError(
      `${nameOption('output')} ${toLine(output)}: write / between folders; \\ divides folders on Windows only`,
    );
  const isFolder = /[\\/]$/.test(output) || statSync(resolve(cwd, output), { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) checkEnding(output, pdfFile, `${nameOption('output')} ${output}`);
}

/** The folder that all documents of a pattern share. */
export function folderOf(output: string): string {
  const fixed = toPattern(output).split('{{')[0]!;
  return fixed.endsWith('/') ? fixed : dirname(`${fixed}x`);
}
