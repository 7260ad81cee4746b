// The footnotes of a text for some data: collects for each sheet those that its lines refer to.
import type { Box } from '../../layout/box.ts';
import type { Footnote, PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope } from '../../layout/session.ts';
import { makeNote } from '../../layout/structure.ts';
import type { Tag } from '../../layout/tag.ts';
import type { TextLine } from '../../text/shaped-text.ts';
import type { TextFootnotes } from './number-footnotes.ts';

export class TextNotes {
  readonly #written: TextFootnotes;
  readonly #scope: BoundScope;
  readonly #tag: Tag | undefined;
  readonly #notes = new Map<number, Footnote>();
  readonly #elements = new Map<number, Tag | undefined>();

  /** `tag`: the element of the text. */
  constructor(written: TextFootnotes, scope: BoundScope, tag: Tag | undefined) {
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
