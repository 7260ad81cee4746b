// What a table shows again where sheets divide it: its header above the first row of a sheet, and sums below the last one.
import { Box, ColumnBox, type Edges, fits, RepeatedBox } from '../../layout/box.ts';
import type { Stroke } from '../../layout/fragment.ts';
import { type Graphic, noGraphics } from '../../layout/graphic.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope } from '../../layout/session.ts';
import { decoration, makeArtifact, openSlot } from '../../layout/structure.ts';
import type { Artifact, Tag } from '../../layout/tag.ts';
import { scopeOfGroup, withTableNames } from './arrange-rows.ts';
import {
  type BlockRules,
  buildRows,
  headerParts,
  type LaidOutTable,
  plannedParts,
  type RowKind,
  type RowToBuild,
} from './build-rows.ts';
import { lineBox } from './line-box.ts';
import { type Group, isOn, type PlannedRow, type Sheet } from './table-plan.ts';
import type { KnownSums, Totals } from './table-sums.ts';

/** Content that repeats is read once. */
const repeated: Artifact = { kind: 'artifact', type: 'Pagination' };

/** Where a row stands in its table. */
export interface RowPlace {
  /** The sums before the row and with it. */
  readonly before: Totals;
  readonly after: Totals;
  /** Nothing of the table stands before the row. */
  readonly isFirst: boolean;
  readonly isHeader?: boolean | undefined;
  /** The row is the upper piece of a divided one. */
  readonly isCut?: boolean | undefined;
  /** The row draws the outline above itself: it is the first of the table, or a piece of that. */
  readonly hasTop?: boolean | undefined;
  /** The innermost group of the row, the one that begins before the row, and the one that goes on after it. */
  readonly group: Group | undefined;
  readonly lead: Group | undefined;
  readonly tail: Group | undefined;
  /** More rows of the table follow. */
  readonly goesOn: boolean;
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
  /** The outline of the table above the first row of a sheet, and below the last one, where it differs from that of the rows. */
  readonly #top: Box | undefined;
  readonly #bottom: Box | undefined;

  constructor(grid: LaidOutTable, totals: Totals) {
    this.#grid = grid;
    this.#totals = totals;
    const { left, width, graphics, rules } = grid;
    const { rows, outer } = rules;
    const lines = outer && [{ x: left, width, stroke: outer }];
    this.#top = lines && lineBox(lines, grid, graphics);
    this.#bottom = lines && !isSameStroke(outer, rows) ? lineBox(lines, grid, graphics, rows) : undefined;
  }

