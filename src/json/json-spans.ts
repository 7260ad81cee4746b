// Finds values in JSON text without parsing the values. The text must be valid, with each name once in its object.
import { endOfString } from './scan-json.ts';

/** Offsets of a value: its first character, and the one after its last. */
export type Span = readonly [start: number, end: number];

/** Calls `visit` for each member of the object that begins at `start`. `visit` gets the offset of the value and must return its end. */
function eachMember(text: string, start: number, visit: (name: string, valueStart: number) => number): number {
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const nameEnd = endOfString(text, at) + 1;
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    at = skipSpace(text, skipSpace(text, nameEnd) + 1);
    at = skipSpace(text, visit(name, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

/** Calls `visit` for each element of an array in the same way. */
function eachElement(text: string, start: number, visit: (index: number, valueStart: number) => number): number {
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== ']'; index++) {
    at = skipSpace(text, visit(index, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

/** The value of a member of the text's object. Undefined: the object has no such member, or the text is not an object. */
export function findMember(text: string, wanted: string, from = 0): Span | undefined {
  const start = skipSpace(text, from);
  if (text[start] !== '{') return undefined;
  let found: Span | undefined;
  eachMember(text, start, (name, valueStart) => {
    const end = endOfValue(text, valueStart);
    if (name === wanted) found = [valueStart, end];
    return end;
  });
  return found;
}

/** The value of this member in each element of the array that begins at `start`. */
export function findInElements(text: string, start: number, wanted: string): readonly (Span | undefined)[] {
  const spans: (Span | undefined)[] = [];
  eachElement(text, start, (index, valueStart) => {
    spans[index] = findMember(text, wanted, valueStart);
    return endOfValue(text, valueStart);
  });
  return spans;
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === 0x22) return endOfString(text, start) + 1;
  if (first !== 0x7b && first !== 0x5b) {
    let at = start;
    while (at < text.length && !isEnd(text.charCodeAt(at))) at++;
    return at;
  }
  let depth = 0;
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) depth++;
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return at + 1;
  }
}

/** Whether a number or a word ends here: at a space, a comma or a closing bracket. */
const isEnd = (code: number): boolean => code <= 0x20 || code === 0x2c || code === 0x5d || code === 0x7d;

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}
