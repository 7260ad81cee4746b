// The numbers, titles and counters of a document, as the outline walk finds them before the layout.
import type { OutlineView } from '../expression/scope.ts';

/** What has an anchor. */
interface Anchored {
  readonly number: string;
  /** The number after those around it that it does not show itself. */
  readonly fullNumber: string;
  /** Undefined: it has none. */
  readonly title: string | undefined;
  isAmbiguous: boolean;
}

/** An entry of a table of contents: a heading, or what a counter counts. */
export interface ListedPart {
  /** The counter. Undefined: it is a heading. */
  readonly counter: string | undefined;
  /** Of a heading: 1 to 6. */
  readonly level: number;
  /** Empty: it prints none. */
  readonly number: string;
  readonly title: string;
  /** The name of the anchor that it has for this. */
  readonly anchor: string;
}

/** What a walk finds. Places are those of `placeInOutline`. */
export interface OutlineFindings {
  readonly anchors: Map<string, Anchored>;
  /** The printed numbers of headings, by place. */
  readonly numbers: Map<string, string>;
  /** What tables of contents list: by the counter, if there is one, and the place; in the order of the document. */
  readonly listed: Map<string, ListedPart>;
  /** The values of the counters at components that print one, by place. */
  readonly counters: Map<string, ReadonlyMap<string, number>>;
  /** The first numbers of lists that go on counting, by place. */
  readonly lists: Map<string, number>;
  /** The first footnotes of texts, by place. */
  readonly notes: Map<string, NoteNumber>;
}

/** The number of a footnote in its part, and in the document. */
export interface NoteNumber {
  readonly number: number;
  readonly id: number;
}

export const listedKey = (place: string, counter: string | undefined): string => `${counter ?? ''}\n${place}`;

/** The walk runs when the first number, title or counter is asked for. */
export class Outline {
  #walk: ((findings: OutlineFindings) => void) | undefined;
  #findings: OutlineFindings | undefined;
  #isWalking = false;
  /** The names of the counters. */
  #counters: ReadonlySet<string> = new Set();
  /** The view of parts that have no place in the order of the document, such as headers. */
  readonly view: OutlineView = this.#viewWith(() => undefined);

  /** Says how the document is walked, and the names of its counters. */
  start(counters: ReadonlySet<string>, walk: (findings: OutlineFindings) => void): void {
    this.#counters = counters;
    this.#walk = walk;
  }

  /** The number that the heading at a place prints. Undefined: none. */
  numberAt(place: string): string | undefined {
    return this.#found().numbers.get(place);
  }

  /** The headings, or what a counter counts, in the order of the document. */
  listed(counter: string | undefined): readonly ListedPart[] {
    return [...this.#found().listed.values()].filter((one) => one.counter === counter);
  }

  /** The name of the anchor of the heading, or of what a counter counts, at a place. Undefined: nothing lists it. */
  listedAnchorAt(place: string, counter?: string): string | undefined {
    return this.#found().listed.get(listedKey(place, counter))?.anchor;
  }

  /** The first number of the list at a place that goes on counting. Undefined: no list of its depth stands before it. */
  listStartAt(place: string): number | undefined {
    return this.#found().lists.get(place);
  }

  /** The first footnote of the text at a place. */
  notesAt(place: string): NoteNumber {
    const found = this.#found().notes.get(place);
    if (!found) throw new Error(`The walk of the outline has not visited the text with notes at ${place}.`);
    return found;
  }

  viewAt(place: string): OutlineView {
    return this.#viewWith((name) => this.#found().counters.get(place)?.get(name) ?? (this.#counters.has(name) ? 0 : undefined));
  }

  #viewWith(count: OutlineView['count']): OutlineView {
    const found = () => this.#found();
    const isWalking = () => this.#isWalking;
    return {
      find: (anchor) => found().anchors.get(anchor),
      anchors: () => [...found().anchors.keys()],
      get isKnown() {
        return !isWalking();
      },
      count,
    };
  }

  #found(): OutlineFindings {
    if (this.#findings) return this.#findings;
    const findings: OutlineFindings = {
      anchors: new Map(),
      numbers: new Map(),
      listed: new Map(),
      counters: new Map(),
      lists: new Map(),
      notes: new Map(),
    };
    this.#findings = findings;
    this.#isWalking = true;
    this.#walk?.(findings);
    this.#isWalking = false;
    return findings;
  }
}
