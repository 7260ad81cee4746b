// Reads the inline marks of a text: **bold**, *italic*, ~sub~, ^super^, `code`, [text](target), [text]{.style}, [^note], and backslash escapes. Marks are
// read in the template's own text only, never in bound values.
import { showJson } from '../../../words/show-json.ts';
import type { CompiledExpression } from '../../expression/index.ts';
import type { Scope } from '../../expression/scope.ts';
import type { MarkedLook } from '../../template/styles.ts';
import type { TextLink, TextMark, TextPosition } from '../../text/shaped-text.ts';
import { isBlank } from './is-blank.ts';

/** A run of text with one look. */
export interface InlineSpan extends MarkedLook {
  readonly text: string;
  /** The same object in all spans of a link. */
  readonly link: TextLink | undefined;
  /** The number of a heading or of a note. */
  readonly isLabel?: true;
  readonly marks?: readonly TextMark[] | undefined;
  /** The name of the note to which it refers. The number of the note is its text. Empty: it stands between two numbers. */
  readonly note?: string | undefined;
  /** The binding that prints it: its order is its own. Spans in a row with the same number are one value. */
  readonly isolate?: number | undefined;
}

/** Text without marks. */
export const plainSpan = { bold: false, italic: false, link: undefined } as const;

type InlinePart = string | CompiledExpression;

/** A text whose marks are read. */
export interface InlineText {
  /**
   * The spans for some data, without what of their styles depends on it. `turns`: whether the order of the text depends on where its bindings begin
   * and end.
   */
  bind(scope: Scope, turns: (text: string) => boolean): readonly InlineSpan[];
  /** The styles that each mark names, with its place in the source. */
  readonly styles: readonly StyleMark[];
  /** The targets of links that are written without bindings. */
  readonly fixedTargets: readonly string[];
  /** The references to notes, in their order. */
  readonly notes: readonly NoteMark[];
  readonly hasCode: boolean;
  readonly faults: readonly MarkFault[];
}

/** `[^name]` */
export interface NoteMark {
  readonly name: string;
  readonly offset: number;
  readonly isInLink: boolean;
}

/** `[text]{.names}` */
export interface StyleMark {
  readonly names: readonly string[];
  readonly offset: number;
}

/** Signs that look like a mark and are printed as they are. */
export interface MarkFault {
  readonly offset: number;
  readonly message: string;
}

export interface InlineOptions {
  /** Styles of the template. A style draws a line through or under its text. */
  decorationOf(name: string): TextMark['decoration'];
}

/** The style of code, if the template has one. */
export const codeStyle = 'code';

/** Reads the marks of a text once. `parts`: `source` with its bindings compiled. */
export function parseInline(source: string, parts: readonly InlinePart[], options: InlineOptions): InlineText {
  const reader = new SpanReader(toTokens(source, parts), options);
  const templates = reader.read();
  const links = new Set(templates.map(({ link }) => link));
  return {
    styles: reader.styles,
    notes: reader.notes,
    hasCode: reader.hasCode,
    faults: reader.faults,
    fixedTargets: [...links].flatMap((link) => (link?.every((part) => typeof part === 'string') ? link.join('') : [])),
    bind(scope, turns) {
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
      const spans = templates.map(({ link, look, marks, note }, i) => ({
        ...look,
        text: texts[i]!,
        link: link && linkOf(link),
        marks,
        note,
      }));
      if (!turns(texts.join(''))) return spans;
      let before = 0;
      return spans.flatMap((span, i): readonly InlineSpan[] => {
        const { parts } = templates[i]!;
        const first = before;
        before += parts.length;
        return parts.length === 0 ? [span] : isolateBindings(span, parts, scope, first);
      });
    },
  };
}

