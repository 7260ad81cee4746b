// Flows the boxes of a page layout over as many sheets as they need.
import type { PdfgenError } from '../../contract/errors.ts';
import { grouped } from '../../words/counts.ts';
import type { Rectangle } from '../vector/path.ts';
import { Bands } from './bands.ts';
import {
  type Box,
  boundByAuthor,
  fits,
  givesUp,
  headEdges,
  isPositive,
  isRow,
  SpaceBox,
  stackedHeight,
  tailHeight,
  tolerance,
} from './box.ts';
import type { DataPlace } from './data-place.ts';
import type { ItemOutline } from './extent.ts';
import { type Division, type Foot, type Footnotes, openFootnotes, placeFoot } from './footnote-room.ts';
import type { OpenPage, Page, PageItem } from './fragment.ts';
import { tallest, tellHeight, waits } from './graphic.ts';
import { findDivision, KeptChain } from './kept-chain.ts';
import { limitFault } from './limit-fault.ts';
import { describeOffSheet, findOffSheet } from './off-sheet.ts';
import { openPage } from './open-page.ts';
import { BuiltPart, type Site } from './origin.ts';
import type { LateItems, NoteReference, PageCanvas } from './page-canvas.ts';
import type { PartLayout } from './page-layout.ts';
import { raiseAlongEdges } from './raised-lines.ts';
import { SheetMarks } from './running-marks.ts';
import type { BoundScope, LayoutSession } from './session.ts';
import type { SheetSize } from './sheet-size.ts';
import type { Tag } from './tag.ts';
import { type Owner, placePart, Trace } from './trace.ts';

/** A row that no sheet holds is cut below a header if the header leaves at least this part of the sheet: a strip without a line is of no use. */
const leastCut = 1 / 4;

const rowRemedy = ' For rows that may be divided, write "rowBreak": "allow".';

/** A note is divided if more than this part of the sheet would stay empty otherwise: about as much as a reader takes for the end of a chapter. */
const mostUnused = 1 / 4;

/** Lays out one part and gives each sheet to `emit` as soon as it is done. */
export function paginate(layout: PartLayout, scope: BoundScope, session: LayoutSession, emit: (page: Page) => void): void {
  const flow = new Flow(layout, scope, session, emit);
  const width = layout.width - layout.margin.left - layout.margin.right;
  flow.run((tag) => layout.body.build({ ...scope, tag }, width, session)[Symbol.iterator]());
}

interface PlacedBox {
  readonly box: Box;
  readonly y: number;
}

const noNotes: readonly NoteReference[] = [];
const wholeNotes = () => 'whole' as const;

class Flow {
  readonly #layout: PartLayout;
  readonly #session: LayoutSession;
  /** The element of the part. */
  readonly #place: DataPlace | undefined;
  readonly #bands: Bands;
  readonly #emit: (page: Page) => void;
  /** Boxes that come before the next box of the iterator. */
  #waiting: Box[] = [];
  #placed: PlacedBox[] = [];
  /** The number of this sheet in the part, from 1. */
  #sheet = 0;
  /** The pages of the part; undefined until it ends. */
  #total: number | undefined;
  /** Height of the body of this sheet, and how much of it is taken. */
  #room = 0;
  #y = 0;
  #spaceAfter = 0;
  /** Undefined: the document has no footnotes. */
  readonly #notes: Footnotes | undefined;
  /** The body of a sheet shows something. */
  #hasPrinted = false;
  /** Where the first box of the sheet stands, below what a table shows again above it. */
  #contentTop = 0;
  /** A new sheet is due. It opens when the first box is placed on it. */
  #openNext = false;
  /** Space above the first box is dropped where a sheet is full, but kept where the body begins and after a break of the author (css-break-3, 5.2). */
  #keepsSpace = true;

  constructor(layout: PartLayout, scope: BoundScope, session: LayoutSession, emit: (page: Page) => void) {
    this.#layout = layout;
    session.sheet = layout;
    this.#session = session;
    this.#place = scope.place;
    this.#bands = new Bands(layout, scope, session);
    this.#emit = emit;
    const { width, margin, hasNotes } = layout;
    this.#notes = hasNotes ? openFootnotes(width - margin.left - margin.right, session) : undefined;
  }

