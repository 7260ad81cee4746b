// Collects the anchors and counters of a template while its components are compiled: their names, who refers to them, and the conditions of the
// components that have them.
import { suggest } from '../../../words/nearest.ts';
import type { AskedName } from '../../expression/scope.ts';

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
  readonly #anchors = new Set<string>();
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

  /** Notes an anchor. Undefined: data give its name. */
  addAnchor(name: string | undefined): void {
    if (name === undefined) this.#hasBoundAnchor = true;
    else this.#anchors.add(name);
  }

  /** Notes a component that the walk of the outline visits. */
  addSite(site: string): void {
    this.#sites.add(site);
  }

  /** Notes a list that counts, and the places of its items. `depth`: the number of lists around it. */
  addCountingList(depth: number, site: string, items: readonly string[]): void {
    const sites = this.#lists.get(depth);
    if (sites) sites.add(site);
    else this.#lists.set(depth, new Set([site]));
    // Whether its items are there decides about the numbers of a later list.
    if (this.continuesLists) for (const one of [site, ...items]) this.addSite(one);
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
          suggest(name, [...this.#anchors]) ||
          `: write "bookmark": { "title": "…", "anchor": ${JSON.stringify(name)} } on what has the number or title.`;
        report(
          'error',
          'unknown-anchor',
          place,
          `Nothing in a body has the anchor "${name}", so "${filter}" finds nothing${hint}`,
        );
      }
    }
  }
}
