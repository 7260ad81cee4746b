// Text: plain, or with inline marks.
import { PdfgenError } from '../../contract/errors.ts';
import { Box, inheritHints, type PageCanvas, tolerance } from '../layout/box.ts';
import type { Item, Tag } from '../layout/fragment.ts';
import { checkedTarget } from '../layout/link-target.ts';
import type { BoundScope, Session } from '../layout/session.ts';
import { text as textSchema } from '../template/property-schemas.ts';
import type { ResolvedText } from '../template/styles.ts';
import type { Line, Paragraph, ParagraphOptions, TextRun } from '../text/types.ts';
import { type CompileContext, defineComponent, type Node, nameOf } from './component.ts';
import { type InlineSpan, parseInline } from './inline-marks.ts';

const orphans = 2;
const widows = 2;
const ellipsis = '…';
/** In UTF-16 code units: two thousand pages. */
const longestText = 5_000_000;

export const text = defineComponent({
  type: 'text',
  group: 'text',
  summary: 'A paragraph, or several lines. A string where a component may stand is a text.',
  properties: {
    text: {
      oneOf: [textSchema, { type: 'array', items: textSchema }],
      description:
        'Text with bindings, or a list of lines; a line made of bindings and blanks only that comes out blank is left out.',
    },
    format: {
      enum: ['plain', 'inline'],
      default: 'plain',
      description: 'inline: `**bold**`, `*italic*`, `[text](url)`, `\\` before a mark prints it.',
    },
    maxLines: { type: 'integer', minimum: 1, maximum: 10000 },
    overflow: {
      enum: ['grow', 'shrink', 'ellipsis', 'clip', 'error'],
      default: 'grow',
      description: 'What happens to text beyond `maxLines` or `height`. Cut text gives a warning.',
    },
    minSize: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 1000,
      default: 6,
      description: 'With `overflow: "shrink"` the smallest font size, in pt.',
    },
    dir: { enum: ['auto', 'ltr', 'rtl'], default: 'auto', description: 'Base direction; auto: from the first letter.' },
  },
  required: ['text'],
  example: { type: 'text', text: 'Dear **{{ customer.name }}**,', format: 'inline' },
  sizesItself: false,
  compile(props, context, pointer) {
    const source = compileSource(props.text, props.format === 'inline', context, pointer);
    const name = nameOf(props, pointer);
    const height = props.height === undefined ? Number.POSITIVE_INFINITY : props.height * context.template.unit;
    // Text that grows is limited by nothing; a height alone cuts.
    const overflow = props.overflow ?? (props.maxLines !== undefined || props.height !== undefined ? 'ellipsis' : 'grow');
    const cut: Cut | undefined =
      overflow === 'grow'
        ? undefined
        : { overflow, maxLines: props.maxLines ?? Number.POSITIVE_INFINITY, height, minSize: props.minSize ?? 6 };
    const role = props.role ?? 'paragraph';
    const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
    return new TextNode(source, context, name, cut, props.dir ?? 'auto', role, (scope) => alt?.text(scope));
  },
});

interface Cut {
  readonly overflow: 'shrink' | 'ellipsis' | 'clip' | 'error';
  readonly maxLines: number;
  readonly height: number;
  readonly minSize: number;
}

/** Compiled text: what it says for some data. */
interface Source {
  readonly usesPage: boolean;
  readonly usesTotal: boolean;
  spans(scope: BoundScope): readonly InlineSpan[] | string;
}

