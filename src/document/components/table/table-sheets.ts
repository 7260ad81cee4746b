// What a table shows again where sheets divide it: its header above the first row of a sheet, and sums below the last one.
import { Box, ColumnBox, type Edges, RepeatedBox, tolerance } from '../../layout/box.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope } from '../../layout/session.ts';
import { decoration, makeArtifact, openSlot } from '../../layout/structure.ts';
import type { Artifact, Tag } from '../../layout/tag.ts';
import { withTableNames } from './arrange-rows.ts';
import {
  type BlockRules,
  buildRows,
  headerParts,
  type LaidOutTable,
  plannedParts,
  type RowKind,
  type RowToBuild,
} from './build-rows.ts';
import type { Group, PlannedRow } from './table-plan.ts';
import type { KnownSums, Totals } from './table-sums.ts';

/** A sheet as the rows of a table see it: the first or a later one, or where it ends: before the table ends, or with it. */
type Sheet = 'first' | 'notFirst' | 'notLast' | 'last';

/** Content that repeats is read once. */
const repeated: Artifact = { kind: 'artifact', type: 'Pagination' };

/** Where a row stands in its table. */
export interface RowPlace {
  /** The sums before the row and with it. */
  readonly before: Totals;
  readonly after: Totals;
  /** The innermost group that begins before the row, and the one that goes on after it. */
  readonly lead: Group | undefined;
  readonly tail: Group | undefined;
  /** More rows of the table follow. */
  readonly goesOn: boolean;
  /** No row of the table stands above. */
  readonly isFirst: boolean;
}

export class TableSheets {
  readonly #grid: LaidOutTable;
  readonly #totals: Totals;
  /** The header that all sheets have. Undefined: each sheet has a header of its own, or none. */
  #sameLead: Box | undefined;
  /** Heights of the rows where a sheet ends in a group, or outside of groups. */
  readonly #tailHeights = new Map<Group | undefined, number>();
  /** The edges of all rows that have nothing of their own. */
  #sameEdges: Edges | undefined;

  constructor(grid: LaidOutTable, totals: Totals) {
    this.#grid = grid;
    this.#totals = totals;
  }

