// The footnotes of a text: their numbers, and what stands at the foot of the sheet.
import type { Box } from '../../layout/box.ts';
import type { OutlineWalk } from '../../layout/component-node.ts';
import type { NoteNumber } from '../../layout/outline.ts';
import { placeInOutline } from '../../layout/outline-walk.ts';
import type { Footnote, PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope } from '../../layout/session.ts';
import { makeNote } from '../../layout/structure.ts';
import type { Tag } from '../../layout/tag.ts';
import type { TextLine } from '../../text/shaped-text.ts';
import { type InlineSpan, plainSpan } from './inline-marks.ts';

/** A note as the template writes it. */
interface WrittenNote {
  readonly name: string;
  colorOf(scope: BoundScope): string;
  /** `tag`: the element of the note. */
  build(scope: BoundScope, width: number, tag: Tag | undefined): Box;
}

/** The names of the places between which links lead from a reference to its note and back. */
export const referenceAnchor = (id: number): string => `:reference-${id}`;
export const noteAnchor = (id: number): string => `:note-${id}`;

/** No line begins with the number of a note. */
const wordJoiner = '\u2060';

/** Between the numbers of two notes. */
const comma: InlineSpan = { ...plainSpan, text: `${wordJoiner},`, position: 'super', note: '' };

/** The notes of a text, in the order of the first references to them. */
export class WrittenNotes {
  readonly all: readonly WrittenNote[];
  readonly #site: string;
  /** Indexes in `all`. */
  readonly #byName: ReadonlyMap<string, number>;

  /** `site`: the text, as for `placeInOutline`. */
  constructor(site: string, all: readonly WrittenNote[]) {
    this.#site = site;
    this.all = all;
    this.#byName = new Map(all.map(({ name }, i) => [name, i]));
  }

  count(scope: BoundScope, walk: OutlineWalk): void {
    walk.countNotes(this.all.length, placeInOutline(this.#site, scope));
  }

  numberOf(i: number, scope: BoundScope): NoteNumber {
    const first = scope.session.outline.notesAt(placeInOutline(this.#site, scope));
    return { number: first.number + i, id: first.id + i };
  }

  /** Gives the references in a text their numbers. */
  number(spans: readonly InlineSpan[] | string, scope: BoundScope): readonly InlineSpan[] | string {
    if (typeof spans === 'string') return spans;
    const seen = new Set<number>();
    return spans.flatMap((span, i): readonly InlineSpan[] => {
      if (span.note === undefined) return [span];
      const note = this.#byName.get(span.note)!;
      const { number, id } = this.numberOf(note, scope);
      const anchor = seen.has(note) ? undefined : referenceAnchor(id);
      seen.add(note);
      const text = String(number);
      const reference = { ...span, text: wordJoiner + text, link: { target: `#${noteAnchor(id)}`, text, anchor, note } };
      return spans[i - 1]?.note === undefined ? [reference] : [comma, reference];
    });
  }

  /** The notes for some data. `tag`: the element of the text. */
  open(scope: BoundScope, tag: Tag | undefined): TextNotes {
    return new TextNotes(this, scope, tag);
  }
}

/** The notes of a text for some data. */
export class TextNotes {
  readonly #written: WrittenNotes;
  readonly #scope: BoundScope;
  readonly #tag: Tag | undefined;
  readonly #notes = new Map<number, Footnote>();
  readonly #elements = new Map<number, Tag | undefined>();

  constructor(written: WrittenNotes, scope: BoundScope, tag: Tag | undefined) {
    this.#written = written;
    this.#scope = scope;
    this.#tag = tag;
  }

  elementOf(note: number): Tag | undefined {
    if (!this.#elements.has(note)) this.#elements.set(note, makeNote(this.#tag));
    return this.#elements.get(note);
  }

  /** Adds the references in lines, which begin at `y`, to those on a page. */
  collect(lines: readonly TextLine[], y: number, { notes, artifact }: PageCanvas): void {
    if (!notes || artifact) return;
    let bottom = y;
    for (const { height, segments } of lines) {
      bottom += height;
      for (const { link } of segments) if (link?.note !== undefined) notes.push({ note: this.#noteAt(link.note), bottom });
    }
  }

  #noteAt(i: number): Footnote {
    const known = this.#notes.get(i);
    if (known) return known;
    const scope = this.#scope;
    const written = this.#written.all[i]!;
    let box: Box | undefined;
    const note: Footnote = {
      id: this.#written.numberOf(i, scope).id,
      color: written.colorOf(scope),
      build: (width) => {
        box ??= written.build(scope, width, this.elementOf(i));
        return box;
      },
    };
    this.#notes.set(i, note);
    return note;
  }
}
