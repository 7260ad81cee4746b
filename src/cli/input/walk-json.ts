// A walk over JSON text that knows where everything stands: for syntax errors, names that stand twice and the places of values.
// JSON.parse is far quicker and comes first; this runs when there is something to tell.

export interface JsonVisitor {
  /** A value begins under this name or index of the container around it. Answers false when nothing inside is of interest. */
  enter?(key: string | number | undefined, start: number, name: readonly [number, number] | undefined): void;
  leave?(end: number): void;
  /** A name that its object already has. */
  duplicate?(name: string, offset: number): void;
}

/** What breaks the grammar of RFC 8259, and where. */
export interface JsonFault {
  readonly offset: number;
  readonly message: string;
}

interface Level {
  readonly kind: 'object' | 'array';
  readonly open: number;
  index: number;
  readonly names: Set<string>;
}

const spaces = /[ \t\n\r]*/y;
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words = /[A-Za-z_$][\w$]*/y;

/** What a text of one value is: all of a file, a line of JSON Lines, or an element of an array. */
export type JsonPart = 'text' | 'line' | 'element';

/** Walks a text of one JSON value. Answers the first fault, or undefined. Uses no recursion. */
export function walkJson(text: string, visitor: JsonVisitor, part: JsonPart = 'text'): JsonFault | undefined {
  const levels: Level[] = [];
  let at = 0;
  const skip = () => {
    spaces.lastIndex = at;
    spaces.test(text);
    at = spaces.lastIndex;
  };
  const fault = (message: string, offset = at): JsonFault => ({ offset, message });
  const end = (where: string): JsonFault => {
    const whole = '; in JSON Lines each value stands whole on one line';
    return fault(part === 'line' ? `the line ends ${where}${whole}` : `the text ends ${where}`);
  };

  /** Reads a scalar or opens a container; a fault, or whether a container was opened. */
  const readValue = (key: string | number | undefined, name?: readonly [number, number]): JsonFault | boolean => {
    skip();
    const char = text[at];
    visitor.enter?.(key, at, name);
    if (char === '{' || char === '[') {
      levels.push({ kind: char === '{' ? 'object' : 'array', open: at, index: 0, names: new Set() });
      at++;
      return true;
    }
    const wrong = char === '"' ? readString() : readWord();
    if (wrong) return wrong;
    visitor.leave?.(at);
    return false;
  };

  const readString = (): JsonFault | undefined => {
    const start = at++;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        at++;
        return undefined;
      }
      if (code === 0x5c) {
        if (!/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(text.slice(at, at + 6)))
          return fault(`"\\${text[at + 1] ?? ''}" is no escape of JSON`);
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

  const readWord = (): JsonFault | undefined => {
    numbers.lastIndex = at;
    if (numbers.test(text)) {
      if (/[\d.eE+]/.test(text[numbers.lastIndex] ?? '')) return fault('is not a number of JSON');
      at = numbers.lastIndex;
      return undefined;
    }
    words.lastIndex = at;
    const word = words.test(text) ? text.slice(at, words.lastIndex) : undefined;
    if (word === 'true' || word === 'false' || word === 'null') {
      at += word.length;
      return undefined;
    }
    return at >= text.length && text.trim() !== '' ? end('where a value should stand') : fault(explainValue(text, at, word));
  };

  const readName = (level: Level): JsonFault | boolean => {
    const start = at;
    if (at >= text.length) return end('where a name should stand');
    if (text[at] !== '"') return fault(explainName(text, at));
    const wrong = readString();
    if (wrong) return wrong;
    const name: string = JSON.parse(text.slice(start, at));
    if (level.names.has(name)) visitor.duplicate?.(name, start);
    level.names.add(name);
    const nameEnd = at;
    skip();
    if (at >= text.length) return end('after a name');
    if (text[at] !== ':') return fault('expected ":" after the name');
    at++;
    return readValue(name, [start, nameEnd]);
  };

  let result: JsonFault | boolean = readValue(undefined);
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
      if (char !== ',') return fault(`expected "," or "${close}"`);
      at++;
      skip();
      if (text[at] === close) return fault(`there must be no "," before "${close}"`, at);
    }
    const index = level.index++;
    result = level.kind === 'object' ? readName(level) : readValue(index);
  }
}

function explainRest(char: string, part: JsonPart): string {
  if (part === 'element') return 'expected "," or "]" after the element';
  if (part === 'text') return 'there is text after the value';
  return char === ','
    ? 'there must be no "," after the value: in JSON Lines the end of the line stands between two values'
    : 'expected the end of the line after the value: in JSON Lines each value has a line of its own';
}

function explainValue(text: string, at: number, word: string | undefined): string {
  const char = text[at];
  if (char === undefined) return 'there is no data';
  if (char === '\ufeff') return 'a byte order mark stands only at the beginning of a file';
  if (char === "'") return 'strings stand in double quotes';
  if (char === '/') return 'JSON has no comments';
  if (word === 'NaN' || word === 'Infinity' || word === 'undefined') return `${word} is no value of JSON; write null`;
  if (word !== undefined && /^(?:true|false|null|none)$/i.test(word))
    return `${word} is written ${/^n/i.test(word) ? 'null' : word.toLowerCase()} in JSON`;
  return word === undefined
    ? `expected a value, not ${JSON.stringify(char)}`
    : `expected a value; a string stands in double quotes`;
}

function explainName(text: string, at: number): string {
  const char = text[at]!;
  if (char === "'") return 'names stand in double quotes';
  if (char === '/') return 'JSON has no comments';
  return /[\w$]/.test(char) ? 'names stand in double quotes' : 'expected a name in double quotes';
}