  /** `build` gets the tag of the body. */
  run(build: (tag: Tag | undefined) => Iterator<Box>): void {
    this.#openSheet();
    const boxes = build(this.#bands.body);
    for (let chain = this.#nextChain(boxes); chain.length > 0; chain = this.#nextChain(boxes)) this.#placeChain(chain);
    this.#makeRoomForLast();
    while (this.#waiting.length > 0) {
      for (let chain = this.#nextChain(boxes); chain.length > 0; chain = this.#nextChain(boxes)) this.#placeChain(chain);
      this.#makeRoomForLast();
    }
    while (this.#footNeedsSheet()) this.#nextSheet();
    this.#closeSheet(true);
    this.#total = this.#sheet;
    if (this.#layout.canPrint && !this.#hasPrinted) this.#warnOfEmptyBody();
  }

  /** The next box, with the boxes that must stay with it. */
  #nextChain(boxes: Iterator<Box>): Box[] {
    const first = this.#nextBox(boxes);
    if (!first) return [];
    if (first.keepWithNext === false || first.breakAfter) return [first];
    // The boxes after the chain are built for the sheet on which the chain begins.
    this.#beginSheetFor(first);
    const chain = [first];
    const kept = new KeptChain();
    for (let length = kept.add(first); length === undefined; ) {
      const box = this.#nextBox(boxes);
      if (!box) break;
      if (box.breakBefore) {
        this.#waiting.unshift(box);
        break;
      }
      chain.push(box);
      length = kept.add(box);
      if (length !== undefined) this.#waiting.unshift(...chain.splice(length));
    }
    return chain;
  }

  #nextBox(boxes: Iterator<Box>): Box | undefined {
    const waiting = this.#waiting.shift();
    if (waiting) return waiting;
    const next = boxes.next();
    return next.done ? undefined : next.value;
  }

  #placeChain(chain: readonly Box[]): void {
    const first = chain[0]!;
    // As in CSS, a forced break before the first content makes no page of its own.
    if (first instanceof SpaceBox && first.height === 0 && this.#sheet === 1 && this.#placed.length === 0) return;
    this.#beginSheetFor(first);
    const start = this.#start(first);
    const last = chain[chain.length - 1]!;
    const lead = this.#placed.length === 0 ? first.edges?.lead : undefined;
    const leadHeight = lead?.height ?? 0;
    const height = stackedHeight(chain);
    if (fits(start + leadHeight + height + tailHeight(last.edges), this.#roomAbove(this.#newNotes(chain)))) {
      if (lead) this.#putLead(lead);
      for (const box of chain) this.#put(box);
      this.#openNext = last.breakAfter !== false;
      return;
    }
    const parts = this.#divide(last, start + leadHeight + height - last.height, chain.slice(0, -1));
    if (parts && !(chain.length > 1 && parts.head.isFiller)) {
      if (lead) this.#putLead(lead);
      for (const box of chain.slice(0, -1)) this.#put(box);
      this.#putPart(parts);
    } else if (givesUp(chain, this.#bands.bodyHeight(this.#sheetAt(1, false)))) {
      const count = boundByAuthor(chain);
      this.#waiting.unshift(...chain.slice(count));
      this.#placeChain(chain.slice(0, count));
    } else if (this.#placed.length > 0 || this.#notes?.goesOn) {
      this.#waiting.unshift(...chain);
      this.#nextSheet();
    } else if (chain.length > 1) {
      // These boxes are too high for any sheet together: this sheet takes those that fit, at least the first.
      let count = 1;
      const hasRoom = (boxes: readonly Box[]) =>
        fits(start + leadHeight + stackedHeight(boxes) + tailHeight(boxes.at(-1)!.edges), this.#roomAbove(this.#newNotes(boxes)));
      while (hasRoom(chain.slice(0, count + 1))) count++;
      const head = chain.slice(0, count);
      const next = chain[count]!;
      const isWhole = hasRoom(head);
      this.#waiting.unshift(...chain.slice(count));
      this.#placeChain(head);
      if (isWhole) this.#divideBelowHead(next);
    } else this.#force(first, lead);
  }

  /** Begins the sheet that is due, or that a box asks for. */
  #beginSheetFor({ breakBefore }: Box): void {
    if (this.#openNext || (breakBefore && this.#placed.length > 0)) this.#nextSheet(true);
  }

  /** The notes that boxes would add to this sheet. */
  #newNotes(boxes: readonly Box[]): readonly NoteReference[] {
    return this.#notes?.newIn(boxes) ?? noNotes;
  }

  /** The room for boxes above the notes on this sheet and further ones. */
  #roomAbove(notes: readonly NoteReference[]): number {
    return this.#notes ? this.#room - this.#notes.height(this.#notes.wholeHeight(notes)) : this.#room;
  }

  /** Divides a box that begins at `top`, below the boxes `before`, where this sheet ends. Undefined: the box cannot be divided there. */
  #divide(box: Box, top: number, before: readonly Box[], mayGoOn = true): Division | undefined {
    const kept = tailHeight(headEdges(box));
    const notes = this.#notes;
    if (!notes) {
      const rest = this.#room - top - kept;
      const parts = isPositive(rest) ? box.split(rest) : undefined;
      return parts && { head: parts[0], rest: parts[1], keep: wholeNotes };
    }
    const taken = notes.wholeHeight(notes.newIn(before));
    return notes.divide(box, (more) => this.#room - notes.height(taken + more) - top - kept, {
      unused: this.#placed.length > 0 ? this.#roomAbove(noNotes) - this.#y : this.#room,
      most: mayGoOn ? this.#room * mostUnused : Number.POSITIVE_INFINITY,
    });
  }

  /** Places the upper part of a box, and begins the next sheet. */
  #putPart({ head, rest, keep }: Division): void {
    this.#put(head, keep);
    if (rest) this.#goOn(rest);
    else this.#nextSheet();
  }

  /** The height at which the sheet ends for a box that it cannot hold. Undefined: a line has more notes than the sheet has room for. */
  #heightToCut(box: Box): number | undefined {
    const room = this.#room - this.#start(box);
    return this.#notes ? this.#notes.heightToCut(box, (more) => room - this.#notes!.height(more)) : room;
  }

