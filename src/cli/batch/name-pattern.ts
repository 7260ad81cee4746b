// `-o 'out/{{ customer.country }}/{{ number | slugify }}.pdf'`: the name of each document's file.
import { posix, sep } from 'node:path';
import { toFilename, toFolderName, toNamePart } from '../../contract/filename.ts';
import type { TextContext, TextPart } from '../../engine/compile-text.ts';
import { UsageError } from '../usage-error.ts';
import type { BatchItem, ItemSource } from './batch-item.ts';

export interface NamePattern {
  /** The path of an item's file, `/` between its folders; or why there is none. `index`: from 1, among the documents of the batch. */
  nameOf(
    item: Pick<BatchItem, 'data' | 'reference' | 'source'>,
    index: number,
  ): { readonly name: string } | { readonly fault: string };
}

export interface PatternOptions extends Omit<TextContext, 'names'> {
  /** The template's `document.filename`, for a pattern that ends with a folder. */
  readonly filename: string;
}

type Segment = readonly (string | TextPart)[];

/** What expressions see beside the data. */
const names = { row: { type: 'integer' }, index: { type: 'integer' }, reference: { type: 'string' } } as const;

/** Reads a pattern; one that is empty or ends with `/` names the folder alone. Raises UsageError with every fault of its expressions. */
export async function openNamePattern(pattern: string, { filename, ...context }: PatternOptions): Promise<NamePattern> {
  const { compileText } = await import('../../engine/compile-text.ts');
  const compile = async (source: string, told: string): Promise<Segment> => {
    const { parts, faults } = await compileText(source, { ...context, names });
    if (faults.length > 0)
      throw new UsageError(`${told}: ${faults.map(({ message, offset }) => `at ${offset + 1}: ${message}`).join(' ')}`);
    return parts;
  };
  const segments = splitSegments(await compile(pattern, `-o ${pattern}`));
  const last = segments.pop()!;
  // A separator in the template's own text never leads to another folder.
  const file = last.length > 0 ? last : await compile(filename, 'document.filename of the template');
  return {
    nameOf({ data, reference, source }, index) {
      const values = { row: source.row, index, reference };
      const parts: string[] = [];
      for (const [i, segment] of [...segments, file].entries()) {
        const isFile = i === segments.length;
        const text = isLiteral(segment) ? segment.join('') : textOf(segment, data, values);
        if (text === undefined)
          return {
            fault: `has no name: everything in ${isFile ? 'the name of its file' : `folder ${i + 1}`} of ${JSON.stringify(pattern || filename)} is empty`,
          };
        // What a person wrote without expressions is theirs: `..`, `~`, a drive.
        if (isLiteral(segment) && (!isFile || segment === last))
          parts.push(isFile && !/\.pdf$/i.test(text) ? `${text}.pdf` : text);
        else parts.push(isFile ? toFilename(text) : toFolderName(text));
      }
      return { name: parts.join('/') };
    },
  };
}

/** Parts between separators; separators in the results of expressions do not count. */
function splitSegments(parts: Segment): Segment[] {
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

const isLiteral = (segment: Segment): segment is readonly string[] => segment.every((part) => typeof part === 'string');

/** Undefined: nothing of what the expressions give can stand in a name. */
function textOf(segment: Segment, data: unknown, values: Readonly<Record<string, unknown>>): string | undefined {
  let isEmpty = true;
  const text = segment.map((part) => {
    if (typeof part === 'string') return part;
    const given = part(data, values);
    if (toNamePart(given) !== '') isEmpty = false;
    return given;
  });
  return isEmpty ? undefined : text.join('');
}

export interface NameClaims {
  /** Takes a name for an item; answers who has it already. */
  claim(name: string, source: ItemSource): ItemSource | undefined;
}

/** Equal for names that are one on some file system. */
export const foldName = (name: string): string =>
  // Upper case first: `ß` and `SS` are one name to some.
  name.normalize('NFC').toUpperCase().toLowerCase();

/** Finds names that are one on some file system: by case, by composed and decomposed letters. */
export function createNameClaims(): NameClaims {
  const claims = new Map<string, ItemSource>();
  return {
    claim(name, source) {
      const key = foldName(posix.normalize(name));
      const earlier = claims.get(key);
      if (!earlier) claims.set(key, source);
      return earlier;
    },
  };
}
