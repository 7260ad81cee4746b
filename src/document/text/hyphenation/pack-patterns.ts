// Packs the patterns of a TeX file into a trie that is walked where it lies, without unpacking: see docs/decisions/0056.
import { characterBytes } from './hyphenator.ts';

/** The content of a file of patterns, as hyph-utf8 writes it. */
export interface PatternFile {
  /** Fewest letters before and after a hyphen. */
  readonly before: number;
  readonly after: number;
  /** `.ach4`: letters, with digits between them where a digit is not 0. A dot is the edge of a word. */
  readonly patterns: readonly string[];
  /** `as-so-ciate`: words with all of their hyphens. */
  readonly exceptions: readonly string[];
}

/** Reads `\patterns{…}` and `\hyphenation{…}` of a TeX file. Raises a SyntaxError that says what is missing or wrong, and in which line. */
export function readPatternFile(text: string): PatternFile {
  const code = text.normalize('NFC').replace(/%.*/g, '');
  const input = /\\input\s+(\S+)/.exec(code);
  if (input)
    throw new SyntaxError(`${placeOf(code, input.index)}it reads ${input[1]}: put the patterns of that file here instead.`);
  const patterns = wordsOf(
    code,
    'patterns',
    /^(?:\d?(?:[\p{L}\p{M}\p{Cf}'`’·-]|(?![\0-\x7f])[\p{Sk}\p{Po}]|^\.|\.(?=\d?$)))+\d?$/u,
    'letters, with single digits between them',
  );
  const exceptions = wordsOf(
    code,
    'hyphenation',
    /^[\p{L}\p{M}\p{Cf}'’]+(?:-[\p{L}\p{M}\p{Cf}'’]+)*$/u,
    'letters, with hyphens between them',
  );
  const open = /\\(?:patterns|hyphenation)\s*\{[^{}]*(\{|$)/.exec(code);
  if (open)
    throw new SyntaxError(
      `${placeOf(code, open.index)}its braces ${open[1] ? 'hold other braces: write out what its macros stand for' : 'are not closed: the end of the file is missing'}.`,
    );
  if (patterns.length + exceptions.length === 0)
    throw new SyntaxError(
      'it has no \\patterns{…}. Take a file of https://www.hyphenation.org/tex, whose name begins with "hyph-".',
    );
  return { ...readMinimums(text), patterns, exceptions };
}

/** The fewest letters before and after a hyphen, from the comment at the head of a file. Without them: TeX's own default. */
function readMinimums(text: string): Pick<PatternFile, 'before' | 'after'> {
  const [, list = ''] = /^%\s*hyphenmins:((?:\s*%\s*(?:generation|typesetting|left|right):.*)+)/m.exec(text) ?? [];
  // The limits for making the patterns come first, those for typesetting second.
  const last = (side: string) =>
    list
      .match(new RegExp(`${side}:\\s*[1-9]`, 'g'))
      ?.at(-1)
      ?.slice(-1);
  return { before: Number(last('left') ?? 2), after: Number(last('right') ?? 3) };
}

/** The words of a command, in lower case. */
function wordsOf(code: string, command: string, valid: RegExp, rule: string): readonly string[] {
  return [...code.matchAll(new RegExp(`\\\\${command}\\s*\\{([^{}]*)\\}`, 'gd'))].flatMap(({ indices }) => {
    const [from, to] = indices![1]!;
    return [...code.slice(from, to).matchAll(/\S+/g)].map(({ 0: word, index }) => {
      if (!valid.test(word))
        throw new SyntaxError(`${placeOf(code, from + index)}"${word}" is not valid: \\${command} takes ${rule}.`);
      return word.toLowerCase();
    });
  });
}

const placeOf = (code: string, index: number) => `line ${code.slice(0, index).split('\n').length}: `;

interface Node {
  readonly kids: Map<number, Node>;
  /** Index of its digits, 0 for none. */
  digits: number;
}

/** The most different characters, and the most different lists of digits: each has a number of two bytes. */
const mostNumbered = 65_535;

/**
 * The bytes of packed patterns, numbers with the low byte first: `before`, `after` (one byte each); the characters as a text; the lists of digits as a
 * text, with a line feed after each, the first of them empty; the exceptions as a text; the number of nodes (four bytes). Then for each node, level
 * by level, the root first: the number of its character, the number of its kids (both in `characterBytes`), the index of its digits (two bytes), each
 * kind for all nodes together. Kids stand in the order of their characters. A text is its length in bytes (four bytes) and UTF-8.
 */
export function packPatterns({ before, after, patterns, exceptions }: PatternFile): Uint8Array {
  const codes = new Map<string, number>();
  const codeOf = (character: string) => {
    const code = codes.get(character) ?? codes.size + 1;
    codes.set(character, code);
    return code;
  };
  const lists = new Map<string, number>([['', 0]]);
  const root: Node = { kids: new Map(), digits: 0 };
  for (const pattern of patterns) {
    let node = root;
    for (const character of pattern.replace(/\d/g, '')) {
      const code = codeOf(character);
      const next: Node = node.kids.get(code) ?? { kids: new Map(), digits: 0 };
      node.kids.set(code, next);
      node = next;
    }
    const list = digitsOf(pattern);
    const index = lists.get(list) ?? lists.size;
    lists.set(list, index);
    node.digits = index;
  }
  if (Math.max(codes.size, lists.size) > mostNumbered)
    throw new SyntaxError(`its patterns have more than ${mostNumbered} different characters or lists of digits.`);
  const width = characterBytes(codes.size);
  const nodes: Node[] = [root];
  const characters: number[] = [0];
  for (let at = 0; at < nodes.length; at++)
    for (const [code, kid] of [...nodes[at]!.kids].sort(([one], [other]) => one - other)) {
      nodes.push(kid);
      characters.push(code);
    }
  const number = (value: number, bytes: number) => Array.from({ length: bytes }, (_, i) => (value >> (8 * i)) & 255);
  const text = (value: string) => {
    const bytes = new TextEncoder().encode(value);
    return [...number(bytes.length, 4), ...bytes];
  };
  return Uint8Array.from([
    before,
    after,
    ...text([...codes.keys()].join('')),
    ...text([...lists.keys()].map((list) => `${list}\n`).join('')),
    ...text(exceptions.join(' ')),
    ...number(nodes.length, 4),
    ...characters.flatMap((code) => number(code, width)),
    ...nodes.flatMap(({ kids }) => number(kids.size, width)),
    ...nodes.flatMap(({ digits }) => number(digits, 2)),
  ]);
}

/** The digits of a pattern: one before each letter and one after the last, without zeros at the end. */
function digitsOf(pattern: string): string {
  let digits = '';
  let isOpen = true;
  for (const character of pattern) {
    if (/\d/.test(character)) {
      digits += character;
      isOpen = false;
    } else {
      if (isOpen) digits += '0';
      isOpen = true;
    }
  }
  return digits.replace(/0+$/, '');
}
