// Reads inline marks of text: **bold**, *italic*, [text](url), backslash escapes, also of the signs that will be marks. Marks are read in the template's own text only, never in bound
// values.
import type { CompiledExpression } from '../../expression/index.ts';
import type { Scope } from '../../expression/scope.ts';
import type { TextLink } from '../../text/shaped-text.ts';
import { isBlank } from './is-blank.ts';

/** A run of text with one look. */
export interface InlineSpan {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** The same object in all spans of a link. */
  readonly link: TextLink | undefined;
  /** The number of a heading. */
  readonly isLabel?: true;
}

type InlinePart = string | CompiledExpression;

interface SpanTemplate {
  readonly parts: readonly InlinePart[];
  readonly bold: boolean;
  readonly italic: boolean;
  readonly link: readonly InlinePart[] | undefined;
}

/** Reads the marks once; the result makes the spans for some data. */
export function parseInline(parts: readonly InlinePart[]): (scope: Scope) => InlineSpan[] {
  const templates = readSpans(toTokens(parts));
  return (scope) => {
    const texts = templates.map(({ parts }) => joinParts(parts, scope, 'printed'));
    const links = new Map<readonly InlinePart[], TextLink | undefined>();
    const linkOf = (wanted: readonly InlinePart[]): TextLink | undefined => {
      if (links.has(wanted)) return links.get(wanted);
      const target = joinParts(wanted, scope, 'plain').trim();
      const text = texts.filter((_, i) => templates[i]!.link === wanted).join('');
      const link = target === '' || isBlank(text) ? undefined : { target, text };
      links.set(wanted, link);
      return link;
    };
    return templates.map(({ bold, italic, link }, i) => ({ text: texts[i]!, bold, italic, link: link && linkOf(link) }));
  };
}

/** The targets of links that are written without bindings. */
export function fixedTargets(parts: readonly InlinePart[]): readonly string[] {
  const links = new Set(readSpans(toTokens(parts)).map(({ link }) => link));
  return [...links].flatMap((link) => (link?.every((part) => typeof part === 'string') ? link.join('') : []));
}

function joinParts(parts: readonly InlinePart[], scope: Scope, form: 'printed' | 'plain'): string {
  let all = '';
  for (const part of parts) all += typeof part === 'string' ? part : part[form](scope);
  return all;
}

type MarkToken = { readonly mark: '**' | '*' | '[' | '](' | '(' | ')' } | { readonly part: InlinePart };

// Literal text is cut at its marks; an escaped mark is text.
function toTokens(parts: readonly InlinePart[]): MarkToken[] {
  const tokens: MarkToken[] = [];
  for (const part of parts) {
    if (typeof part !== 'string') {
      tokens.push({ part });
      continue;
    }
    for (const [piece] of part.matchAll(/\\[\\*[\]()~^`]|\*\*|\*|\[|\]\(|[()]|[^\\*[\]()]+|[\s\S]/g)) {
      if (piece === '**' || piece === '*' || piece === '[' || piece === '](' || piece === '(' || piece === ')')
        tokens.push({ mark: piece });
      else tokens.push({ part: piece.length === 2 && piece[0] === '\\' ? piece[1]! : piece });
    }
  }
  return tokens;
}

function readSpans(tokens: readonly MarkToken[]): SpanTemplate[] {
  const spans: { parts: InlinePart[]; bold: boolean; italic: boolean; link: readonly InlinePart[] | undefined }[] = [];
  let bold = false;
  let italic = false;
  let link: { end: number; target: readonly InlinePart[]; close: number } | undefined;
  const add = (part: InlinePart) => {
    const last = spans.at(-1);
    if (last && last.bold === bold && last.italic === italic && last.link === link?.target) last.parts.push(part);
    else spans.push({ parts: [part], bold, italic, link: link?.target });
  };
  for (let i = 0; i < tokens.length; i++) {
    if (link && i === link.end) {
      i = link.close;
      link = undefined;
      continue;
    }
    const token = tokens[i]!;
    if ('part' in token) add(token.part);
    else if (token.mark === '**' && (bold || closes(tokens, i, '**'))) bold = !bold;
    else if (token.mark === '*' && (italic || closes(tokens, i, '*'))) italic = !italic;
    else if (token.mark === '[' && !link) {
      link = findLink(tokens, i);
      if (!link) add('[');
    } else add(token.mark);
  }
  return spans;
}

function closes(tokens: readonly MarkToken[], from: number, mark: string): boolean {
  return tokens.some((token, i) => i > from && 'mark' in token && token.mark === mark);
}

/** The link that begins at `from`: the end of its text, its target, and its end. */
function findLink(tokens: readonly MarkToken[], from: number) {
  const end = tokens.findIndex((token, i) => i > from && 'mark' in token && token.mark === '](');
  if (end < 0) return undefined;
  // CommonMark 0.31, 6.3: a target may hold balanced parentheses.
  let open = 1;
  const close = tokens.findIndex((token, i) => {
    if (i <= end || !('mark' in token)) return false;
    if (token.mark === '(' || token.mark === '](') open++;
    else if (token.mark === ')') open--;
    return open === 0;
  });
  if (close < 0) return undefined;
  const target = tokens.slice(end + 1, close).map((token) => ('part' in token ? token.part : token.mark));
  return { end, target, close };
}
