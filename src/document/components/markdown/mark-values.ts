// Marks where the values of bindings stand in Markdown, because each value keeps its own order of letters. Signs stand around the values while markdown-it
// reads the text. They are taken out of the tokens afterwards.
import type { Token } from 'markdown-it';
import type { CompiledText } from '../../expression/index.ts';
import type { Scope } from '../../expression/scope.ts';

/** Control characters that no text has. Unlike other signs, they end a web address that markdown-it finds. */
const [begin, end] = ['\u0086', '\u0087'] as const;
const signs = /[\u0086\u0087]/g;
/** Also as they stand in the targets of links. */
const writtenSigns = /[\u0086\u0087]|%C2%8[67]/g;

/** The signs of quotes and lists that may begin a line. */
const lineStart = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*[\s>]*$/;
/** A value that begins a block, or is a part of its sign. */
const blockStart =
  /^(?:\s*(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|`{3}|~{3}|<|\||(?:[-*_]\s*){3,}$|\[[^\]]*\]:|[-+*#>=_`~\d.)]*\s*$)| {4}|\t)/;

interface MarkdownPart {
  readonly text: string;
  readonly isValue: boolean;
}

const marksAtEnd = /(?:\*+|_+|~~|`+)$/;
/** Marks that begin or end a part of a text, beside a space. */
const begins = /(?:^|[\s\p{P}])(?:\*+|_+|~~)$/u;
const ends = /^(?:\*+|_+|~~)(?:$|[\s\p{P}])/u;

/** The parts of a text with their values. Marks around a value that prints nothing are left out: they would be printed. */
export function fillParts({ parts }: CompiledText, scope: Scope): readonly MarkdownPart[] {
  const filled: MarkdownPart[] = [];
  for (const part of parts) {
    const isValue = typeof part !== 'string';
    const made = isValue ? part.printed(scope) : part;
    const isAfterEmpty = !isValue && filled.at(-1)?.text === '';
    const last = isAfterEmpty ? filled.findLastIndex(({ text }) => text !== '') : -1;
    const before = filled[last];
    if (!before || before.isValue) filled.push({ text: made, isValue });
    else {
      const [one, other] = withoutMarks(before.text, made);
      filled[last] = { text: one, isValue: false };
      filled.push({ text: other, isValue });
    }
  }
  return filled;
}

/** Two texts between which a value prints nothing. */
function withoutMarks(before: string, after: string): readonly [string, string] {
  const [marks = ''] = marksAtEnd.exec(before) ?? [];
  if (marks !== '' && after.startsWith(marks)) return withoutMarks(before.slice(0, -marks.length), after.slice(marks.length));
  // A mark beside a space begins and ends nothing.
  if (begins.test(before)) return [before, after.replace(/^ +/, '')];
  return [ends.test(after) ? before.replace(/ +$/, '') : before, after];
}

/** The text with signs around each value that is a part of a line. */
export function markValues(text: string, parts: readonly MarkdownPart[]): string {
  if (text.search(signs) >= 0) return text;
  let all = '';
  for (const { text: made, isValue } of parts) {
    const line = all.slice(all.lastIndexOf('\n') + 1);
    // Before an address in "<" or "(", and after a backslash, the sign would be a part of it.
    const isInLine = made.length > 1 && !/[\r\n]/.test(made) && !/(?:[<\\&]|\]\(\s*)$/.test(line);
    const isMarked = isValue && isInLine && !(lineStart.test(line) && blockStart.test(made));
    all += isMarked ? begin + made + end : made;
  }
  return all;
}

/** The text without the signs. */
export const withoutSigns = (text: string): string => text.replace(signs, '');

export const hasSigns = (text: string): boolean => text.includes(begin);

/** Takes the signs out of tokens. A text that stood between them gets the number of its value. */
export function takeSigns(tokens: readonly Token[]): void {
  let count = 0;
  for (const token of tokens) {
    for (const one of token.attrs ?? []) one[1] = String(one[1]).replace(writtenSigns, '');
    let meta: { readonly isolate: number } | undefined;
    token.children &&= token.children.flatMap((child) => {
      const pieces = token.type === 'image' ? [child.content] : child.content.split(/([\u0086\u0087])/);
      return pieces.flatMap((content): Token[] => {
        if (content === begin || content === end) {
          meta = content === begin ? { isolate: ++count } : undefined;
          return [];
        }
        if (content === '' && pieces.length > 1) return [];
        return [Object.assign(Object.create(Object.getPrototypeOf(child) as object) as Token, child, { content, meta })];
      });
    });
    token.content = withoutSigns(token.content);
    takeSigns(token.children ?? []);
  }
}
