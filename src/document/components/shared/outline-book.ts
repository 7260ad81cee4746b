// Collects the anchors and counters of a template while its components are compiled: their names, who refers to them, and the conditions of the
// components that have them.
import { suggest } from '../../../words/nearest.ts';
import type { AskedName } from '../../expression/scope.ts';
import type { BoundScope } from '../../layout/session.ts';

type Report = (severity: 'error', code: string, pointer: string, message: string) => void;

/** The properties that decide whether and how often there is what stands in their component. */
const deciding = /(?:\/choose\/\d+\/when|\/(?:when|where|each|repeat|list|table|pairs|start)|\/sort(?:\/\d+)?(?:\/by)?)$/;

export class OutlineBook {
  /** A list goes on counting in an earlier one, so the walk of the outline counts the items of all lists. */
  readonly continuesLists: boolean;
  /** How often texts have printed a counter. */
  counterUses = 0;
  /** How many components have a title that the walk of the outline reads. */
  titles = 0;
  /** How many texts have footnotes. */
  noteTexts = 0;
  /** The template has a table of contents. */
  readonly listsHeadings: boolean;
  /** The counters of lists of figures, tables and the like. */
  readonly listedCounters: ReadonlySet<string>;
  /** Whether the component with an anchor may have a number, by the names of the anchors. */
  readonly #anchors = new Map<string, boolean>();
  /** How many components have an anchor. */
  anchored = 0;
  /** The titles of headings whose bookmark has none, by the sites of the headings. */
  readonly #titles = new Map<string, (scope: BoundScope) => string>();
  /** Data give the names of anchors. */
  #hasBoundAnchor = false;
  /** The names of the counters. */
  readonly counters = new Set<string>();
  readonly #asked = new Map<string, AskedName>();
  /** By the places of the components: what decides whether they are there, and uses numbers. */
  readonly #decisions = new Map<string, string>();
  readonly #sites = new Set<string>();
  /** The sites of lists that count, by their depth. */
  readonly #lists = new Map<number, Set<string>>();

  /** `listed`: the property `toc` of all components that have it. */
  constructor(listed: readonly unknown[], continuesLists: boolean) {
    this.listsHeadings = listed.some((one) => typeof one === 'number');
    this.listedCounters = new Set(listed.filter((one) => typeof one === 'string'));
    this.continuesLists = continuesLists;
  }

  /** Notes an anchor. Undefined: data give its name. `isNumbered`: its component may have a number. */
  addAnchor(name: string | undefined, isNumbered: boolean): void {
    this.anchored++;
    if (name === undefined) this.#hasBoundAnchor = true;
    else this.#anchors.set(name, isNumbered || this.#anchors.get(name) === true);
  }

  /** Notes the text of a heading, which is its title. */
  addTitle(site: string, title: (scope: BoundScope) => string): void {
    this.#titles.set(site, title);
  }

  titleAt(site: string): ((scope: BoundScope) => string) | undefined {
    return this.#titles.get(site);
  }

  /** Notes a component that the walk of the outline visits. */
  addSite(site: string): void {
    this.#sites.add(site);
  }

  /** Notes a list that counts, and the places of its items. `depth`: the number of lists around it. `hasAnchors`: anchors in it have the numbers of its items. */
  addCountingList(depth: number, site: string, items: readonly string[], hasAnchors: boolean): void {
    const sites = this.#lists.get(depth);
    if (sites) sites.add(site);
    else this.#lists.set(depth, new Set([site]));
    // Whether its items are there decides about the numbers of its anchors, and of a later list.
    if (this.continuesLists || hasAnchors) for (const one of [site, ...items]) this.addSite(one);
  }

  /** How many lists of a depth count. */
  countingLists(depth: number): number {
    return this.#lists.get(depth)?.size ?? 0;
  }

  readonly ask = (asked: AskedName): void => {
    this.#asked.set(`${asked.kind} ${asked.place} ${asked.filter} ${asked.name}`, asked);
  };

  /** Notes an expression that uses numbers and may decide what is there. */
  addDecision(way: string, pointer: string, place: string): void {
    if (deciding.test(pointer)) this.#decisions.set(way + pointer.replace(deciding, ''), place);
  }

  /** Reports what is wrong in the template as a whole. */
  report(report: Report): void {
    for (const [owner, pointer] of this.#decisions) {
      if (![...this.#sites].some((site) => site.startsWith(owner) && /^(?:$|[/>])/.test(site.slice(owner.length)))) continue;
      const message =
        'Numbers, titles and counters are known when it is known which headings, counted components, anchors and footnotes there are, so they cannot decide whether one of these is there. They can decide about other components.';
      report('error', 'too-early', pointer, message);
    }
    for (const { kind, filter, name, place } of this.#asked.values()) {
      if (kind === 'counter' && !this.counters.has(name)) {
        const hint = suggest(name, [...this.counters]) || `. Write "count": "${name}" on what is counted.`;
        report('error', 'unknown-counter', place, `Nothing in the template counts "${name}"${hint}`);
      } else if (kind === 'anchor' && !this.#hasBoundAnchor && name !== '' && !this.#anchors.has(name)) {
        const hint =
          suggest(name, [...this.#anchors.keys()]) ||
          `: write "bookmark": { "anchor": ${JSON.stringify(name)} } on what has the number or title.`;
        report(
          'error',
          'unknown-anchor',
          place,
          `Nothing in a body has the anchor "${name}", so "${filter}" finds nothing${hint}`,
        );
      } else if (kind === 'anchor' && filter === 'number_of' && !this.#hasBoundAnchor && this.#anchors.get(name) === false) {
        const message = `What has the anchor "${name}" has no number. Give it a "number" or a "count", or put it into an item of a list whose "marker" counts.`;
        report('error', 'no-number', place, message);
      }
    }
  }
}
