// JSON files that people write: read whole, with the place of a fault.
import { readFileSync, statSync } from 'node:fs';
import { PdfgenError } from '../../contract/errors.ts';

const largest = 64 * 1024 * 1024;

/** The text of a UTF-8 file; undefined: there is none. Raises TEMPLATE_INVALID. */
export function readTextFile(path: string): string | undefined {
  let bytes: Buffer;
  try {
    // Reading a named pipe would wait for ever, and what is too large would fill the memory.
    const stat = statSync(path);
    if (!stat.isFile()) throw notAFile(path, stat.isDirectory() ? 'a folder' : 'no regular file');
    if (stat.size > largest) throw new PdfgenError('TEMPLATE_INVALID', `${path} is larger than ${largest / 1024 ** 2} MiB.`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof PdfgenError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new PdfgenError('TEMPLATE_INVALID', `${path} cannot be read (${code}).`, { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const valid = new TextDecoder().decode(bytes).split('\ufffd', 1)[0]!;
    throw new PdfgenError('TEMPLATE_INVALID', `${path}:${placeAt(valid, valid.length)} is not UTF-8 text.`, { cause: error });
  }
}

function notAFile(path: string, what: string): PdfgenError {
  return new PdfgenError('TEMPLATE_INVALID', `${path} is ${what}; it must be a JSON file.`);
}

/** Parses the text of a file. Raises TEMPLATE_INVALID with `file:line:column` in its message. */
export async function parseJsonFile(path: string, text: string, deepest: number): Promise<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message.replace(
      /, (?:\.{3})?".*$| in JSON at position \d+.*$| \(line \d+ column \d+\)$/s,
      '',
    );
    throw new PdfgenError('TEMPLATE_INVALID', `${path}:${await findFault(text, error as Error)} is not JSON: ${message}.`, {
      cause: error,
    });
  }
  if (nestsDeeper(value, deepest)) throw new PdfgenError('TEMPLATE_INVALID', `${path} is nested deeper than ${deepest} levels.`);
  return value;
}

/** Raises TEMPLATE_INVALID unless the value is an object. */
export function expectObject(path: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new PdfgenError('TEMPLATE_INVALID', `${path}:1:1 must hold a JSON object.`);
}

async function findFault(text: string, error: Error): Promise<string> {
  const position = /at position (\d+)/.exec(error.message)?.[1];
  if (position !== undefined) return placeAt(text, Number(position));
  if (error.message.startsWith('Unexpected end')) return placeAt(text, text.trimEnd().length);
  const { parse } = await import('@humanwhocodes/momoa');
  try {
    parse(text);
  } catch (fault) {
    const { line, column } = fault as { readonly line?: number; readonly column?: number };
    if (line !== undefined && column !== undefined) return `${line}:${column}`;
  }
  return placeAt(text, text.length);
}

function placeAt(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

/** Goes level by level, because a hostile file may be deeper than the stack. */
function nestsDeeper(value: unknown, deepest: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const member of Array.isArray(one) ? one : Object.values(one)) {
        if (typeof member === 'object' && member !== null) next.push(member);
      }
    }
    level = next;
  }
  return false;
}