  /** Places a box with a line that has more notes than a sheet: they take what is left, and go on. */
  #putBesideNotes(box: Box): void {
    const [first] = this.#newNotes([box]);
    const parts = box.split(first!.bottom) ?? box.split((this.#room - this.#start(box)) / 2);
    this.#putPart({ head: parts?.[0] ?? box, rest: parts?.[1], keep: () => 'nothing' });
  }

  /** Divides the first box that waits, if that does not leave its headers alone on the sheet. */
  #divideBelowHead(box: Box): void {
    const room = this.#roomAbove(noNotes) - this.#start(box) - tailHeight(headEdges(box));
    if (!isPositive(room)) return;
    const parts = this.#divide(box, this.#start(box), []);
    if (parts) {
      this.#waiting.shift();
      this.#putPart(parts);
    } else if (
      !isRow(this.#placed.at(-1)!.box) &&
      room >= this.#room * leastCut &&
      this.#isCutAnyway(box) &&
      !waits(box.graphics, room)
    )
      this.#force(this.#waiting.shift()!, undefined);
  }

  /** Puts the rest of a divided box on the next sheet. Columns may have taken all of it. */
  #goOn(rest: Box): void {
    if (rest.isEmpty) {
      this.#put(rest);
      this.#openNext = rest.breakAfter !== false;
      return;
    }
    this.#waiting.unshift(rest);
    this.#nextSheet();
  }