/** `first`: the number of the first part among all of the text. */
const isolateBindings = (span: InlineSpan, parts: readonly InlinePart[], scope: Scope, first: number): readonly InlineSpan[] =>
  parts.map((part, i) =>
    typeof part === 'string' ? { ...span, text: part } : { ...span, text: part.printed(scope), isolate: first + i },
  );

function joinParts(parts: readonly InlinePart[], scope: Scope, form: 'printed' | 'plain'): string {
  let all = '';
  for (const part of parts) all += typeof part === 'string' ? part : part[form](scope);
  return all;
}

interface Token {
  /** A sign that may be a mark. `{}`: the end of a text with styles. */
  readonly mark?: '**' | '*' | '[' | '[^' | ']' | '](' | '(' | ')' | '~' | '^' | '`' | '{}';
  /** What is printed if it is not a mark. */
  readonly part: InlinePart;
  readonly offset: number;
  /** How an escape is written, which code prints. */
  readonly written?: string;
  /** The name of a note. */
  readonly note?: string;
}

const signs =
  /\\(?<escaped>\[\^|[\\*[\]()~^`])|\[\^(?:(?<note>[^\s[\]{}^]+)\])?|(?<styles>\]\{[^{}\n]*\}|\]\{\.?$)|(?<mark>\*\*|\*|\[|\]\(|[\]()~^`])|[^\\*[\]()~^`]+|[\s\S]/g;

/** Whether a reference can name a note like this. */
export const isNoteName = (name: string): boolean => [...`[^${name}]`.matchAll(signs)][0]?.groups?.note === name;

// Literal text is cut at its marks; an escaped mark is text.
function toTokens(source: string, parts: readonly InlinePart[]): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const part of parts) {
    if (typeof part !== 'string') {
      const begin = source.indexOf('{{', at);
      tokens.push({ part, offset: begin });
      at = source.indexOf('}}', begin) + 2;
      continue;
    }
    const begin = Math.max(source.indexOf(part, at), at);
    for (const { 0: whole, index, groups = {} } of part.matchAll(signs)) {
      const { escaped, note, styles, mark } = groups;
      const offset = begin + index;
      if (escaped !== undefined) tokens.push({ part: escaped, written: whole, offset });
      else if (note !== undefined) tokens.push({ mark: '[^', part: whole, offset, note });
      else if (styles !== undefined) tokens.push({ mark: '{}', part: styles, offset });
      else if (mark !== undefined && !standsAlone(mark, part, index, tokens.length === 0))
        tokens.push({ mark: mark as NonNullable<Token['mark']>, part: mark, offset });
      else tokens.push({ part: whole, offset });
    }
    at = begin + part.length;
  }
  return tokens;
}

/** A star between spaces marks nothing, such as a sign of multiplication (CommonMark 0.31, 6.2). `isFirst`: the text begins with it. */
function standsAlone(mark: string, part: string, index: number, isFirst: boolean): boolean {
  const before = part[index - 1] ?? (isFirst ? ' ' : '');
  return mark.startsWith('*') && /\s/.test(before) && /\s/.test(part[index + mark.length] ?? '');
}

interface SpanTemplate {
  readonly parts: InlinePart[];
  readonly look: MarkedLook;
  readonly link: readonly InlinePart[] | undefined;
  readonly marks: readonly TextMark[] | undefined;
  readonly note?: string;
}

/** Levels of texts with styles. */
const mostLevels = 64;

const plainLook: MarkedLook = { bold: false, italic: false };
const positions: Readonly<Record<'~' | '^', TextPosition>> = { '~': 'sub', '^': 'super' };

class SpanReader {
  readonly styles: StyleMark[] = [];
  readonly notes: NoteMark[] = [];
  readonly faults: MarkFault[] = [];
  hasCode = false;
  readonly #tokens: readonly Token[];
  readonly #options: InlineOptions;
  readonly #spans: SpanTemplate[] = [];
  #look = plainLook;
  #link: readonly InlinePart[] | undefined;
  /** From the outside in. */
  #marks: readonly TextMark[] = [];
  #strong: TextMark | undefined;
  #em: TextMark | undefined;
  /** The number of texts with styles around. */
  #level = 0;
  /** For each token: the next one after it with a mark. -1: none. */
  readonly #next = new Map<Token['mark'], Int32Array>();
  /** For each token at which a part of the text ends: the ends of brackets in this part. */
  readonly #closings = new Map<number, Map<number, number>>();
  /** The ends of parentheses. */
  #targetEnds: Map<number, number> | undefined;

  constructor(tokens: readonly Token[], options: InlineOptions) {
    this.#tokens = tokens;
    this.#options = options;
  }

  read(): readonly SpanTemplate[] {
    this.#readRange(0, this.#tokens.length);
    return this.#spans;
  }

  #readRange(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const token = this.#tokens[i]!;
      switch (token.mark) {
        case '**':
          this.#toggle('strong', i);
          break;
        case '*':
          this.#toggle('em', i);
          break;
        case '[':
          i = this.#readBracket(i, to);
          break;
        case '[^':
          this.#addNote(token);
          break;
        case '~':
        case '^':
          i = this.#readPosition(token.mark, i, to);
          break;
        case '`':
          i = this.#readCode(i, to);
          break;
        default:
          this.#add(token.part);
          if (token.part === '[^' && token.written === undefined)
            this.#tell(i, 'the mark of a note is its name in brackets, without spaces or bindings: [^name]');
          if (this.#tokens[i - 1]?.mark && styleAfterOther.test(String(token.part)))
            this.#tell(i, 'styles stand after a text in brackets: [text]{.style}');
      }
    }
  }

  #add(part: InlinePart): void {
    const marks = this.#marks.length > 0 ? this.#marks : undefined;
    const last = this.#spans.at(-1);
    if (last && last.note === undefined && last.link === this.#link && last.marks === marks && isSame(last.look, this.#look))
      last.parts.push(part);
    else this.#spans.push({ parts: [part], look: this.#look, link: this.#link, marks });
  }

  #addNote({ note, offset }: Token): void {
    this.notes.push({ name: note!, offset, isInLink: this.#link !== undefined });
    const marks: TextMark[] = [...this.#marks, { kind: 'link' }];
    this.#spans.push({ parts: [], look: { ...this.#look, position: 'super' }, link: undefined, marks, note: note! });
  }

  /** Reads what has another look or mark. */
  #within(look: Partial<MarkedLook>, mark: TextMark | undefined, read: () => void): void {
    const [before, around] = [this.#look, this.#marks];
    this.#look = { ...before, ...look };
    if (mark) this.#marks = [...around, mark];
    read();
    // Bold and italic text may end inside.
    this.#look = { ...before, bold: this.#look.bold, italic: this.#look.italic };
    this.#marks = mark ? this.#marks.filter((one) => one !== mark) : this.#marks;
  }

  #nextOf(mark: Token['mark'], at: number): number {
    let next = this.#next.get(mark);
    if (!next) {
      next = new Int32Array(this.#tokens.length);
      for (let i = next.length - 1, found = -1; i >= 0; i--) {
        next[i] = found;
        if (this.#tokens[i]!.mark === mark) found = i;
      }
      this.#next.set(mark, next);
    }
    return next[at]!;
  }

  /** Begins or ends bold or italic text, which may go on beyond a link. */
  #toggle(kind: 'strong' | 'em', at: number): void {
    const { mark, part } = this.#tokens[at]!;
    const name = kind === 'strong' ? 'bold' : 'italic';
    const isOn = !this.#look[name];
    if (isOn && this.#nextOf(mark, at) < 0) {
      this.#add(part);
      return;
    }
    this.#look = { ...this.#look, [name]: isOn };
    const open = kind === 'strong' ? this.#strong : this.#em;
    const begun: TextMark | undefined = isOn ? { kind } : undefined;
    if (kind === 'strong') this.#strong = begun;
    else this.#em = begun;
    this.#marks = begun ? [...this.#marks, begun] : this.#marks.filter((one) => one !== open);
  }

  /** Reads a link or a text with styles. Returns the index of its end. */
  #readBracket(at: number, to: number): number {
    const end = this.#closingOf(at, to);
    if (end > 0 && this.#tokens[end]!.mark === '{}') {
      if (this.#level < mostLevels) return this.#readStyled(at, end);
      this.#add('[');
      this.#tell(at, `texts with styles nest deeper than ${mostLevels} levels`);
      return at;
    }
    const link = this.#link ? undefined : this.#findLink(at);
    if (!link) {
      this.#add('[');
      return at;
    }
    this.#link = link.target;
    this.#within({}, { kind: 'link' }, () => this.#readRange(at + 1, link.end));
    this.#link = undefined;
    return link.close;
  }

  /** The token that closes the bracket at an index. -1: none. Brackets in targets of links do not count. */
  #closingOf(at: number, to: number): number {
    const known = this.#closings.get(to) ?? new Map<number, number>();
    this.#closings.set(to, known);
    if (!known.has(at)) this.#findClosings(at, to, known);
    return known.get(at)!;
  }

  #findClosings(at: number, to: number, found: Map<number, number>): void {
    const open: number[] = [];
    for (let i = at; i < to; i++) {
      const { mark } = this.#tokens[i]!;
      if (mark === '[') {
        open.push(i);
        found.set(i, -1);
      } else if (mark === ']' || mark === '](' || mark === '{}') {
        if (open.length > 0) found.set(open.pop()!, i);
        if (open.length === 0) return;
      }
      if (mark === '](') i = this.#closeTarget(i) ?? i;
      else if (mark === '`') i = Math.max(i, this.#codeEnd(i, to));
    }
  }

  #readStyled(at: number, end: number): number {
    const written = String(this.#tokens[end]!.part).slice(2);
    const names = written.replace(/\}$/, '').split(/\s+/).filter(Boolean);
    const why = this.#whyNotStyled(at, end, written, names);
    if (why !== undefined) {
      this.#add('[');
      this.#readBrackets(at, end);
      this.#add(this.#tokens[end]!.part);
      if (why !== '') this.#tell(at, why, end);
      return end;
    }
    const own = names.map((name) => name.slice(1));
    this.styles.push({ names: own, offset: this.#tokens[end]!.offset + 2 });
    const decoration = own.map((name) => this.#options.decorationOf(name)).findLast((one) => one !== undefined);
    const styles = [...(this.#look.styles ?? []), own];
    this.#within({ styles }, decoration && { kind: 'style', decoration }, () => this.#readBrackets(at, end));
    return end;
  }

  #readBrackets(at: number, end: number): void {
    this.#level++;
    this.#readRange(at + 1, end);
    this.#level--;
  }

  /** Why what stands in braces after a text is printed. Empty: nobody takes it for styles, such as `[0-9]{3}`. */
  #whyNotStyled(at: number, end: number, written: string, names: readonly string[]): string | undefined {
    if (!written.endsWith('}')) {
      const isBound = typeof this.#tokens[end + 1]?.part === 'object';
      return isBound ? 'a mark names its styles without bindings. A text of its own can have "style": "{{ … }}"' : '';
    }
    if (!names.every((name) => /^[.#]?[\p{L}_]/u.test(name))) return '';
    if (names.length === 0 || !names.every((name) => name.startsWith('.')))
      return `styles are written with a dot: {${names.map((name) => `.${name.replace(/^[.#]/, '')}`).join(' ') || '.style'}}`;
    return end === at + 1 ? 'no text stands in the brackets' : undefined;
  }

  /** The link that begins at `from`: the end of its text, its target, and its end. */
  #findLink(from: number) {
    const end = this.#nextOf('](', from);
    const close = end < 0 ? undefined : this.#closeTarget(end);
    if (close === undefined) return undefined;
    const target = this.#tokens.slice(end + 1, close).map(({ part }) => part);
    return { end, target, close };
  }

  /** CommonMark 0.31, 6.3: a target may hold balanced parentheses. */
  #closeTarget(end: number): number | undefined {
    if (!this.#targetEnds) {
      this.#targetEnds = new Map();
      const open: number[] = [];
      for (const [i, { mark }] of this.#tokens.entries()) {
        if (mark === '(' || mark === '](') open.push(i);
        else if (mark === ')' && open.length > 0) this.#targetEnds.set(open.pop()!, i);
      }
    }
    return this.#targetEnds.get(end);
  }

  #readPosition(sign: '~' | '^', at: number, to: number): number {
    let end = at + 1;
    while (end < to && this.#tokens[end]!.mark !== sign && !hasSpace(this.#tokens[end]!.part))
      end = this.#tokens[end]!.mark === '`' ? Math.max(end, this.#codeEnd(end, to)) + 1 : end + 1;
    const isClosed = end < to && this.#tokens[end]!.mark === sign;
    const isEmpty = isClosed && end === at + 1;
    if (isClosed && !isEmpty && !this.#look.position) {
      const position = positions[sign];
      this.#within({ position }, { kind: position }, () => this.#readRange(at + 1, end));
      return end;
    }
    if (isEmpty) return this.#printEmpty(at, sign === '~' ? '. To strike text through, write [text]{.style}' : '');
    this.#add(sign);
    const inner = 'characters above or below the line hold no others';
    this.#tell(at, this.#look.position ? inner : `no "${sign}" ends it before the next space`);
    return at;
  }

  /** In code, nothing else is a mark, and only a backtick and a backslash are escaped. */
  #readCode(at: number, to: number): number {
    const end = this.#codeEnd(at, to);
    if (end === at + 1) return this.#printEmpty(at, '');
    if (end < 0) {
      this.#add('`');
      this.#tell(at, 'no "`" ends it');
      return at;
    }
    this.hasCode = true;
    const styles = [...(this.#look.styles ?? []), [codeStyle]];
    this.#within({ styles }, { kind: 'code' }, () => {
      for (const { part, written } of this.#tokens.slice(at + 1, end))
        this.#add(written === undefined || part === '`' || part === '\\' ? part : written);
    });
    return end;
  }

  /** Index of the backtick that ends code. -1: no backtick ends it. */
  #codeEnd(at: number, to: number): number {
    const end = this.#nextOf('`', at);
    return end < to ? end : -1;
  }

  #printEmpty(at: number, advice: string): number {
    for (const { part } of this.#tokens.slice(at, at + 2)) this.#add(part);
    this.#tell(at, `nothing stands between its signs${advice}`, at + 1);
    return at + 1;
  }

  #tell(from: number, reason: string, to = from): void {
    const { part: sign, offset } = this.#tokens[from]!;
    const parts = this.#tokens
      .slice(from, to + 1)
      .map(({ part, written }) => written ?? (typeof part === 'string' ? part : '{{ … }}'));
    const remedy =
      typeof sign === 'string' && /^.$|^\[\^$/.test(sign) ? ` To print "${sign}" write ${showJson(`\\${sign}`)}.` : '';
    this.faults.push({ offset, message: `${showJson(parts.join(''))} is printed as it is, because ${reason}.${remedy}` });
  }
}

/** Styles after a link, code or bold text. */
const styleAfterOther = /^\{(?:\.[\p{L}_][^\s{}]*\s*)+\}/u;

function isSame(one: MarkedLook, other: MarkedLook): boolean {
  return one.bold === other.bold && one.italic === other.italic && one.position === other.position && one.styles === other.styles;
}

const hasSpace = (part: InlinePart): boolean => typeof part === 'string' && /[ \t\n\r]/.test(part);