  /** The scope of a row outside of the elements. */
  scopeOf(known: Omit<KnownSums, 'all'>, group?: Group): BoundScope {
    const { plan, scope } = this.#grid;
    const sums = { all: this.#totals, ...known };
    return group ? scopeOfGroup(plan, scope, sums, group) : withTableNames(plan, scope, sums, undefined);
  }

  /** The header of the first sheet. Undefined: no header. */
  buildHeader(tag: () => Tag | undefined): Box | undefined {
    const scope = this.scopeOf({ before: this.none });
    const rows = this.#headerRows('first', scope);
    return rows && this.#buildHeader(rows, scope, tag());
  }

  /** Takes the header for all sheets, if it is the same on all. */
  repeatHeader(header: Box | undefined): void {
    const { plan } = this.#grid;
    const isSame = plan.headers.every(({ on, usesSheet }) => on === 'all' && !usesSheet) && plan.repeatHeader;
    if (header && isSame && this.#mayRepeat(header)) this.#sameLead = new RepeatedBox(header, repeated);
    const hasLead = plan.headers.some(({ on }) => on === 'notFirst' || plan.repeatHeader);
    const asksSheet = plan.footers.some((row) => row.usesSheet || isOn(row, 'notLast'));
    const hasOutline = this.#bottom !== undefined || (this.#top !== undefined && !this.#sameLead);
    if ((isSame || !hasLead) && !plan.groups && !asksSheet && !hasOutline) {
      const edges: Edges = { lead: this.#sameLead, tail: undefined, tailHeight: 0, divide: () => [edges, edges] };
      this.#sameEdges = edges;
    }
  }

  /** The sums before the first row. */
  get none(): Totals {
    return this.#grid.plan.sums?.none ?? [];
  }

  /** The edges of all rows, if none has edges of its own. */
  get sameEdges(): Edges | undefined {
    return this.#sameEdges;
  }

  edgesOf(place: RowPlace): Edges {
    return this.#sameEdges ?? new RowEdges(this, place);
  }

  /** A row above the first one of a group. */
  buildGroupHeader(row: PlannedRow, place: WrittenPlace): Box {
    const { sums, group } = place;
    const build = (before: Totals, tag: Tag | undefined) =>
      this.#buildPlanned(row, 'group', this.scopeOf({ before }, group), tag, place);
    return row.usesSheet ? this.#readOnce(place.tag, sums, build) : build(sums, place.tag);
  }

  /** A row below the last one of a group or of the table. */
  buildFooter(row: PlannedRow, place: WrittenPlace): Box {
    const { sums: sofar, group } = place;
    const build = (before: Totals, tag: Tag | undefined) =>
      this.#buildPlanned(row, group ? 'group' : 'footer', this.scopeOf({ sofar, before }, group), tag, place);
    return row.usesSheet ? this.#readOnce(place.tag, this.none, build) : build(this.none, place.tag);
  }

  /** A row that is built when its sheet is filled, though it is not a repetition. `widest`: sums to measure it with. */
  #readOnce(tag: Tag | undefined, widest: Totals, build: (before: Totals, tag: Tag | undefined) => Box): Box {
    const slot = openSlot(tag);
    return this.#ofSheet(build(widest, slot), (canvas) => {
      const isRead = !canvas.trace?.isAgain && !canvas.artifact;
      if (isRead && slot?.kind === 'element') slot.empty();
      return build(this.#begun(canvas), isRead ? slot : (canvas.artifact ?? decoration));
    });
  }

  /** The rows above a row that comes first on a sheet. */
  lead({ before, isFirst, hasTop, lead: group }: RowPlace): Box | undefined {
    if (isFirst) return undefined;
    const { plan, rules, session } = this.#grid;
    const scope = this.scopeOf({ before });
    const rows = this.#sameLead ? undefined : this.#headerRows('notFirst', scope);
    const header = this.#sameLead ?? (rows && this.#buildHeader(rows, scope, this.#artifact));
    const boxes = header ? [header] : [];
    for (const one of chainOf(group)) {
      const around = this.scopeOf({ before }, one);
      for (const row of shownRows(one.level.headers, 'notFirst', around)) {
        const top = boxes.length === 0 ? rules.outer : undefined;
        boxes.push(this.#buildPlanned(row, 'group', around, this.#artifact, { top, bottom: rules.rows }));
      }
    }
    let height = boxes.reduce((sum, box) => sum + box.height, 0);
    while (boxes.length > 0 && height > session.bodyHeight / 2) {
      height -= boxes.pop()!.height;
      session.warn('header-dropped', plan.name, this.#grid.scope.place, group ? headersDropped : headerDropped);
    }
    if (boxes.length === 0) return hasTop ? undefined : this.#top;
    if (boxes.length === 1 && boxes[0] === this.#sameLead) return boxes[0];
    const lead = new RepeatedBox(new ColumnBox(boxes), repeated);
    lead.keepWithNext = true;
    return lead;
  }

  /** The rows that stand at the end of a sheet, below the given last row, if the table continues. */
  tail(place: RowPlace): Box | undefined {
    const { after, tail: group, isCut } = place;
    const height = this.tailHeight(place);
    // A piece of a row whose table has no line between rows ends with the outline already.
    if (height === 0) return isCut && !this.#grid.rules.rows ? undefined : this.#bottom;
    return this.#ofSheet(height, (canvas) => new RepeatedBox(this.#buildTail(after, this.#begun(canvas), group), repeated));
  }

  tailHeight({ tail: group }: RowPlace): number {
    const { plan, scope, session } = this.#grid;
    let height = this.#tailHeights.get(group);
    if (height === undefined) {
      // The sums of the whole table are the widest.
      ({ height } = this.#buildTail(this.#totals, this.none, group));
      if (height > session.bodyHeight / 3) {
        session.warn('footer-dropped', plan.name, scope.place, footerDropped);
        height = 0;
      }
      this.#tailHeights.set(group, height);
    }
    return height;
  }

  /** Notes the first row of the table on a page. */
  note(canvas: PageCanvas, before: Totals): void {
    canvas.begun ??= new Map();
    if (!canvas.begun.has(this)) canvas.begun.set(this, before);
  }

  #begun(canvas: PageCanvas): Totals {
    return (canvas.begun?.get(this) as Totals | undefined) ?? this.none;
  }

  /** A box with sums of the sheet, built when the sheet is full. `kept`: the height to reserve, or a box of that height. */
  #ofSheet(kept: number | Box, build: (canvas: PageCanvas) => Box): Box {
    const { plan, scope, session, owner } = this.#grid;
    const [height, graphics] = typeof kept === 'number' ? [kept, noGraphics] : [kept.height, kept.graphics];
    const box = new SheetRowsBox(height, graphics, build, () =>
      session.warn(
        'box-overflow',
        plan.name,
        scope.place,
        'Its sums need more lines than were kept free: they may cover the content below. Make their columns wider, or give their cells "maxLines": 1.',
      ),
    );
    box.owner = owner;
    return box;
  }

  get #artifact(): Tag | undefined {
    return makeArtifact(this.#grid.tag, repeated);
  }

  #buildTail(after: Totals, before: Totals, group: Group | undefined): Box {
    const { plan, rules } = this.#grid;
    const rows = [...chainOf(group).reverse(), undefined].flatMap((one) => {
      const scope = this.scopeOf({ sofar: after, before }, one);
      return shownRows(one?.level.footers ?? plan.footers, 'notLast', scope).map((row) => ({ row, one, scope }));
    });
    const end = rows.length - 1;
    const firstFooter = rows.findIndex(({ one }) => !one);
    const footer = rules.footer ?? rules.rows;
    const boxes = rows.map(({ row, one, scope }, i) => {
      const top = i === 0 && !one && !isSameStroke(rules.footer, rules.rows) ? rules.footer : undefined;
      const last = one ? (rules.outer ?? rules.rows) : rules.last;
      const bottom = i === end ? last : i === firstFooter - 1 ? footer : rules.rows;
      return this.#buildPlanned(row, one ? 'group' : 'footer', scope, this.#artifact, { top, bottom });
    });
    return new ColumnBox(boxes);
  }

  /** A row of a group, or a footer row. */
  #buildPlanned(row: PlannedRow, kind: RowKind, scope: BoundScope, tag: Tag | undefined, rules: BlockRules): Box {
    const { plan } = this.#grid;
    const isFooter = kind === 'footer';
    const look = () => ({
      background: row.background?.(scope) ?? (isFooter ? plan.footerBackground?.(scope) : undefined),
      ...(row.border ?? (isFooter ? plan.footerLook.border : undefined))?.(scope),
    });
    const { mayBreak } = plan;
    const rows = [{ parts: plannedParts(row, this.#grid, kind), look, site: row.site }];
    return buildRows(this.#grid, rows, { ...rules, tag, scope, mayBreak, name: row.name });
  }

  /** The header rows of a sheet. Undefined: the sheet has no header. */
  #headerRows(sheet: Sheet, scope: BoundScope): HeaderRows | undefined {
    const { plan, columns, rules } = this.#grid;
    const background = () => plan.headerBackground?.(scope);
    const border = () => plan.headerLook.border?.(scope);
    const isRepeated = sheet === 'first' || plan.repeatHeader;
    const planned = (row: PlannedRow): RowToBuild | undefined =>
      (row.on === sheet || (row.on === 'all' && isRepeated)) && (!row.when || row.when.test(scope))
        ? {
            parts: plannedParts(row, this.#grid, 'header'),
            site: row.site,
            look: () =>
              row.isBelow
                ? { background: row.background?.(scope), ...row.border?.(scope) }
                : { background: row.background?.(scope) ?? background(), ...(row.border?.(scope) ?? border()) },
          }
        : undefined;
    const own: RowToBuild | undefined =
      columns.some(({ header }) => header) && isRepeated
        ? { parts: headerParts(this.#grid), look: () => ({ background: background(), ...border() }) }
        : undefined;
    const above = [...plan.headers.filter(({ isBelow }) => !isBelow).map(planned), own];
    const below = plan.headers.filter(({ isBelow }) => isBelow).map(planned);
    const isShown = (row: RowToBuild | undefined) => row !== undefined && row.parts.length > 0;
    const rows = [...above, ...below];
    if (!rows.some(isShown)) return undefined;
    if (!below.some(isShown)) return { rows, bottom: rules.header };
    // The rule of the header lies below the names of the columns. Rows below them have the rules of rows.
    const end = above.findLastIndex(isShown);
    return { rows: rows.map((row, i) => (i === end ? withBottom(row!, rules.header) : row)), bottom: rules.rows };
  }

  #buildHeader({ rows, bottom }: HeaderRows, scope: BoundScope, tag: Tag | undefined): Box {
    const { rules } = this.#grid;
    const { outer: top, rows: between } = rules;
    return buildRows(this.#grid, rows, { tag, scope, mayBreak: false, top, bottom, between, name: 'the header of the table' });
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
const headersDropped =
  'The headers of the table and of its groups are higher than half a page together: the innermost are not repeated.';
// Under a header of half a page, a third leaves some of the page for rows.
const footerDropped = 'The footer rows where a page ends are higher than a third of it and are left out there.';

/** The row with a line below it, unless it has one of its own. */
function withBottom(row: RowToBuild, stroke: Stroke | undefined): RowToBuild {
  const look = (): ReturnType<RowToBuild['look']> => {
    const own = row.look();
    return { ...own, bottom: own.bottom ?? stroke };
  };
  return { ...row, look };
}

function isSameStroke(one: Stroke | undefined, other: Stroke | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The rows above those of a sheet, and the line below them. */
interface HeaderRows {
  readonly rows: readonly (RowToBuild | undefined)[];
  readonly bottom: Stroke | undefined;
}

/** A row that stands once, in the table or in a group of it. */
interface WrittenPlace extends BlockRules {
  readonly group: Group | undefined;
  /** Up to the row. */
  readonly sums: Totals;
  readonly tag: Tag | undefined;
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

  constructor(sheets: TableSheets, place: RowPlace) {
    this.#sheets = sheets;
    this.#place = place;
  }

  get isHeader(): boolean {
    return this.#place.isHeader ?? false;
  }

  get lead(): Box | undefined {
    return this.#place.isFirst ? undefined : this.#sheets.lead(this.#place);
  }

  get tail(): Box | undefined {
    return this.#place.goesOn ? this.#sheets.tail(this.#place) : undefined;
  }

  get tailHeight(): number {
    return this.#place.goesOn ? this.#sheets.tailHeight(this.#place) : 0;
  }

  note(canvas: PageCanvas): void {
    this.#sheets.note(canvas, this.#place.before);
  }

  /** A divided row counts on the sheet on which it begins, where its amount usually stands. */
  divide(): readonly [Edges, Edges] {
    const { after, group, isFirst, hasTop } = this.#place;
    const head = { ...this.#place, tail: group, goesOn: true, isCut: true };
    const rest = { ...this.#place, before: after, isFirst: false, hasTop: isFirst || hasTop, lead: group };
    return [new RowEdges(this.#sheets, head), new RowEdges(this.#sheets, rest)];
  }
}

/** Rows with sums that are known when their page is filled. */
class SheetRowsBox extends Box {
  readonly height: number;
  readonly #graphics: readonly Graphic[];
  readonly #build: (canvas: PageCanvas) => Box;
  readonly #warn: () => void;

  constructor(height: number, graphics: readonly Graphic[], build: (canvas: PageCanvas) => Box, warn: () => void) {
    super();
    this.height = height;
    this.#graphics = graphics;
    this.#build = build;
    this.#warn = warn;
  }

  override get graphics(): readonly Graphic[] {
    return this.#graphics;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const box = this.#build(canvas);
    if (!fits(box.height, this.height)) this.#warn();
    box.place(canvas, x, y);
  }
}
