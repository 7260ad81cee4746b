// Numbers the footnotes of a text: in the order of their first references, after those of the texts before.
import type { Box } from '../../layout/box.ts';
import type { OutlineWalk } from '../../layout/component-node.ts';
import type { NoteNumber } from '../../layout/outline.ts';
import { placeInOutline } from '../../layout/outline-walk.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { Tag } from '../../layout/tag.ts';
import { type InlineSpan, plainSpan } from './inline-marks.ts';

/** A footnote in the template. Each use of the text numbers it anew. */
interface TextFootnote {
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

/** The footnotes of a text, in the order of the first references to them. */
export class TextFootnotes {
  readonly all: readonly TextFootnote[];
  readonly #site: string;
  /** Indexes in `all`. */
  readonly #byName: ReadonlyMap<string, number>;

  /** `site`: the text, as for `placeInOutline`. */
  constructor(site: string, all: readonly TextFootnote[]) {
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
}