function compileSource(value: string | readonly string[], inline: boolean, context: CompileContext, pointer: string): Source {
  const lines = (typeof value === 'string' ? [value] : value).map((line, i) =>
    context.printed(line, typeof value === 'string' ? `${pointer}/text` : `${pointer}/text/${i}`),
  );
  const usesTotal = lines.some((line) => line.usesTotal);
  const usesPage = usesTotal || lines.some((line) => line.usesPage);
  if (inline) {
    const parsed = lines.map((line) => parseInline(line.parts));
    return {
      usesPage,
      usesTotal,
      spans: (scope) => {
        const spans: InlineSpan[] = [];
        for (const [i, line] of parsed.entries()) {
          const made = line(scope);
          if (lines[i]!.onlyBindings && made.every((span) => span.text.trim() === '')) continue;
          if (spans.length > 0) spans.push({ text: '\n', bold: false, italic: false, link: undefined });
          spans.push(...made);
        }
        return spans;
      },
    };
  }
  if (lines.length === 1) {
    const only = lines[0]!;
    return { usesPage, usesTotal, spans: (scope) => only.text(scope) };
  }
  return {
    usesPage,
    usesTotal,
    spans: (scope) => {
      let all: string | undefined;
      for (const line of lines) {
        const made = line.text(scope);
        if (line.onlyBindings && made.trim() === '') continue;
        all = all === undefined ? made : `${all}\n${made}`;
      }
      return all ?? '';
    },
  };
}

/** Numbers of pages are laid out with this in their place before they are known: as wide as any three digits. */
const plausiblePage = 888;

/** Text in the flow. Also what a table's cell is made of. */
export class TextNode implements Node {
  readonly #source: Source;
  readonly #context: CompileContext;
  readonly #name: string;
  readonly #cut: Cut | undefined;
  readonly #dir: ParagraphOptions['dir'];
  readonly #role: string;
  readonly #alt: (scope: BoundScope) => string | undefined;
  #options: ParagraphOptions | undefined;

  constructor(
    source: Source,
    context: CompileContext,
    name: string,
    cut: Cut | undefined,
    dir: ParagraphOptions['dir'],
    role: string,
    alt: (scope: BoundScope) => string | undefined,
  ) {
    this.#source = source;
    this.#context = context;
    this.#name = name;
    this.#cut = cut;
    this.#dir = dir;
    this.#role = role;
    this.#alt = alt;
  }

  build(scope: BoundScope, width: number, session: Session): readonly Box[] {
    const box = this.buildBox(scope, width, session, undefined);
    return box ? [box] : [];
  }

