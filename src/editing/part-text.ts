// The text that a part says, and another one in its place. What is written short stays short.
import { isObject } from '../json/is-object.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';
import type { ComposedEdit } from './plan.ts';
import { setProperty } from './set-property.ts';

/** The text of a part; the lines of a list stand below each other. Undefined: it says no text, its text has a form that only code can show, or it is read only. */
export function textOfPart(part: Part): string | undefined {
  const property = textProperty(part);
  if (property === undefined || part.isReadOnly) return undefined;
  const written = isObject(part.value) ? part.value[property] : part.value;
  if (typeof written === 'string') return written;
  if (!Array.isArray(written)) return undefined;
  const lines = written as readonly unknown[];
  return lines.every((line) => typeof line === 'string' && !line.includes('\n')) ? lines.join('\n') : undefined;
}

/** Gives a part another text. */
export function setTextOfPart(tree: PartTree, part: Part, text: string): ComposedEdit {
  const property = textProperty(part)!;
  const isList = isObject(part.value) && Array.isArray(part.value[property]);
  return setProperty(tree, part, property, isList ? text.split('\n') : text);
}

/** The property that has the text of a part. */
function textProperty({ kind, type, value }: Part): string | undefined {
  if (kind === 'column') return typeof value === 'string' ? 'body' : undefined;
  return type === 'text' || type === 'markdown' ? type : undefined;
}