  /** The scope of a row outside of the elements. */
  scopeOf(known: Omit<KnownSums, 'all'>, group?: Group): BoundScope {
    const { plan, scope } = this.#grid;
    return withTableNames(plan, scope, { all: this.#totals, ...known }, group);
  }

  /** The header of the first sheet. Undefined: it has none. */
  buildHeader(tag: () => Tag | undefined): Box | undefined {
    const { none } = this;
    const rows = this.#headerRows('first', this.scopeOf({ before: none }));
    return rows && this.#buildHeader(rows, this.scopeOf({ before: none }), tag());
  }

  /** Takes the header for all sheets, if it is the same on all. */
  repeatHeader(header: Box | undefined): void {
    const { plan } = this.#grid;
    const isSame = plan.headers.every(({ on, usesSheet }) => on === 'all' && !usesSheet) && plan.repeatHeader;
    if (header && isSame && this.#mayRepeat(header)) this.#sameLead = new RepeatedBox(header, repeated);
    const hasLead = plan.headers.some(({ on }) => on === 'notFirst' || plan.repeatHeader);
    if ((isSame || !hasLead) && !plan.groups && !this.#hasTail(plan.footers)) {
      const edges: Edges = { lead: this.#sameLead, tail: undefined, divide: () => [edges, edges] };
      this.#sameEdges = edges;
    }
  }

  /** The sums before the first row. */
  get none(): Totals {
    return this.#grid.plan.sums?.none ?? [];
  }

  edgesOf(place: RowPlace): Edges {
    return this.#sameEdges ?? new RowEdges(this, place);
  }

  /** A row below the last one of a group or of the table. */
  buildFooter(row: PlannedRow, { group, sums, tag, bottom }: FooterPlace): Box {
    const kind = group ? 'group' : 'footer';
    const build = (before: Totals | undefined, place: Tag | undefined) =>
      this.#buildPlanned(row, kind, this.scopeOf({ sofar: sums, before }, group), place, { bottom });
    if (!row.usesSheet) return build(this.none, tag);
    const slot = openSlot(tag);
    return this.#ofSheet(build(this.none, slot), (canvas) => {
      const isRead = !canvas.trace && !canvas.artifact;
      if (isRead && slot?.kind === 'element') slot.empty();
      return build(this.#begun(canvas), isRead ? slot : (canvas.artifact ?? decoration));
    });
  }

  /** The rows above a row that comes first on a sheet. */
  lead({ before, lead: group }: RowPlace): Box | undefined {
    const { plan, session } = this.#grid;
    const scope = this.scopeOf({ before });
    const rows = this.#sameLead ? undefined : this.#headerRows('notFirst', scope);
    const header = this.#sameLead ?? (rows && this.#buildHeader(rows, scope, this.#artifact));
    const boxes = header ? [header] : [];
    for (const one of chainOf(group)) {
      const around = this.scopeOf({ before }, one);
      for (const row of shownRows(one.level.headers, 'notFirst', around))
        boxes.push(this.#buildPlanned(row, 'group', around, this.#artifact, { bottom: this.#grid.rules.rows }));
    }
    let height = boxes.reduce((sum, box) => sum + box.height, 0);
    while (boxes.length > 0 && height > session.bodyHeight / 2) {
      height -= boxes.pop()!.height;
      session.warn('header-dropped', plan.name, this.#grid.scope.place, headerDropped);
    }
    if (boxes.length === 0) return undefined;
    return boxes.length === 1 && boxes[0] === this.#sameLead ? boxes[0] : new RepeatedBox(new ColumnBox(boxes), repeated);
  }

  /** The rows below a row that comes last on a sheet, though the table goes on. */
  tail({ after, tail: group }: RowPlace): Box | undefined {
    const build = (before: Totals) => this.#buildTail(after, before, group);
    let height = this.#tailHeights.get(group);
    if (height === undefined) {
      // The sums of the whole table are the widest.
      height = this.#buildTail(this.#totals, this.none, group)?.height ?? 0;
      this.#tailHeights.set(group, height);
    }
    return height === 0 ? undefined : this.#ofSheet(height, (canvas) => new RepeatedBox(build(this.#begun(canvas))!, repeated));
  }

  /** Notes the first row of the table on a page. */
  note(canvas: PageCanvas, before: Totals): void {
    canvas.begun ??= new Map();
    if (!canvas.begun.has(this)) canvas.begun.set(this, before);
  }

  #begun(canvas: PageCanvas): Totals {
    return (canvas.begun?.get(this) as Totals | undefined) ?? this.none;
  }

  /** A box whose sums are known when its page is filled. `kept`: the room for it, or a box of that height. */
  #ofSheet(kept: number | Box, build: (canvas: PageCanvas) => Box): Box {
    const { plan, scope, session, isTooWide } = this.#grid;
    const box = new SheetRowsBox(typeof kept === 'number' ? kept : kept.height, build, () =>
      session.warn(
        'box-overflow',
        plan.name,
        scope.place,
        'Its sums need more lines than were kept free: they may cover the content below.',
      ),
    );
    box.owner = { component: plan.name, place: scope.place, isTooWide };
    return box;
  }

  #hasTail(rows: readonly PlannedRow[]): boolean {
    return rows.some((row) => isOn(row, 'notLast'));
  }

  get #artifact(): Tag | undefined {
    return makeArtifact(this.#grid.tag, repeated);
  }

  #buildTail(after: Totals, before: Totals, group: Group | undefined): Box | undefined {
    const { plan, rules } = this.#grid;
    const made: Box[] = [];
    const add = (rows: readonly PlannedRow[], one: Group | undefined) => {
      const scope = this.scopeOf({ sofar: after, before }, one);
      for (const row of shownRows(rows, 'notLast', scope))
        made.push(
          this.#buildPlanned(row, one ? 'group' : 'footer', scope, this.#artifact, { bottom: one ? rules.rows : rules.last }),
        );
    };
    for (const one of chainOf(group).reverse()) add(one.level.footers, one);
    add(plan.footers, undefined);
    return made.length === 0 ? undefined : new ColumnBox(made);
  }

  /** A row of a group, or a footer row. */
  #buildPlanned(row: PlannedRow, kind: RowKind, scope: BoundScope, tag: Tag | undefined, rules: BlockRules): Box {
    const { plan } = this.#grid;
    const isFooter = kind === 'footer';
    const look = () => ({
      background: row.background?.(scope) ?? (isFooter ? plan.footerBackground?.(scope) : undefined),
      ...(row.border ?? (isFooter ? plan.footerLook.border : undefined))?.(scope),
    });
    return buildRows(this.#grid, tag, [{ parts: plannedParts(row, this.#grid, kind), look }], scope, plan.mayBreak, rules);
  }

  buildGroupHeader(row: PlannedRow, scope: BoundScope, tag: Tag | undefined, rules: BlockRules): Box {
    return this.#buildPlanned(row, 'group', scope, tag, rules);
  }

  /** The header rows of a sheet. Undefined: there are none. */
  #headerRows(sheet: Sheet, scope: BoundScope): readonly (RowToBuild | undefined)[] | undefined {
    const { plan, columns } = this.#grid;
    const background = () => plan.headerBackground?.(scope);
    const border = () => plan.headerLook.border?.(scope);
    const isRepeated = sheet === 'first' || plan.repeatHeader;
    const planned = (row: PlannedRow): RowToBuild | undefined =>
      (row.on === sheet || (row.on === 'all' && isRepeated)) && (!row.when || row.when.test(scope))
        ? {
            parts: plannedParts(row, this.#grid, 'header').map((part) => ({
              ...part,
              padding: part.padding ?? plan.headerLook.padding,
            })),
            look: () => ({ background: row.background?.(scope) ?? background(), ...(row.border?.(scope) ?? border()) }),
          }
        : undefined;
    const own: RowToBuild | undefined =
      columns.some(({ header }) => header) && isRepeated
        ? { parts: headerParts(this.#grid), look: () => ({ background: background(), ...border() }) }
        : undefined;
    const rows = [
      ...plan.headers.filter(({ isBelow }) => !isBelow).map(planned),
      own,
      ...plan.headers.filter(({ isBelow }) => isBelow).map(planned),
    ];
    return rows.some((row) => row && row.parts.length > 0) ? rows : undefined;
  }

  #buildHeader(rows: readonly (RowToBuild | undefined)[], scope: BoundScope, tag: Tag | undefined): Box {
    const { rules } = this.#grid;
    return buildRows(this.#grid, tag, rows, scope, false, {
      top: rules.outer,
      bottom: rules.header ?? rules.rows,
      between: rules.rows,
    });
  }

  /** Whether a header leaves enough room for rows on each page. If not, warns that the header is not repeated. */
  #mayRepeat(header: Box): boolean {
    const { plan, scope, session } = this.#grid;
    if (header.height <= session.bodyHeight / 2) return true;
    session.warn('header-dropped', plan.name, scope.place, headerDropped);
    return false;
  }
}

