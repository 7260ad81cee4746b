// Takes a JSON body apart: the data of documents stays text, and the rest becomes values. Data may be large, and only the threads that
// check and render a document need its values.
import { createHash } from 'node:crypto';
import { PdfgenError } from '../contract/errors.ts';
import { JsonText } from '../contract/json-text.ts';
import type { LostDigits } from '../contract/lost-digits.ts';
import type { OperationShape } from '../contract/operation-shape.ts';
import { tooManyItems } from '../contract/render-batches.ts';
import { findInElements, findMember, type Span } from '../json/json-spans.ts';
import { checkJson, type JsonFault } from '../json/read-json.ts';
import { type ScanBounds, scanJson } from '../json/scan-json.ts';

/** The members of a body that stay text: `data`, the `data` of each of its `items`, or no member. */
export type TextMembers = 'data' | 'items' | 'none';

/** How to parse a body. Plain data, for a thread. */
export interface BodyPlan {
  readonly texts: TextMembers;
  /** Greatest nesting of the body: open brackets at once. */
  readonly maxDepth: number;
  /** Greatest nesting inside of `data`. */
  readonly dataDepth: number;
  /** Greatest number of values in the whole body. */
  readonly maxValues: number;
  /** Greatest number of values outside of `data`, which the server's own thread holds. Undefined: a few, for a body without a template. */
  readonly maxTemplateValues: number | undefined;
  readonly maxItems: number;
  /** Hashed before the body, so that the hash identifies the request. Undefined: no hash is made. */
  readonly hashHead: string | undefined;
}

/** A parsed body in the form that threads exchange. */
export interface BodyParts {
  /** The body, with an empty value in place of each text. */
  readonly rest: unknown;
  /** JSON texts in order: of `data`, or of the `data` of each item. Undefined: the value is not an object. */
  readonly texts: readonly (string | undefined)[];
  /** Numbers that a double cannot hold as written. */
  readonly lostDigits: readonly LostDigits[];
  /** SHA-256, hex. */
  readonly hash: string | undefined;
  /** Estimated bytes of the parts in memory. */
  readonly heldBytes: number;
}

/** Values outside of `data` in a body without a template: options and the like. */
const fewValues = 1_000;
/** Estimated bytes of a parsed value: an empty object and the reference to it. */
const bytesOfValue = 64;

/** Raises INVALID_REQUEST, PAYLOAD_TOO_LARGE, TOO_MANY_ITEMS. */
export function parseBody(bytes: Uint8Array, plan: BodyPlan): BodyParts {
  const { texts: members, maxTemplateValues = fewValues, hashHead } = plan;
  const text = decodeBody(bytes);
  const bounds: ScanBounds = {
    maxDepth: plan.maxDepth,
    maxValues: plan.maxValues,
    listedBy: members === 'items' ? { depth: plan.maxDepth - plan.dataDepth, most: plan.maxItems } : undefined,
  };
  const checked = checkJson(text, { ...bounds, keepsInfinite: true });
  if (checked.fault) throw toError(checked.fault, bounds);
  const places = findTexts(text, members);
  if (members === 'items' && places.length > plan.maxItems) throw tooManyItems(places.length, plan.maxItems);
  const texts = places.map((place) => (place && isObjectAt(text, place) ? text.slice(...place) : undefined));
  const rest = withoutTexts(text, places);
  // An item has two values beside its data.
  const restBounds = { maxDepth: plan.maxDepth, maxValues: maxTemplateValues + 3 * places.length };
  const { values, tooManyAt } = scanJson(rest, restBounds);
  if (tooManyAt !== undefined) {
    const where = members === 'none' ? '' : ' outside of "data"';
    const remedy = plan.maxTemplateValues === undefined ? '' : ' (limit maxTemplateValues). Make the template smaller';
    throw new PdfgenError('PAYLOAD_TOO_LARGE', `The body holds more than ${maxTemplateValues} values${where}${remedy}.`);
  }
  return {
    rest: JSON.parse(rest),
    texts,
    lostDigits: checked.inexact.map(({ pointer, message }) => ({ pointer, message })),
    hash: hashHead === undefined ? undefined : createHash('sha256').update(hashHead).update(bytes).digest('hex'),
    heldBytes: texts.reduce((sum, one) => sum + sizeOf(one ?? ''), sizeOf(rest) + values * bytesOfValue),
  };
}

/** The body of a call, with its texts put in. */
export function assembleBody({ rest, texts }: Pick<BodyParts, 'rest' | 'texts'>, members: TextMembers): unknown {
  const put = (holder: unknown, text: string | undefined) => {
    if (text !== undefined) (holder as { data: unknown }).data = new JsonText(text);
  };
  if (members === 'data') put(rest, texts[0]);
  if (members === 'items' && texts.length > 0) {
    for (const [index, item] of (rest as { items: readonly unknown[] }).items.entries()) put(item, texts[index]);
  }
  return rest;
}

/** The members of an operation's body that stay text, by its schema. */
export function textMembersOf({ body }: OperationShape): TextMembers {
  const { items, data } = (typeof body === 'object' && body.properties) || {};
  return items ? 'items' : data ? 'data' : 'none';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new PdfgenError('INVALID_REQUEST', 'The body is not valid UTF-8.', { cause: error });
  }
}

function toError(
  { kind, message, pointer = '', line, column, offset }: JsonFault,
  { maxDepth, maxValues }: ScanBounds,
): PdfgenError {
  if (kind === 'values') {
    return new PdfgenError(
      'PAYLOAD_TOO_LARGE',
      `The body holds more than ${maxValues} values (limit maxJsonValues). Send several smaller requests.`,
    );
  }
  if (kind === 'depth') return new PdfgenError('INVALID_REQUEST', `The body is nested deeper than ${maxDepth} levels.`);
  const place = `line ${line}, column ${column}`;
  if (kind === 'syntax') return new PdfgenError('INVALID_REQUEST', `The body is not valid JSON at ${place}: ${message}.`);
  const shown = pointer.length > 200 ? `${pointer.slice(0, 200)}…` : pointer;
  return new PdfgenError('INVALID_REQUEST', `The body at ${place} (${shown}): ${message}.`, {
    errors: [{ path: pointer, message, keyword: kind, params: { line, column, offset }, schemaPath: '' }],
  });
}

/** The places of `data`, in the body or in each of its items. An array instead of an object is refused in any case, so it is not parsed either. */
export function findTexts(text: string, members: TextMembers): readonly (Span | undefined)[] {
  const isContainer = (span: Span | undefined) => span && /[[{]/.test(text[span[0]]!);
  const keep = (span: Span | undefined) => (isContainer(span) ? span : undefined);
  if (members === 'data') return [keep(findMember(text, 'data'))];
  const items = members === 'items' ? findMember(text, 'items') : undefined;
  return items && text[items[0]] === '[' ? findInElements(text, items[0], 'data').map(keep) : [];
}

export const isObjectAt = (text: string, [start]: Span): boolean => text[start] === '{';

/** The text with an empty value of the same kind in each place. */
export function withoutTexts(text: string, places: readonly (Span | undefined)[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    if (!place) continue;
    parts.push(text.slice(at, place[0]), isObjectAt(text, place) ? '{}' : '[]');
    at = place[1];
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** A text of Latin-1 characters takes one byte for each, any other text two. */
function sizeOf(text: string): number {
  return /^[\x00-\xff]*$/.test(text) ? text.length : 2 * text.length;
}
