// Walks JSON text and finds the place of each value, of syntax errors and of names that appear twice. JSON.parse is far quicker and runs
// first. The walk runs only if a message needs a place.
import { pointerStep } from './json-pointer.ts';

export interface JsonVisitor {
  /** A value begins. `key`: its name or index. `name`: the offsets of its name. */
  enter?(key: string | number | undefined, start: number, name: readonly [number, number] | undefined): void;
  leave?(end: number): void;
  /** An object repeats a name. Gives the offsets of the first name and of its repetition, and the JSON Pointer of both. */
  duplicate?(name: string, first: number, again: number, pointer: () => string): void;
}

/** A breach of the grammar (RFC 8259), and its offset. */
export interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
}

interface Level {
  readonly kind: 'object' | 'array';
  /** Name or index in the outer container. Undefined for the outermost value. */
  readonly key: string | number | undefined;
  index: number;
  /** Offsets of the names. Undefined for an array. */
  readonly names: Map<string, number> | undefined;
}

const spaces = /[ \t\n\r]*/y;
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words = /[A-Za-z_$][\w$]*/y;

/** The text is a whole file, a line of JSON Lines, or an element of an array. */
export type JsonPart = 'text' | 'line' | 'element';

/** Walks a text of one JSON value. Returns the first fault, or undefined. Uses no recursion. */
export function walkJson(text: string, visitor: JsonVisitor, part: JsonPart = 'text'): SyntaxFault | undefined {
  const levels: Level[] = [];
  let at = 0;
  const skip = () => {
    spaces.lastIndex = at;
    spaces.test(text);
    at = spaces.lastIndex;
  };
  const fault = (message: string, offset = at): SyntaxFault => ({ offset, message });
  const end = (where: string): SyntaxFault => {
    const whole = '; in JSON Lines each value must be on one line';
    return fault(part === 'line' ? `the line ends ${where}${whole}` : `the text ends ${where}`);
  };

  /** Reads a scalar or opens a container. Returns a fault, or whether a container was opened. */
  const readValue = (key: string | number | undefined, name?: readonly [number, number]): SyntaxFault | boolean => {
    skip();
    const char = text[at];
    visitor.enter?.(key, at, name);
    if (char === '{' || char === '[') {
      const isObject = char === '{';
      levels.push({ kind: isObject ? 'object' : 'array', key, index: 0, names: isObject ? new Map() : undefined });
      at++;
      return true;
    }
    const wrong = char === '"' ? readString() : readWord();
    if (wrong) return wrong;
    visitor.leave?.(at);
    return false;
  };

  const readString = (): SyntaxFault | undefined => {
    const start = at++;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        at++;
        return undefined;
      }
      if (code === 0x5c) {
        if (!/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(text.slice(at, at + 6)))
          return fault(`"\\${text[at + 1] ?? ''}" is not a valid escape in JSON`);
        at += text[at + 1] === 'u' ? 5 : 1;
      } else if (code < 0x20)
        return fault(
          code === 0x0a || code === 0x0d
            ? 'the string does not end on its line'
            : 'a control character must be written as an escape',
        );
    }
    return fault('the string does not end', start);
  };

  const readWord = (): SyntaxFault | undefined => {
    numbers.lastIndex = at;
    if (numbers.test(text)) {
      if (/[\d.eE+]/.test(text[numbers.lastIndex] ?? '')) return fault('is not a valid number in JSON');
      at = numbers.lastIndex;
      return undefined;
    }
    words.lastIndex = at;
    const word = words.test(text) ? text.slice(at, words.lastIndex) : undefined;
    if (word === 'true' || word === 'false' || word === 'null') {
      at += word.length;
      return undefined;
    }
    return at >= text.length && text.trim() !== '' ? end('where a value is expected') : fault(explainValue(text, at, word));
  };

  const readName = (level: Level): SyntaxFault | boolean => {
    const start = at;
    if (at >= text.length) return end('where a name is expected');
    if (text[at] !== '"') return fault(explainName(text, at));
    const wrong = readString();
    if (wrong) return wrong;
    const name: string = JSON.parse(text.slice(start, at));
    const first = level.names?.get(name);
    if (first === undefined) level.names?.set(name, start);
    else visitor.duplicate?.(name, first, start, () => pointerOf(levels) + pointerStep(name));
    const nameEnd = at;
    skip();
    if (at >= text.length) return end('after a name');
    if (text[at] !== ':') return fault('expected ":" after the name');
    at++;
    return readValue(name, [start, nameEnd]);
  };

  let result: SyntaxFault | boolean = readValue(undefined);
  for (;;) {
    if (typeof result === 'object') return result;
    const level = levels.at(-1);
    skip();
    if (!level) return at < text.length ? fault(explainRest(text[at]!, part)) : undefined;
    const close = level.kind === 'object' ? '}' : ']';
    const char = text[at];
    if (char === close) {
      at++;
      levels.pop();
      visitor.leave?.(at);
      result = false;
      continue;
    }
    if (char === undefined) return end(`inside the ${level.kind}`);
    if (level.index > 0) {
      if (char !== ',') return fault(char === '/' ? noComments : `expected "," or "${close}"`);
      at++;
      skip();
      if (text[at] === close) return fault(`there must be no "," before "${close}"`, at);
    }
    const index = level.index++;
    result = level.kind === 'object' ? readName(level) : readValue(index);
  }
}

function pointerOf(levels: readonly Level[]): string {
  return levels.map(({ key }) => (key === undefined ? '' : pointerStep(key))).join('');
}

const noComments = 'JSON has no comments';

function explainRest(char: string, part: JsonPart): string {
  if (part === 'element') return 'expected "," or "]" after the element';
  if (part === 'text') return 'there is text after the value';
  return char === ','
    ? 'there must be no "," after the value: in JSON Lines a line end separates two values'
    : 'expected the end of the line after the value: in JSON Lines each value has a line of its own';
}

function explainValue(text: string, at: number, word: string | undefined): string {
  const char = text[at];
  if (char === undefined) return 'there is no data';
  if (char === '\ufeff') return 'a byte order mark is allowed only at the beginning of a file';
  if (char === "'") return 'write strings in double quotes';
  if (char === '/') return noComments;
  if (word === 'new') return 'JSON has no dates of its own; write the day as a string: "2026-01-31"';
  if (word === 'NaN' || word === 'Infinity' || word === 'undefined') return `${word} is not a value in JSON; write null`;
  if (word !== undefined && /^(?:true|false|null|none)$/i.test(word))
    return `${word} is written ${/^n/i.test(word) ? 'null' : word.toLowerCase()} in JSON`;
  return word === undefined
    ? `expected a value, not ${JSON.stringify(char)}`
    : `expected a value; write strings in double quotes`;
}

function explainName(text: string, at: number): string {
  const char = text[at]!;
  if (char === "'") return 'write names in double quotes';
  if (char === '/') return noComments;
  return /[\w$]/.test(char) ? 'write names in double quotes' : 'expected a name in double quotes';
}
