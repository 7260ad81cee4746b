// The outline walk: finds the numbers, titles and counters of a document before its layout. It evaluates only what decides which components there are, and
// shapes nothing.
import type { ComponentNode, HeadingNumber, ListedHeading, OutlinePart, OutlineWalk } from './component-node.ts';
import { type ListedPart, listedKey, type OutlineFindings } from './outline.ts';
import type { Layouts } from './page-layout.ts';
import type { BoundScope, LayoutSession } from './session.ts';

/** The place of a component in a document. It is built as often as the layout needs, and has the same place each time. */
export function placeInOutline(site: string, scope: BoundScope): string {
  let place = site;
  // A slot knows the place of its `use`. What repeats in its definition stands around it.
  for (let around: BoundScope | undefined = scope; around; around = around.around as BoundScope | undefined) {
    place += '\n';
    for (let at = around.place; at; at = at.parent) if ('each' in at) place += `/${at.index} ${at.each}`;
  }
  return place;
}

/** A component that the walk visits. */
export function withOutline(node: ComponentNode, part: OutlinePart): ComponentNode {
  return {
    build: (scope, width, session) => node.build(scopeOf(part, scope), width, session),
    measure: (scope, session) => node.measure(scopeOf(part, scope), session),
    outline: (scope, walk) => walk.visit(part, scope, node),
    subject: node.subject,
  };
}

/** The scope in which the texts of a component see the counters. */
function scopeOf({ site, printsCounter }: OutlinePart, scope: BoundScope): BoundScope {
  return printsCounter ? { ...scope, outline: scope.session.outline.viewAt(placeInOutline(site, scope)) } : scope;
}

/** Walks the bodies of all page layouts in the order of the document. */
export function walkLayouts({ pages }: Layouts, whole: BoundScope, findings: OutlineFindings): void {
  const walk = new Walk(findings, whole.session);
  // The layout evaluates the condition again, and reports its faults then.
  const session = whole.session.startTrial();
  const scope = { ...whole, tag: undefined, session, warn: session.warnOfValue };
  for (const layout of pages) {
    const { outline } = layout.body;
    if (!outline) continue;
    for (const part of layout.parts(scope)) {
      walk.beginPart();
      outline(part, walk);
    }
  }
}

/** The beginning of the names of the anchors of what is listed, such as nobody gives to his own. */
const listedAnchor = ':listed-';

/** A number, and the same after the numbers around it that it does not show itself. */
interface PrintedNumber {
  readonly own: string;
  readonly full: string;
}

const noNumber: PrintedNumber = { own: '', full: '' };

/** The headings and clauses of a level since the last one of an outer level. */
interface Level {
  last: number;
  sign: string;
  /** The number of the last one. Undefined: it prints none. */
  printed: PrintedNumber | undefined;
  readonly counts: Map<string, number>;
}

const joined = (around: string | undefined, own: string): string => (around === undefined ? own : `${around} ${own}`);

const newLevel = (): Level => ({ last: 0, sign: '1', printed: undefined, counts: new Map() });

class Walk implements OutlineWalk {
  readonly #findings: OutlineFindings;
  readonly #session: LayoutSession;
  readonly #levels = Array.from({ length: 6 }, newLevel);
  readonly #counts = new Map<string, number>();
  /** The last numbers of the last lists that counted, by their depth. */
  readonly #lists = new Map<number, number>();
  /** How many footnotes there are, and how many stand in the parts before this one. */
  #notes = 0;
  #notesBefore = 0;
  /** The numbers of the items around, from the outside in. */
  readonly #items: PrintedNumber[] = [];
  /** The numbers of the counted components around. */
  #around: ReadonlyMap<string, number> = new Map();

  constructor(findings: OutlineFindings, session: LayoutSession) {
    this.#findings = findings;
    this.#session = session;
  }

  /** Footnotes are numbered through the part. */
  beginPart(): void {
    this.#notesBefore = this.#notes;
  }

  countNotes(count: number, place: string): void {
    this.#findings.notes.set(place, { number: this.#notes + 1 - this.#notesBefore, id: this.#notes + 1 });
    this.#notes += count;
  }

