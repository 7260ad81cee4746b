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

/** The text with signs around each value that is a part of a line. */
export function markValues(text: string, { parts }: CompiledText, scope: Scope): string {
  if (text.search(signs) >= 0) return text;
  let all = '';
  for (const part of parts) {
    const made = typeof part === 'string' ? part : part.printed(scope);
    const line = all.slice(all.lastIndexOf('\n') + 1);
    // Before an address in "<" or "(", and after a backslash, the sign would be a part of it.
    const isInLine = made.length > 1 && !/[\r\n]/.test(made) && !/(?:[<\\&]|\]\(\s*)$/.test(line);
    const isMarked = typeof part !== 'string' && isInLine && !(lineStart.test(line) && blockStart.test(made));
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