  /** The box of this text, part of `tag` if one is given; undefined when the text is empty. */
  buildBox(scope: BoundScope, width: number, session: Session, tag: Tag | undefined): Box | undefined {
    session.countBox();
    const own = tag ?? { role: this.#role, alt: this.#alt(scope), parent: scope.tag };
    if (!this.#source.usesPage) {
      const lines = this.#lines(scope, width, session);
      return lines.length === 0 ? undefined : new TextBox(lines, own);
    }
    const known = { ...scope, page: { number: plausiblePage, total: plausiblePage } };
    const reserved = new TextBox(this.#lines(known, width, session), own);
    const paint = (page: { number: number; total: number | undefined }, x: number, y: number): Item[] => {
      const items: Item[] = [];
      paintLines(this.#lines({ ...scope, page }, width, session), own, items, x, y);
      return items;
    };
    return new PageNumberBox(reserved.height, this.#source.usesTotal, paint);
  }

  measure(scope: BoundScope, session: Session) {
    const known = this.#source.usesPage ? { ...scope, page: { number: plausiblePage, total: plausiblePage } } : scope;
    const spans = this.#source.spans(known);
    if (spans.length === 0) return { min: 0, max: 0 };
    const paragraph = this.#paragraph(spans, this.#context.style.fixed ?? this.#context.style.resolve(known), known, session);
    return { min: paragraph.minWidth, max: paragraph.maxWidth };
  }

  #lines(scope: BoundScope, width: number, session: Session): readonly Line[] {
    const spans = this.#source.spans(scope);
    if (spans.length === 0) return [];
    const resolved = this.#context.style.fixed ?? this.#context.style.resolve(scope);
    const paragraph = this.#paragraph(spans, resolved, scope, session);
    if (paragraph.missing.length > 0) this.#warnMissing(paragraph, scope, session);
    const lines = paragraph.wrap(width, session.checkTime);
    return this.#cut && !fits(lines, this.#cut) ? this.#shorten(spans, resolved, lines, width, this.#cut, scope, session) : lines;
  }

  #paragraph(spans: readonly InlineSpan[] | string, text: ResolvedText, scope: BoundScope, session: Session): Paragraph {
    const { align, lineHeight } = text.properties;
    if (this.#options?.align !== align || this.#options.lineHeight !== lineHeight)
      this.#options = { align, lineHeight, dir: this.#dir };
    const { engine, styles } = this.#context.template;
    const length = typeof spans === 'string' ? spans.length : spans.reduce((sum, span) => sum + span.text.length, 0);
    // Before what looks at the whole of a long text at once.
    if (length > 10_000) session.checkTime();
    if (length > longestText) {
      throw new PdfgenError(
        'RENDER_LIMIT',
        `The text of ${this.#name} has ${length} characters; one text may have ${longestText}. Split it over several components.`,
      );
    }
    const runs: TextRun[] = [];
    if (typeof spans === 'string') runs.push({ text: spans, style: text.style, link: undefined });
    else {
      for (const span of spans) {
        const { bold, italic } = span;
        const varied =
          bold || italic
            ? styles.vary(text, { bold: bold || text.properties.bold, italic: italic || text.properties.italic })
            : text;
        runs.push({ text: span.text, style: varied.style, link: checkedTarget(span.link, this.#name, scope, session) });
      }
    }
    return engine.prepare(runs, this.#options, session.checkTime);
  }

  #shorten(
    spans: readonly InlineSpan[] | string,
    text: ResolvedText,
    whole: readonly Line[],
    width: number,
    cut: Cut,
    scope: BoundScope,
    session: Session,
  ): readonly Line[] {
    const { overflow } = cut;
    if (overflow === 'error') {
      throw new PdfgenError('RENDER_WARNINGS', `The text of ${this.#name} does not fit its place and its overflow is "error".`);
    }
    let resolved = text;
    let lines = whole;
    if (overflow === 'shrink') {
      const shrunk = this.#shrink(spans, text, width, cut, scope, session);
      if (fits(shrunk.lines, cut)) return shrunk.lines;
      resolved = shrunk.text;
      lines = shrunk.lines;
    }
    session.warn('text-cut', this.#name, scope.place, 'The text does not fit its place and is cut.');
    if (overflow === 'clip') return lines.slice(0, countFitting(lines, cut));
    const all = typeof spans === 'string' ? [{ text: spans, bold: false, italic: false, link: undefined }] : spans;
    let kept = 0;
    let beyond = all.reduce((sum, span) => sum + span.text.length, 0);
    let best = lines.slice(0, countFitting(lines, cut));
    while (kept + 1 < beyond) {
      session.checkTime();
      const length = (kept + beyond) >> 1;
      const tried = this.#paragraph(truncate(all, length), resolved, scope, session).wrap(width, session.checkTime);
      if (fits(tried, cut)) {
        kept = length;
        best = tried.slice();
      } else beyond = length;
    }
    return best;
  }

  /** The largest size that fits, in steps of half a point, else the smallest. Each try is a layout of the whole. */
  #shrink(
    spans: readonly InlineSpan[] | string,
    text: ResolvedText,
    width: number,
    cut: Cut,
    scope: BoundScope,
    session: Session,
  ): { readonly text: ResolvedText; readonly lines: readonly Line[] } {
    const at = (step: number) => {
      session.checkTime();
      const tried = step === 0 ? text : this.#context.template.styles.vary(text, { size: text.properties.size - step / 2 });
      return { text: tried, lines: this.#paragraph(spans, tried, scope, session).wrap(width, session.checkTime) };
    };
    let fitting = Math.max(0, Math.floor((text.properties.size - cut.minSize) * 2 + 1e-9));
    let best = at(fitting);
    if (!fits(best.lines, cut)) return best;
    for (let tooLarge = 0; fitting - tooLarge > 1; ) {
      const middle = (tooLarge + fitting) >> 1;
      const tried = at(middle);
      if (fits(tried.lines, cut)) {
        fitting = middle;
        best = tried;
      } else tooLarge = middle;
    }
    return best;
  }

  #warnMissing(paragraph: Paragraph, scope: BoundScope, session: Session): void {
    const shown = paragraph.missing
      .slice(0, 5)
      .map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')} "${String.fromCodePoint(code)}"`);
    const more = paragraph.missing.length > 5 ? ` and ${paragraph.missing.length - 5} more` : '';
    session.warn(
      'missing-glyph',
      this.#name,
      scope.place,
      `No font has ${shown.join(', ')}${more}; add one to the family's "fallback".`,
    );
  }
}

function fits(lines: readonly Line[], cut: Cut): boolean {
  return countFitting(lines, cut) === lines.length;
}

function countFitting(lines: readonly Line[], cut: Cut): number {
  let height = 0;
  let count = 0;
  for (const line of lines) {
    height += line.height;
    if (height > cut.height + tolerance || count === cut.maxLines) break;
    count++;
  }
  return count;
}

/** The first `length` UTF-16 units of the spans, never half a character, closed by an ellipsis. */
function truncate(spans: readonly InlineSpan[], length: number): readonly InlineSpan[] {
  const result: InlineSpan[] = [];
  let left = length;
  for (const span of spans) {
    const kept = span.text.slice(0, left).replace(/[\uD800-\uDBFF]$/u, '');
    left -= span.text.length;
    if (left > 0) result.push(span);
    else {
      result.push({ ...span, text: `${kept.trimEnd()}${ellipsis}` });
      break;
    }
  }
  return result;
}

function paintLines(lines: readonly Line[], tag: Tag | undefined, items: Item[], x: number, y: number): void {
  let top = y;
  for (const line of lines) {
    for (const segment of line.segments) {
      items.push({ kind: 'text', x, y: top + line.baseline, segment, tag });
      if (segment.link)
        items.push({ kind: 'link', x: x + segment.x, y: top, width: segment.width, height: line.height, target: segment.link });
    }
    top += line.height;
  }
}

class TextBox extends Box {
  readonly height: number;
  readonly #lines: readonly Line[];
  readonly #tag: Tag | undefined;

  constructor(lines: readonly Line[], tag: Tag | undefined) {
    super();
    this.#lines = lines;
    this.#tag = tag;
    let height = 0;
    for (const line of lines) height += line.height;
    this.height = height;
  }

  place(canvas: PageCanvas, x: number, y: number): void {
    paintLines(this.#lines, this.#tag, canvas.items, x, y);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const fit = this.#countFitting(available);
    if (fit >= this.#lines.length) return undefined;
    const count = Math.min(fit, this.#lines.length - widows);
    return count < orphans ? undefined : this.#divide(count);
  }

  override slice(available: number): readonly [Box, Box] {
    const fit = this.#countFitting(available);
    return fit > 0 && fit < this.#lines.length ? this.#divide(fit) : super.slice(available);
  }

  #countFitting(available: number): number {
    let height = 0;
    let count = 0;
    for (const line of this.#lines) {
      height += line.height;
      if (height > available + tolerance) break;
      count++;
    }
    return count;
  }

  #divide(count: number): readonly [Box, Box] {
    return inheritHints(
      this,
      new TextBox(this.#lines.slice(0, count), this.#tag),
      new TextBox(this.#lines.slice(count), this.#tag),
    );
  }
}

/** Text that says a page's number: its space is reserved, its glyphs follow when the numbers are known. */
class PageNumberBox extends Box {
  readonly height: number;
  readonly #usesTotal: boolean;
  readonly #paint: (page: { number: number; total: number | undefined }, x: number, y: number) => Item[];

  constructor(
    height: number,
    usesTotal: boolean,
    paint: (page: { number: number; total: number | undefined }, x: number, y: number) => Item[],
  ) {
    super();
    this.height = height;
    this.#usesTotal = usesTotal;
    this.#paint = paint;
  }

  place(canvas: PageCanvas, x: number, y: number): void {
    const number = canvas.pageNumber;
    if (this.#usesTotal) canvas.late.push((total) => this.#paint({ number, total }, x, y));
    else canvas.items.push(...this.#paint({ number, total: undefined }, x, y));
  }
}
