// Ends the warnings of a template that have a fix, in its file. All else in the file stays as it is.
import { readFile } from 'node:fs/promises';
import type { Diagnostic, Fix } from '../../contract/diagnostic.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { indexLines } from '../../json/line-index.ts';
import { walkJson } from '../../json/walk-json.ts';
import type { Deps } from '../deps.ts';
import type { FixedPlace } from '../local-engine.ts';
import { lintTemplate } from './lint-template.ts';
import { writeTemplateFile } from './write-template-file.ts';

type Span = readonly [start: number, end: number];

/** Makes the fixes of a template's warnings. Raises UsageError of kind `file` if the file cannot be written, or has changed meanwhile. */
export async function fixTemplate(deps: Deps, uuid: string): Promise<readonly FixedPlace[]> {
  const file = (await deps.templates.get(uuid)).files?.document;
  const all: FixedPlace[] = [];
  // A list of diagnostics has a limit: what it left out is fixed in the next round.
  while (file !== undefined) {
    const given = await readFile(file, 'utf8');
    const edits = findEdits(given, await lintTemplate(deps, uuid));
    if (edits.length === 0) break;
    let text = '';
    let at = 0;
    const lines = indexLines(given.replace(/^\ufeff/, ' '));
    for (const { pointer, fix, span } of edits) {
      const [before, after] = fix.new.split(fix.old);
      text += given.slice(at, span[0]) + before + given.slice(...span) + after;
      at = span[1];
      all.push({ file, ...lines.at(span[0]), pointer, old: fix.old, new: fix.new });
    }
    await writeTemplateFile(file, text + given.slice(at), given);
  }
  return all;
}

interface Edit {
  readonly pointer: string;
  readonly fix: Fix;
  /** Where the old text stands in the file. */
  readonly span: Span;
}

/** The fixes in the order of the file, each once. A binding with a warning that has no fix stays as it is. */
function findEdits(text: string, diagnostics: readonly Diagnostic[]): readonly Edit[] {
  const values = spansOf(text);
  const edits = new Map<number, Edit>();
  for (const { pointer, fix } of diagnostics) {
    const value = values.get(pointer);
    if (!fix || !value) continue;
    const isOpen = ({ offset = -1, ...one }: Diagnostic) =>
      one.pointer === pointer && !one.fix && offset >= fix.offset && offset < fix.offset + fix.old.length;
    const starts = characterStarts(text, value);
    const span: Span = [starts[fix.offset]!, starts[fix.offset + fix.old.length]!];
    if (!diagnostics.some(isOpen)) edits.set(span[0], { pointer, fix, span });
  }
  return [...edits.values()].sort((a, b) => a.span[0] - b.span[0]);
}

/** The offsets of all values in JSON text, by their pointers. */
function spansOf(text: string): ReadonlyMap<string, Span> {
  const found = new Map<string, Span>();
  const open: { readonly pointer: string; readonly start: number }[] = [];
  walkJson(text.replace(/^\ufeff/, ' '), {
    enter(key, start) {
      open.push({ pointer: key === undefined ? '' : open.at(-1)!.pointer + pointerStep(key), start });
    },
    leave(end) {
      const { pointer, start } = open.pop()!;
      found.set(pointer, [start, end]);
    },
  });
  return found;
}

/** The offset in the text of each UTF-16 code unit of a JSON string: an escape is one code unit. The last one is that of the closing quote. */
function characterStarts(text: string, [start, end]: Span): readonly number[] {
  const found: number[] = [];
  for (let at = start + 1; at < end; at += text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2) found.push(at);
  return found;
}