const headerDropped = 'The header of the table is higher than half a page and is not repeated.';

interface FooterPlace {
  readonly group: Group | undefined;
  readonly sums: Totals;
  readonly tag: Tag | undefined;
  readonly bottom: BlockRules['bottom'];
}

/** Whether a row stands on such a sheet. */
function isOn({ on }: PlannedRow, sheet: Sheet): boolean {
  return on === 'all' || on === sheet;
}

/** The rows that stand on such a sheet. */
export function shownRows(rows: readonly PlannedRow[], sheet: Sheet, scope: BoundScope): readonly PlannedRow[] {
  return rows.filter((row) => isOn(row, sheet) && (!row.when || row.when.test(scope)));
}

/** A group and those around it, the outermost first. */
export function chainOf(group: Group | undefined): Group[] {
  const chain: Group[] = [];
  for (let at = group; at; at = at.parent) chain.unshift(at);
  return chain;
}

/** The edges of one row. */
class RowEdges implements Edges {
  readonly #sheets: TableSheets;
  readonly #place: RowPlace;
  #tail: Box | undefined | null = null;

  constructor(sheets: TableSheets, place: RowPlace) {
    this.#sheets = sheets;
    this.#place = place;
  }

  get lead(): Box | undefined {
    return this.#place.isFirst ? undefined : this.#sheets.lead(this.#place);
  }

  get tail(): Box | undefined {
    if (this.#tail === null) this.#tail = this.#place.goesOn ? this.#sheets.tail(this.#place) : undefined;
    return this.#tail;
  }

  note(canvas: PageCanvas): void {
    this.#sheets.note(canvas, this.#place.before);
  }

  /** A divided row counts on the sheet on which it ends. */
  divide(): readonly [Edges, Edges] {
    const { before, tail } = this.#place;
    const head = { ...this.#place, after: before, goesOn: true };
    const rest = { ...this.#place, lead: tail ?? this.#place.lead, isFirst: false };
    return [new RowEdges(this.#sheets, head), new RowEdges(this.#sheets, rest)];
  }
}

/** Rows with sums that are known when their page is filled. */
class SheetRowsBox extends Box {
  readonly height: number;
  readonly #build: (canvas: PageCanvas) => Box;
  readonly #warn: () => void;

  constructor(height: number, build: (canvas: PageCanvas) => Box, warn: () => void) {
    super();
    this.height = height;
    this.#build = build;
    this.#warn = warn;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const box = this.#build(canvas);
    if (box.height > this.height + tolerance) this.#warn();
    box.place(canvas, x, y);
  }
}