  /** The next sheet cannot hold the row under its header either. */
  #isCutAnyway({ edges, height }: Box): boolean {
    if (!edges) return false;
    const room = this.#bands.bodyHeight(this.#sheetAt(1, false));
    return !fits((edges.lead?.height ?? 0) + height + tailHeight(edges), room);
  }

  /** Places a box that no sheet can hold, cut where the sheet ends. */
  #force(box: Box, lead: Box | undefined): void {
    if (lead) this.#putLead(lead);
    const whole = this.#heightToCut(box);
    if (whole === undefined) {
      this.#putBesideNotes(box);
      return;
    }
    if (!isPositive(whole)) throw isPositive(this.#room) ? this.#refuseSpace(box) : this.#refuseBands();
    const kept = tailHeight(headEdges(box));
    const room = isPositive(whole - kept) ? whole - kept : whole;
    const unit = box.topUnit;
    const [head, tail] = box.slice(room);
    // A graphic that is made smaller gives a warning of its own.
    const isShrunk = unit.graphics.length > 0 && (!isPositive(tail.height) || tallest(unit.graphics, room));
    if (!isShrunk) this.#warnOfDivision(unit, room);
    this.#put(head, () => 'least');
    this.#openNext = tail.breakAfter !== false;
    if (isPositive(tail.height)) {
      this.#waiting.unshift(tail);
      this.#nextSheet();
    }
  }

  #warnOfDivision(unit: Box, room: number): void {
    const { owner } = unit;
    const remedy = typeof owner?.row === 'number' && unit.canPart(room) ? rowRemedy : '';
    this.#session.warn(
      'unit-too-tall',
      owner?.component ?? this.#layout.pointer,
      owner ? owner.place : this.#place,
      `${describeUnit(owner)} is ${Math.round(unit.height)} pt high, but the page has room for ${Math.round(room)} pt: it is divided.${remedy}`,
    );
  }

  /** The error for bands as high as the sheet. It names a graphic that takes most of their room. */
  #refuseBands(): PdfgenError {
    const { height, margin, pointer } = this.#layout;
    const { header, footer } = this.#bands.of(this.#sheetAt(0, false));
    const boxes = [header, footer].flatMap((band) => band?.box ?? []);
    const graphics = boxes.flatMap((box) => box.graphics);
    const graphic = tallest(graphics, (height - margin.top - margin.bottom) / 2);
    const component = graphic?.component ?? pointer;
    const cause = graphic ? `: ${tellHeight(graphic)} (${component}). Give it a smaller "width" or "height".` : '.';
    const message = `The header and footer of ${pointer} leave no room for its body${cause}`;
    return limitFault(message, { component, page: this.#session.pageNumber });
  }

  #refuseSpace(box: Box): Error {
    const component = box.owner?.component ?? this.#layout.pointer;
    const message = `The space above the content is ${Math.round(this.#start(box))} pt high, but the page has room for ${Math.round(this.#room)} pt. Make the "margin" smaller.`;
    return limitFault(message, { component, page: this.#session.pageNumber });
  }

  #start(box: Box): number {
    if (this.#placed.length > 0) return this.#y + this.#spaceAfter + box.before;
    return this.#keepsSpace ? box.before : 0;
  }

  #put(box: Box, keep: Division['keep'] = wholeNotes): void {
    for (const note of this.#newNotes([box])) this.#notes!.add(note, keep(note));
    const y = this.#start(box);
    if (this.#placed.length === 0) this.#contentTop = y;
    this.#placed.push({ box, y });
    this.#y = y + box.height;
    this.#spaceAfter = box.after;
  }

  #putLead(lead: Box): void {
    this.#put(lead);
    this.#contentTop = this.#y;
  }

  #nextSheet(isForced = false): void {
    this.#openNext = false;
    this.#keepsSpace = isForced;
    const tail = this.#placed.at(-1)?.box.edges?.tail;
    if (tail) this.#put(tail);
    this.#closeSheet(false);
    this.#openSheet();
  }

  /** This sheet, or one of the next. */
  #sheetAt(ahead: number, isLast: boolean) {
    return { page: this.#pageAt(ahead), isLast };
  }

  #pageAt(ahead: number): OpenPage {
    const number = this.#session.pageNumber + ahead;
    return openPage(number, this.#sheet + ahead, this.#layout.binding, this.#session.labels.labelOf(number));
  }

  #openSheet(): void {
    this.#session.beginPage(this.#pageAt(1));
    this.#sheet++;
    this.#room = this.#bands.bodyHeight(this.#sheetAt(0, false));
    this.#notes?.begin(this.#room);
    this.#session.bodyHeight = this.#room;
    this.#placed = [];
    this.#y = 0;
    this.#spaceAfter = 0;
  }

  /** If the last sheet's own bands are higher, moves the boxes that they would cover to one more sheet. */
  #makeRoomForLast(): void {
    const room = this.#bands.bodyHeight(this.#sheetAt(0, true));
    if (this.#placed.length === 0 || fits(this.#y + (this.#notes?.height() ?? 0), room)) return;
    const at = this.#findBoxBelow(room);
    const { y } = this.#placed[at]!;
    const parts = this.#divideAt(at, room);
    const boxes = this.#placed.map(({ box }) => box);
    let from = at;
    while (!parts && from > 0) {
      from = findDivision(boxes, from);
      if (from === 0 || this.#canEndAfter(this.#placed[from - 1]!)) break;
      from--;
    }
    if (from === 0 && !parts) {
      // The box needs this sheet for itself, so the last bands get a sheet of their own.
      this.#nextSheet();
      return;
    }
    const moved = this.#placed.slice(from).map((one) => one.box);
    this.#placed = this.#placed.slice(0, from);
    if (parts) {
      this.#placed.push({ box: parts.head, y });
      moved[0] = parts.rest!;
    }
    this.#countNotes(this.#placed);
    const end = this.#placed.at(-1)!;
    this.#y = end.y + end.box.height;
    this.#spaceAfter = end.box.after;
    if (parts && moved.every((one) => one.isEmpty)) {
      for (const one of moved) this.#put(one);
      return;
    }
    this.#waiting.unshift(...moved);
    this.#nextSheet();
  }

  /** The first box on the sheet that reaches beyond this room, or whose notes do. */
  #findBoxBelow(room: number): number {
    return this.#placed.findIndex(({ box, y }, i) => {
      this.#countNotes(this.#placed.slice(0, i + 1));
      return !fits(y + box.height + (this.#notes?.height() ?? 0), room);
    });
  }

  /** Divides a box on the sheet so that it and its notes lie in this room. */
  #divideAt(at: number, room: number): Division | undefined {
    const { box, y } = this.#placed[at]!;
    const outer = this.#room;
    this.#countNotes(this.#placed.slice(0, at));
    this.#room = room;
    const parts = this.#divide(box, y, [], false);
    this.#room = outer;
    this.#countNotes(this.#placed);
    return parts;
  }

  /** Counts the notes of boxes anew. */
  #countNotes(placed: readonly PlacedBox[]): void {
    if (!this.#notes) return;
    this.#notes.clear();
    for (const { box } of placed) for (const note of this.#newNotes([box])) this.#notes.add(note, 'whole');
  }

  /** Whether what stands where a sheet ends has room below a box. */
  #canEndAfter({ box, y }: PlacedBox): boolean {
    return fits(y + box.height + tailHeight(box.edges), this.#room);
  }

  #closeSheet(isLast: boolean): void {
    const { width, height, margin, isMirrored } = this.#layout;
    const { page } = this.#session;
    const { header, footer, top, bottom, color, background, overlay } = this.#bands.of(this.#sheetAt(0, isLast));
    const left = isMirrored && page.side === 'left' ? margin.right : margin.left;
    const inner = width - margin.left - margin.right;
    const trace = this.#session.isTraced ? new Trace(false) : undefined;
    const body: PageCanvas = { items: [], late: [], page, marks: [], trace };
    const foot = this.#notes && this.#fillFoot(this.#notes, isLast);
    if (foot && this.#placed.length === 0 && foot.boxes.length === 0 && foot.rest.length > 0) throw this.#refuseBands();
    this.#notes?.end(foot!);
    const inBand = (canvas: PageCanvas, site: Site, area: Rectangle, draw: () => void) =>
      placePart(canvas, canvas.trace && new BuiltPart(site, 'band', this.#place, area.width), area, draw);
    const { sites } = this.#layout;
    const placeBody = (canvas: PageCanvas) =>
      inBand(canvas, sites.body, { x: left, y: top, width: inner, height: height - bottom - top }, () => {
        for (const { box, y } of this.#placed) box.foresee(canvas, top + y);
        for (const { box, y } of this.#placed) box.place(canvas, left, top + y);
        if (foot) placeFoot(foot, canvas, left, top + foot.bottom, inner);
      });
    // The bands print the marks that the body sets, though they are painted and read around it.
    placeBody(body);
    const bodyParts = trace?.takeParts();
    this.#hasPrinted ||= body.late.length > 0 || body.items.some(isSeen);
    const marks = new SheetMarks(this.#session.marks, body.marks!, top + this.#contentTop + tolerance);
    this.#session.marks = marks.last;
    const known = { ...page, marks };
    /** Returns the number of items in the background. */
    const place = (canvas: PageCanvas, addBody: () => void): number => {
      if (color)
        canvas.items.push({
          kind: 'rect',
          x: 0,
          y: 0,
          width,
          height,
          fill: color,
          stroke: undefined,
          radius: 0,
          tag: { kind: 'artifact', type: 'Background' },
        });
      const placeLayer = ({ site, box }: NonNullable<typeof background>) =>
        inBand(canvas, site, { x: 0, y: 0, width, height }, () => box.place(canvas, 0, 0));
      if (background) placeLayer(background);
      const behind = canvas.items.length;
      const placeBand = ({ site, box, bleed, height: high }: NonNullable<typeof header>, y: number) => {
        const area = bleed ? { x: 0, width } : { x: left, width: inner };
        inBand(canvas, site, { ...area, y, height: high }, () => box.place(canvas, area.x, y + box.before));
      };
      if (header) placeBand(header, header.bleed ? 0 : margin.top);
      addBody();
      if (footer) placeBand(footer, height - (footer.bleed ? 0 : margin.bottom) - footer.height);
      if (overlay) placeLayer(overlay);
      return behind;
    };
    const canvas: PageCanvas = { items: [], late: [], page: known, trace };
    const { items, late } = canvas;
    let behind = 0;
    const whole = trace && new BuiltPart(sites.page, 'page', this.#place, width);
    placePart(canvas, whole, { x: 0, y: 0, width, height }, () => {
      behind = place(canvas, () => {
        for (const item of body.items) items.push(item);
        for (const one of body.late) late.push(one);
        bodyParts?.giveBack();
      });
    });
    const off = findOffSheet(items, { width, height }, behind);
    raiseAlongEdges(items, behind);
    if (off.length > 0) {
      if (trace) this.#warnOffSheet(off, ({ item }) => trace.ownerOf(item), page.number);
      else this.#traceOffSheet((again) => place(again, () => placeBody(again)), known);
    }
    const traced = trace ? late.map((one) => ({ ...one, paint: trace.keepPlace(one.at, one.paint) })) : late;
    const painter = late.length === 0 ? undefined : this.#latePainter(traced, known, { width, height });
    this.#emit({ width, height, items, late: painter, ...(trace && { origins: trace }) });
  }

  /** Places a page again to find the owners of items off the sheet. `place` returns the number of items in the background. */
  #traceOffSheet(place: (canvas: PageCanvas) => number, page: OpenPage): void {
    const trace = new Trace(true);
    const canvas: PageCanvas = { items: [], late: [], page, trace };
    const behind = place(canvas);
    this.#warnOffSheet(findOffSheet(canvas.items, this.#layout, behind), ({ item }) => trace.ownerOf(item), page.number);
  }

  /** Whether notes go on that the last sheet has no room for. */
  #footNeedsSheet(): boolean {
    return this.#notes !== undefined && this.#fillFoot(this.#notes, true).rest.length > 0;
  }

  #fillFoot(notes: Footnotes, isLast: boolean): Foot {
    const room = this.#bands.bodyHeight(this.#sheetAt(0, isLast));
    return notes.fill(room, this.#placed.length === 0 ? 0 : this.#y);
  }

  /** Separate from `#closeSheet`: the closures in it would keep all items of the page until the document ends. */
  #latePainter(late: readonly LateItems[], known: OpenPage, size: SheetSize): NonNullable<Page['late']> {
    return (all) =>
      late.flatMap(({ owner, paint }) => {
        const made = paint({ ...known, ...all, part: { number: known.part.number, total: this.#total! } });
        this.#warnOffSheet(findOffSheet(made, size), () => owner, known.number);
        return made;
      });
  }

  #warnOfEmptyBody(): void {
    const message =
      'The components of this page layout print nothing with these data, so the page has no body. Check the data. To leave out the page, put the components into the layout before, with "break": { "before": "page" }.';
    this.#session.warn('empty-body', this.#layout.places.body, this.#place, message);
  }

  /** One warning for each component and place in the data. */
  #warnOffSheet(found: readonly ItemOutline[], ownerOf: (outline: ItemOutline) => Owner | undefined, page: number): void {
    const byOwner = new Map<Owner | undefined, ItemOutline[]>();
    for (const outline of found) {
      const owner = ownerOf(outline);
      const told = byOwner.get(owner);
      if (told) told.push(outline);
      else byOwner.set(owner, [outline]);
    }
    for (const [owner, outlines] of byOwner) {
      const message = describeOffSheet(outlines, this.#layout, owner?.isTooWide);
      this.#session.warn('off-sheet', owner?.component ?? this.#layout.pointer, owner ? owner.place : this.#place, message, page);
    }
  }
}

/** What should stay in one piece. */
function describeUnit(owner: Owner | undefined): string {
  const { row } = owner ?? {};
  if (row === undefined) return 'Content that should stay on one page';
  return typeof row === 'string' ? row.replace(/^t/, 'T') : `Row ${grouped(row)} of the table`;
}

/** Anchors and links paint nothing of their own. */
function isSeen(item: PageItem): boolean {
  return item.kind === 'group' ? item.items.some(isSeen) : item.kind !== 'anchor' && item.kind !== 'link';
}