  visit(part: OutlinePart, scope: BoundScope, { outline }: ComponentNode): void {
    scope.session.countBox();
    const { numbers, counters } = this.#findings;
    const { site, heading, count, anchor, printsCounter } = part;
    const outside = this.#around;
    let number = heading && this.#countHeading(heading, part, scope);
    if (number) numbers.set(placeInOutline(site, scope), number.own);
    if (count !== undefined) {
      const value = (this.#counts.get(count) ?? 0) + 1;
      this.#counts.set(count, value);
      this.#around = new Map([...outside, [count, value]]);
      number ??= { own: String(value), full: String(value) };
      const listed = { counter: count, level: 1, number: String(value) };
      if (part.isListed) this.#list(placeInOutline(site, scope), listed, () => part.title!(scopeOf(part, scope)));
    }
    if (printsCounter) counters.set(placeInOutline(site, scope), new Map([...this.#counts, ...this.#around]));
    const name = anchor?.(scope) ?? '';
    if (name !== '') this.#addAnchor(name, number ?? this.#items.at(-1) ?? noNumber, part, scope);
    outline?.(scope, this);
    this.#around = outside;
  }

  list({ site, level, title }: ListedHeading, scope: BoundScope): void {
    const place = placeInOutline(site, scope);
    this.#list(place, { counter: undefined, level, number: this.#findings.numbers.get(place) ?? '' }, () => title(scope));
  }

  #list(place: string, part: Pick<ListedPart, 'counter' | 'level' | 'number'>, title: () => string): void {
    const { listed } = this.#findings;
    let text: string | undefined;
    listed.set(listedKey(place, part.counter), {
      ...part,
      anchor: `${listedAnchor}${listed.size + 1}`,
      // Made on first use, when all anchors are known, as the title of an anchor is.
      get title() {
        if (text === undefined) {
          text = '';
          text = title();
        }
        return text;
      },
    });
  }

  walkItem(number: string, outer: number, walkInside: () => void): void {
    const around = this.#items.filter(({ own }) => own !== '');
    const full = around.at(-1 - outer)?.full ?? this.#levels.findLast(({ printed }) => printed)?.printed?.full;
    this.#items.push(number === '' ? noNumber : { own: number, full: joined(full, number) });
    walkInside();
    this.#items.pop();
  }

  continueList(depth: number, place: string): number | undefined {
    const last = this.#lists.get(depth);
    if (last === undefined) return undefined;
    this.#findings.lists.set(place, last + 1);
    return last + 1;
  }

  endList(depth: number, last: number): void {
    this.#lists.set(depth, last);
  }

  #countHeading(
    { level, sign: given, outer, write }: HeadingNumber,
    { name }: OutlinePart,
    scope: BoundScope,
  ): PrintedNumber | undefined {
    const own = this.#levels[level - 1]!;
    const sign = given ?? own.sign;
    own.sign = sign;
    own.last = (own.counts.get(sign) ?? 0) + 1;
    own.counts.set(sign, own.last);
    for (let deeper = level; deeper < this.#levels.length; deeper++) this.#levels[deeper] = newLevel();
    own.printed = undefined;
    if (!write) return undefined;
    const counts = this.#levels.slice(0, level).map(({ last }) => last);
    const number = write(counts, scope.format);
    const missing = counts.findIndex((value, i) => value === 0 && i >= level - 1 - outer);
    if (missing >= 0) {
      const lacking = missing + 1;
      const message = `A text of level ${level} prints "${number}", because no text of level ${lacking} with a number stands before it. Give it the level ${lacking}, or give a "number" to the heading or clause of level ${lacking} before it.`;
      this.#session.warn('heading-skipped', name, scope.place, message, 0);
    }
    const around = this.#levels.slice(0, level - 1 - outer).findLast(({ printed }) => printed)?.printed;
    own.printed = { own: number, full: joined(around?.full, number) };
    return own.printed;
  }

  #addAnchor(name: string, { own, full }: PrintedNumber, part: OutlinePart, scope: BoundScope): void {
    const { anchors } = this.#findings;
    const known = anchors.get(name);
    if (known) {
      known.isAmbiguous = true;
      return;
    }
    let text: string | undefined;
    anchors.set(name, {
      number: own,
      fullNumber: full,
      isAmbiguous: false,
      // A title may print numbers and other titles, so it is made when all of them are found. One that prints itself prints nothing there.
      get title() {
        if (text === undefined && part.title) {
          text = '';
          text = part.title(scopeOf(part, scope));
        }
        return text;
      },
    });
  }
}
