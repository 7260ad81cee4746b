// Names each document's file by a pattern: `out/{{ customer.country }}/{{ number | slugify }}.pdf`.
import { sep } from 'node:path';
import { toFilename, toFolderName, toNamePart } from '../../contract/filename.ts';
import type { LostPart, NameContext, NamePart, NameProgram } from '../../engine/generation/compile-name.ts';
import { parsePath, toPointer } from '../../input/parse-path.ts';
import type { NameOption } from '../../words/name-option.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchItem } from '../batch-item.ts';

/** The path of a document's file, with `/` between folders; or the reason why the document has no name. */
export type DocumentName =
  | { readonly name: string }
  /** `pointer`: the place of the value that is missing, as a JSON Pointer into the data. */
  | { readonly fault: string; readonly pointer?: string | undefined };

export interface NamePattern {
  /** `index`: counted from 1, among the documents of the batch. */
  nameOf(item: Pick<BatchItem, 'data' | 'reference' | 'source'>, index: number): DocumentName;
}

export interface PatternOptions extends NameContext {
  /** The template's `document.filename`, for a pattern that ends with a folder. A later version of the template may have another. */
  readonly filename: string;
  /** A `filename` without expressions gets the number of its document. */
  readonly numbersFiles: boolean;
  readonly nameOption: NameOption;
}

type NameSegment = readonly (string | NamePart)[];

/** The names that expressions have beside the data. Not every document has a reference. */
const names = { row: { type: 'integer' }, index: { type: 'integer' }, reference: { type: ['string', 'null'] } } as const;

/**
 * Reads a pattern. An empty pattern, or a pattern that ends with `/`, names the folder alone. Raises UsageError with every fault of its expressions.
 */
export async function openNamePattern(
  pattern: string,
  { filename, numbersFiles, nameOption, ...context }: PatternOptions,
): Promise<NamePattern> {
  const { compileFilename, compilePattern } = await import('../../engine/generation/compile-name.ts');
  const readFilename = async (): Promise<NameSegment> => {
    if (filename.includes('{{')) return partsOf(await compileFilename(filename, context), ofTemplate);
    return numbersFiles ? [`${filename.replace(/\.pdf$/i, '')}-`, numberOf] : [filename];
  };
  const ofTemplate = 'document.filename of the template';
  const segments = splitSegments(partsOf(await compilePattern(pattern, names, context), `${nameOption('output')} ${pattern}`));
  const last = segments.pop()!;
  const inFolder = segments.map((segment) => toLiteral(segment, (text) => text));
  const hasFile = last.length > 0;
  const file = hasFile
    ? toLiteral(last, (text) => (/\.pdf$/i.test(text) ? text : `${text}.pdf`))
    : // A separator in the template's own text never leads to another folder.
      toLiteral(await readFilename(), toFilename);
  const parts = [...inFolder, file];
  return {
    nameOf({ data, reference, source }, index) {
      const values = { row: source.row, index, reference };
      const path: string[] = [];
      for (const part of parts) {
        const isFile = path.length === inFolder.length;
        if (typeof part === 'string') {
          path.push(part);
          continue;
        }
        let text = '';
        let isEmpty = true;
        for (const piece of part) {
          const given = typeof piece === 'string' ? piece : piece(data, values);
          if (typeof given !== 'string')
            return isFile && !hasFile
              ? toFault(given, ofTemplate, context.template.document.let ?? {})
              : toFault(given, nameOption('output'), names);
          text += given;
          // Characters that a file name cannot have count as empty.
          if (isEmpty && typeof piece !== 'string' && toNamePart(given) !== '') isEmpty = false;
        }
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

/** Raises UsageError with every fault. `told`: where the text stands. */
function partsOf({ parts, faults }: NameProgram, told: string): NameSegment {
  if (faults.length === 0) return parts;
  throw new UsageError(`${told}: ${faults.map(({ message, offset = 0 }) => `${message} (character ${offset + 1})`).join(' ')}`);
}

const numberOf: NamePart = (_data, { index }) => String(index);

/** The fault of a name that lacks a value. `told`: where its pattern stands. `others`: names in the pattern that are not data. */
function toFault({ message, missing }: LostPart, told: string, others: object): DocumentName {
  if (missing === undefined) return { fault: `has no name: ${message.replace(/\.$/, '')}` };
  const isPath = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[\d+\])*$/u.test(missing);
  const right = `give a value, or write {{ ${isPath ? missing : `(${missing})`} ?? 'unknown' }} in ${told}`;
  const fault = `has no name: "${missing}" is missing; ${right}`;
  const isData = isPath && !Object.hasOwn(others, missing.split(/[.[]/)[0]!);
  return { fault, pointer: isData ? toPointer(parsePath(missing.replace(/^data\./, ''), told)) : undefined };
}

/** Splits a pattern at separators. A separator in the result of an expression does not count. */
function splitSegments(parts: NameSegment): NameSegment[] {
  const separators = sep === '\\' ? /[\\/]/ : /\//;
  const segments: (string | NamePart)[][] = [[]];
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
