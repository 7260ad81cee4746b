// Names each document's file by a pattern: `out/{{ customer.country }}/{{ number | slugify }}.pdf`.
import { sep } from 'node:path';
import { toFilename, toFolderName, toNamePart } from '../../contract/filename.ts';
import type { TextContext, TextPart } from '../../engine/generation/compile-text.ts';
import type { NameOption } from '../../words/name-option.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchItem } from '../batch-item.ts';

/** The path of a document's file, with `/` between folders; or the reason why the document has no name. */
export type DocumentName = { readonly name: string } | { readonly fault: string };

export interface NamePattern {
  /** `index`: counted from 1, among the documents of the batch. */
  nameOf(item: Pick<BatchItem, 'data' | 'reference' | 'source'>, index: number): DocumentName;
}

export interface PatternOptions extends Omit<TextContext, 'names'> {
  /** The template's `document.filename`, for a pattern that ends with a folder. */
  readonly filename: string;
  readonly nameOption: NameOption;
}

type NameSegment = readonly (string | TextPart)[];

/** The names that expressions have beside the data. */
const names = { row: { type: 'integer' }, index: { type: 'integer' }, reference: { type: 'string' } } as const;

/**
 * Reads a pattern. An empty pattern, or a pattern that ends with `/`, names the folder alone. Raises UsageError with every fault of its expressions.
 */
export async function openNamePattern(
  pattern: string,
  { filename, nameOption, ...context }: PatternOptions,
): Promise<NamePattern> {
  const { compileText } = await import('../../engine/generation/compile-text.ts');
  const compile = async (source: string, told: string): Promise<NameSegment> => {
    const { parts, faults } = await compileText(source, { ...context, names });
    if (faults.length > 0)
      throw new UsageError(`${told}: ${faults.map(({ message, offset }) => `${message} (character ${offset + 1})`).join(' ')}`);
    return parts;
  };
  const segments = splitSegments(await compile(pattern, `${nameOption('output')} ${pattern}`));
  const last = segments.pop()!;
  const inFolder = segments.map((segment) => toLiteral(segment, (text) => text));
  const file =
    last.length > 0
      ? toLiteral(last, (text) => (/\.pdf$/i.test(text) ? text : `${text}.pdf`))
      : // A separator in the template's own text never leads to another folder.
        toLiteral(await compile(filename, 'document.filename of the template'), toFilename);
  const parts = [...inFolder, file];
  return {
    nameOf({ data, reference, source }, index) {
      const values = { row: source.row, index, reference };
      const path: string[] = [];
      for (const part of parts) {
        if (typeof part === 'string') {
          path.push(part);
          continue;
        }
        let text = '';
        let isEmpty = true;
        for (const piece of part) {
          const given = typeof piece === 'string' ? piece : piece(data, values);
          text += given;
          // Characters that a file name cannot have count as empty.
          if (isEmpty && typeof piece !== 'string' && toNamePart(given) !== '') isEmpty = false;
        }
        const isFile = path.length === inFolder.length;
        if (isEmpty)
          return {
            fault: `has no name: everything in ${isFile ? 'the name of its file' : `folder ${path.length + 1}`} of ${JSON.stringify(pattern || filename)} is empty`,
          };
        path.push(isFile ? toFilename(text) : toFolderName(text));
      }
      return { name: path.join('/') };
    },
  };
}

/** Splits a pattern at separators. A separator in the result of an expression does not count. */
function splitSegments(parts: NameSegment): NameSegment[] {
  const separators = sep === '\\' ? /[\\/]/ : /\//;
  const segments: (string | TextPart)[][] = [[]];
  for (const part of parts) {
    if (typeof part !== 'string') {
      segments.at(-1)!.push(part);
      continue;
    }
    for (const [i, text] of part.split(separators).entries()) {
      if (i > 0) segments.push([]);
      if (text !== '') segments.at(-1)!.push(text);
    }
  }
  return segments;
}

/** The text of a segment without expressions, written by the user: `..`, `~`, a drive. A segment with expressions stays as it is. */
function toLiteral(segment: NameSegment, toText: (text: string) => string): string | NameSegment {
  return segment.every((part) => typeof part === 'string') ? toText(segment.join('')) : segment;
}
