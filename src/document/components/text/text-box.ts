// Boxes of text: lines that pages may divide, and text that waits for the numbers of pages.
import type { Time } from '../../expression/index.ts';
import { Box, type FirstLine, inheritHints } from '../../layout/box.ts';
import type { KnownPage, OpenPage, PageItem } from '../../layout/fragment.ts';
import { linkItems, toSource, warnOfInnerLink } from '../../layout/link-target.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { ComponentLink, LayoutSession } from '../../layout/session.ts';
import { decoration, makeLabel, makeLink, makeMark, makeReading, makeReference } from '../../layout/structure.ts';
import type { Artifact, Element, StructureType, Tag, TagFacts } from '../../layout/tag.ts';
import type { Owner } from '../../layout/trace.ts';
import type { Segment, TextLine, TextLink, TextMark } from '../../text/shaped-text.ts';
import type { TextProperties } from '../../text/text-properties.ts';
import type { TextNotes } from './collect-footnotes.ts';
import { countFitting, heightOf } from './lines.ts';

/** Called with the lines that were placed on a page. */
export type WatchLines = (placed: readonly TextLine[]) => void;

/** The structure of a text: its tag, and the elements of its links. */
export class TextTag {
  readonly tag: Tag | undefined;
  /** The whole text is part of a link. A link never holds a link. */
  readonly isLinked: boolean;
  readonly notes: TextNotes | undefined;
  readonly #isPdf20: boolean;
  #links: Map<TextLink, Element> | undefined;
  #label: Tag | undefined;
  #marks: Map<Element, Map<TextMark, Element>> | undefined;

  constructor(tag: Tag | undefined, { isPdf20 }: LayoutSession, link: ComponentLink | undefined, notes?: TextNotes) {
    this.tag = tag;
    this.#isPdf20 = isPdf20;
    this.isLinked = link !== undefined;
    this.notes = notes;
  }

  /** The tag of the number of a heading, clause or note, the same on all lines. */
  get label(): Tag | undefined {
    this.#label ??= makeLabel(this.tag, this.#isPdf20);
    return this.#label;
  }

  /** The place in the elements of marks, which are the same on all lines and pages. */
  inMarks(place: Tag | undefined, marks: readonly TextMark[], style: Segment['style']): Tag | undefined {
    if (place?.kind !== 'element') return place;
    this.#marks ??= new Map();
    let inner = place;
    for (const mark of marks) {
      const type = markTypes[mark.kind];
      // Code in code needs no element, and neither has a link that leads nowhere.
      if (type === undefined || (type === 'Code' && inner.type === 'Code')) continue;
      const made = this.#marks.get(inner) ?? new Map<TextMark, Element>();
      this.#marks.set(inner, made);
      inner = made.get(mark) ?? makeMark(inner, type, factsOf(mark, style));
      made.set(mark, inner);
    }
    return inner;
  }

  /** The element of a link, the same on all lines and pages. `around`: the marks around it. Undefined: the text is not part of the structure. */
  elementOf({ link, isLabel }: Segment, around: readonly TextMark[], style: Segment['style']): Element | undefined {
    if (!link) return undefined;
    this.#links ??= new Map();
    let element = this.#links.get(link);
    if (!element) {
      const place = isLabel ? this.label : this.inMarks(this.tag, around, style);
      element = link.note === undefined ? makeLink(place) : makeReference(place, this.notes?.elementOf(link.note));
      if (element) this.#links.set(link, element);
    }
    return element;
  }
}

const markTypes: Readonly<Record<TextMark['kind'], StructureType | undefined>> = {
  strong: 'Strong',
  em: 'Em',
  code: 'Code',
  style: 'Span',
  sub: 'Span',
  super: 'Span',
  link: undefined,
};

function factsOf({ kind, decoration: textDecoration }: TextMark, { raised }: Segment['style']): TagFacts | undefined {
  if (kind === 'sub' || kind === 'super') return { textPosition: kind === 'sub' ? 'Sub' : 'Sup', baselineShift: raised?.by };
  return textDecoration && { textDecoration };
}

/** Facts that all parts of a text share when pages divide it. */
interface TextParts {
  readonly tag: TextTag;
  readonly owner: Owner;
  readonly session: LayoutSession;
  /** Nothing of its lines is seen. */
  readonly areBlank: boolean;
  readonly breaks: Pick<TextProperties, 'orphans' | 'widows'>;
  readonly watch: WatchLines | undefined;
}

export class TextBox extends Box {
  readonly height: number;
  /** Lines of the text; this box has those from `#from` on. Sheets share them: a copy for each would take time by the square of their number. */
  readonly #lines: readonly TextLine[];
  readonly #from: number;
  readonly #parts: TextParts;

  constructor(lines: readonly TextLine[], parts: TextParts, height = heightOf(lines), from = 0) {
    super();
    this.#lines = lines;
    this.#from = from;
    this.#parts = parts;
    this.owner = parts.owner;
    this.height = height;
  }

  override get firstLine(): FirstLine | undefined {
    return firstOf(this.#lines[this.#from]);
  }

  get #count(): number {
    return this.#lines.length - this.#from;
  }

  override get isFiller(): boolean {
    return this.#parts.areBlank;
  }

  override get leastPart(): number {
    const { orphans, widows } = this.#parts.breaks;
    return this.#count < orphans + widows ? this.height : heightOf(this.#take(orphans));
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const { tag, owner, session, watch } = this.#parts;
    const lines = this.#take(this.#count);
    watch?.(lines);
    if (canvas.notes) tag.notes?.collect(lines, y, canvas);
    else paintLines(lines, tag, canvas, x, y, owner, session);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const { orphans, widows } = this.#parts.breaks;
    const fit = countFitting(this.#lines, available, this.#from);
    if (fit >= this.#count) return undefined;
    const count = Math.min(fit, this.#count - widows);
    return count < orphans ? undefined : this.#divide(count);
  }

  override slice(available: number): readonly [Box, Box] {
    const fit = countFitting(this.#lines, available, this.#from);
    return fit > 0 && fit < this.#count ? this.#divide(fit) : super.slice(available);
  }

  #divide(count: number): readonly [Box, Box] {
    const first = new TextBox(this.#take(count), this.#parts);
    const rest = new TextBox(this.#lines, this.#parts, this.height - first.height, this.#from + count);
    return inheritHints(this, first, rest);
  }

  #take(count: number): readonly TextLine[] {
    return this.#lines.slice(this.#from, this.#from + count);
  }
}

function firstOf(line: TextLine | undefined): FirstLine | undefined {
  return line && { baseline: line.baseline, bottom: line.height, isRightToLeft: line.isRightToLeft };
}

/** Makes the items of a text whose page numbers are known. */
export type PaintNumbers = (
  page: OpenPage | KnownPage,
  place: { readonly x: number; readonly y: number; readonly artifact: Artifact | undefined },
) => readonly PageItem[];

/** Text with a page number. Its space is reserved; its glyphs follow when the page numbers are known. */
export class PageNumberBox extends Box {
  readonly height: number;
  readonly #lines: readonly TextLine[];
  readonly #time: Time;
  readonly #paint: PaintNumbers;
  readonly #watch: (() => void) | undefined;
  readonly #notes: TextNotes | undefined;

  /** `lines`: those for which its space is reserved. */
  constructor(
    lines: readonly TextLine[],
    owner: Owner,
    time: Time,
    paint: PaintNumbers,
    watch: (() => void) | undefined,
    notes: TextNotes | undefined,
  ) {
    super();
    this.height = heightOf(lines);
    this.#notes = notes;
    this.#lines = lines;
    this.owner = owner;
    this.#watch = watch;
    this.#time = time;
    this.#paint = paint;
  }

  override get firstLine(): FirstLine | undefined {
    return firstOf(this.#lines[0]);
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    this.#watch?.();
    if (canvas.notes) {
      this.#notes?.collect(this.#lines, y, canvas);
      return;
    }
    const { page, artifact } = canvas;
    const place = { x, y, artifact };
    if (this.#time === 'end') canvas.late.push({ owner: this.owner, paint: (known) => this.#paint(known, place) });
    else canvas.items.push(...this.#paint(page, place));
  }
}

/** Adds lines to the items of a page. */
export function paintLines(
  lines: readonly TextLine[],
  text: TextTag,
  {
    items,
    page,
    artifact,
  }: { readonly items: PageItem[]; readonly page: { readonly number: number }; readonly artifact?: Artifact | undefined },
  x: number,
  y: number,
  owner: Owner,
  session: LayoutSession,
): void {
  const tag = artifact ?? text.tag;
  let top = y;
  for (const line of lines) {
    // The number of a heading, clause or note, links and marks.
    const hasParts = line.segments.some(
      (segment) => segment.isLabel || (segment.link && !text.isLinked) || marksIn(segment, text, session).length > 0,
    );
    const lineTag = hasParts || line.reading === undefined ? tag : makeReading(tag, line.reading);
    for (const segment of hasParts ? inOrderOfReading(line.segments) : line.segments) {
      const { link, isLabel, reading, style } = segment;
      if (segment.isLeader) {
        items.push({ kind: 'text', x, y: top + line.baseline, segment, tag: artifact ?? decoration });
        continue;
      }
      const marks = marksIn(segment, text, session);
      const baseline = top + line.baseline - (style.raised?.by ?? 0);
      const inside = (around: Tag | undefined, own: readonly TextMark[]) => {
        const place = text.inMarks(around, own, style);
        return reading ? makeReading(place, reading.text) : place;
      };
      if (link && text.isLinked) warnOfInnerLink(link.target, owner, session);
      if (link === undefined || text.isLinked) {
        const place = isLabel && !artifact ? text.label : tag;
        items.push({ kind: 'text', x, y: baseline, segment, tag: hasParts ? inside(place, marks) : lineTag });
        continue;
      }
      const rect = { x: x + segment.x, y: top, width: segment.width, height: line.height };
      const at = marks.findIndex(({ kind }) => kind === 'link');
      const element = text.elementOf(segment, marks.slice(0, Math.max(at, 0)), style);
      if (link.anchor !== undefined && !artifact)
        items.push({ kind: 'anchor', ...rect, name: link.anchor, bookmark: undefined, source: toSource(owner) });
      const made = linkItems({ ...link, tag: element }, rect, owner, session, page.number);
      const isRead = tag?.kind === 'element' && made[0]?.tag !== undefined;
      items.push(
        { kind: 'text', x, y: baseline, segment, tag: isRead ? inside(made[0]!.tag, marks.slice(at + 1)) : inside(tag, marks) },
        ...made,
      );
    }
    top += line.height;
  }
}

const noMarks: readonly TextMark[] = [];

/** The marks of a segment that are elements of the document. */
function marksIn({ marks }: Segment, { isLinked }: TextTag, { isPdf20 }: LayoutSession): readonly TextMark[] {
  if (!marks) return noMarks;
  return marks.filter(({ kind }) => (kind === 'link' ? !isLinked : isPdf20 || (kind !== 'strong' && kind !== 'em')));
}

function inOrderOfReading(segments: readonly Segment[]): readonly Segment[] {
  if (segments.every(({ reading }) => reading === undefined)) return segments;
  return [...segments].sort((a, b) => a.reading!.place - b.reading!.place);
}
