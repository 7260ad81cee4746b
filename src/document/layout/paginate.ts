// Flows the boxes of a page layout over as many sheets as they need.
import { PdfgenError } from '../../contract/errors.ts';
import { buildColumn } from '../components/build-column.ts';
import { buildFrame } from '../components/frame.ts';
import type { BandVariant, PageLayout, PlacedBand } from '../template/compile-template.ts';
import { type Box, type PageCanvas, SpaceBox, stackedHeight, tolerance } from './box.ts';
import type { Page } from './fragment.ts';
import type { BoundScope, Session } from './session.ts';

/** Boxes that must stay together are looked at no further than this. */
const longestChain = 100;

/** Lays out one page layout for some data and gives each sheet to `emit` as soon as it is done. */
export function paginate(layout: PageLayout, scope: BoundScope, session: Session, emit: (page: Page) => void): void {
  const flow = new Flow(layout, scope, session, emit);
  const width = layout.width - layout.margin.left - layout.margin.right;
  flow.run(() => layout.body.build(scope, width, session)[Symbol.iterator]());
}

interface Placed {
  readonly box: Box;
  readonly y: number;
}

class Flow {
  readonly #layout: PageLayout;
  readonly #session: Session;
  readonly #bands: Bands;
  readonly #emit: (page: Page) => void;
  /** Boxes that come before those of the iterator. */
  #waiting: Box[] = [];
  #placed: Placed[] = [];
  #sheet = 0;
  /** Height of the body of this sheet, and how much of it is taken. */
  #room = 0;
  #y = 0;
  #spaceAfter = 0;
  /** A new sheet is asked for, but opened only when something comes to stand on it. */
  #openNext = false;

  constructor(layout: PageLayout, scope: BoundScope, session: Session, emit: (page: Page) => void) {
    this.#layout = layout;
    this.#session = session;
    this.#bands = new Bands(layout, scope, session);
    this.#emit = emit;
  }

  run(build: () => Iterator<Box>): void {
    this.#openSheet();
    const boxes = build();
    for (let chain = this.#nextChain(boxes); chain.length > 0; chain = this.#nextChain(boxes)) this.#placeChain(chain);
    this.#makeRoomForLast();
    while (this.#waiting.length > 0) {
      for (let chain = this.#nextChain(boxes); chain.length > 0; chain = this.#nextChain(boxes)) this.#placeChain(chain);
      this.#makeRoomForLast();
    }
    this.#closeSheet(true);
  }

  /** The next box, with those that it must stay with. */
  #nextChain(boxes: Iterator<Box>): Box[] {
    const chain: Box[] = [];
    while (chain.length < longestChain) {
      const waiting = this.#waiting.shift();
      const next = waiting ? undefined : boxes.next();
      const box = waiting ?? (next!.done ? undefined : (next!.value as Box));
      if (!box) break;
      if (chain.length > 0 && box.breakBefore) {
        this.#waiting.unshift(box);
        break;
      }
      chain.push(box);
      if (!box.keepWithNext || box.breakAfter) break;
    }
    return chain;
  }

  #placeChain(chain: readonly Box[]): void {
    const first = chain[0]!;
    // As in CSS, a forced break before the first content makes no page of its own.
    if (first instanceof SpaceBox && first.height === 0 && this.#sheet === 1 && this.#placed.length === 0) return;
    if (this.#openNext || (first.breakBefore && this.#placed.length > 0)) this.#nextSheet();
    const start = this.#start(first);
    const last = chain[chain.length - 1]!;
    const lead = this.#placed.length === 0 && first.lead !== first ? first.lead : undefined;
    const leadHeight = lead?.height ?? 0;
    const height = chain.length === 1 ? first.height : stackedHeight(chain);
    if (start + leadHeight + height <= this.#room + tolerance) {
      if (lead) this.#put(lead);
      for (const box of chain) this.#put(box);
      this.#openNext = last.breakAfter;
      return;
    }
    const before = start + leadHeight + height - last.height;
    const parts = this.#room - before > tolerance ? last.split(this.#room - before) : undefined;
    if (parts) {
      if (lead) this.#put(lead);
      for (const box of chain.slice(0, -1)) this.#put(box);
      this.#put(parts[0]);
      this.#waiting.unshift(parts[1]);
      this.#nextSheet();
    } else if (this.#placed.length > 0) {
      this.#waiting.unshift(...chain);
      this.#nextSheet();
    } else if (chain.length > 1) {
      // Too much to stay together on any sheet: its first box goes alone.
      this.#waiting.unshift(...chain.slice(1));
      this.#placeChain([first]);
    } else this.#force(first, lead);
  }

  /** Places a box that no sheet can hold, cut where the sheet ends. */
  #force(box: Box, lead: Box | undefined): void {
    if (lead) this.#put(lead);
    const room = this.#room - this.#start(box);
    if (room <= tolerance)
      throw new PdfgenError('RENDER_LIMIT', `The header and footer of ${this.#layout.pointer} leave no room for its body.`);
    this.#session.warn(
      'unit-too-tall',
      this.#layout.pointer,
      undefined,
      `Something that should stay in one piece is ${Math.round(box.height)} pt high, the page has room for ${Math.round(room)} pt: it is divided.`,
    );
    const [head, tail] = box.slice(room);
    this.#put(head);
    this.#openNext = tail.breakAfter;
    if (tail.height > tolerance) {
      this.#waiting.unshift(tail);
      this.#nextSheet();
    }
  }

  #start(box: Box): number {
    if (this.#placed.length > 0) return this.#y + this.#spaceAfter + box.before;
    // Space above is dropped where a page breaks, but kept where the body begins.
    return this.#sheet === 1 ? box.before : 0;
  }

  #put(box: Box): void {
    const y = this.#start(box);
    this.#placed.push({ box, y });
    this.#y = y + box.height;
    this.#spaceAfter = box.after;
  }

  #nextSheet(): void {
    this.#openNext = false;
    this.#closeSheet(false);
    this.#openSheet();
  }

  #openSheet(): void {
    this.#sheet++;
    this.#session.pageNumber++;
    if (this.#session.pageNumber > this.#session.limits.maxPages) {
      throw new PdfgenError(
        'RENDER_LIMIT',
        `The document needs more than ${this.#session.limits.maxPages} pages (limit maxPages).`,
      );
    }
    this.#room = this.#bands.bodyHeight(this.#sheet, false);
    this.#session.bodyHeight = this.#room;
    this.#placed = [];
    this.#y = 0;
    this.#spaceAfter = 0;
  }

  /** Where the bands of the last sheet are higher, what they would cover moves to one more sheet. */
  #makeRoomForLast(): void {
    const room = this.#bands.bodyHeight(this.#sheet, true);
    if (this.#placed.length === 0 || this.#y <= room + tolerance) return;
    const at = this.#placed.findIndex(({ box, y }) => y + box.height > room + tolerance);
    const { box, y } = this.#placed[at]!;
    const parts = room - y > tolerance ? box.split(room - y) : undefined;
    let from = at;
    if (!parts) while (from > 0 && this.#placed[from - 1]!.box.keepWithNext) from--;
    if (from === 0 && !parts) {
      // It needs this sheet for itself: the last bands stand on one of their own.
      this.#nextSheet();
      return;
    }
    const moved = this.#placed.slice(from).map((one) => one.box);
    this.#placed = this.#placed.slice(0, from);
    if (parts) {
      this.#placed.push({ box: parts[0], y });
      moved[0] = parts[1];
    }
    this.#waiting.unshift(...moved);
    this.#nextSheet();
  }

  #closeSheet(isLast: boolean): void {
    const { width, height, margin } = this.#layout;
    const canvas: PageCanvas = { items: [], late: [], pageNumber: this.#session.pageNumber };
    const { header, footer, background, overlay } = this.#bands.of(this.#sheet, isLast);
    background?.place(canvas, 0, 0);
    header?.box.place(canvas, margin.left, margin.top + header.box.before);
    const top = margin.top + (header?.height ?? 0);
    for (const { box, y } of this.#placed) box.place(canvas, margin.left, top + y);
    footer?.box.place(canvas, margin.left, height - margin.bottom - footer.height + footer.box.before);
    overlay?.place(canvas, 0, 0);
    const { late } = canvas;
    this.#emit({
      width,
      height,
      items: canvas.items,
      late: late.length === 0 ? undefined : (total) => late.flatMap((paint) => paint(total)),
    });
  }
}

interface Band {
  readonly box: Box;
  readonly height: number;
}

/** Headers, footers, backgrounds and overlays of a layout, built once where no page number decides what is in them. */
class Bands {
  readonly #layout: PageLayout;
  readonly #scope: BoundScope;
  readonly #session: Session;
  readonly #built = new Map<BandVariant | PlacedBand, Band>();

  constructor(layout: PageLayout, scope: BoundScope, session: Session) {
    this.#layout = layout;
    this.#scope = scope;
    this.#session = session;
  }

  bodyHeight(sheet: number, isLast: boolean): number {
    const { height, margin, header, footer } = this.#layout;
    const heightOf = (variants: readonly BandVariant[]) => {
      const variant = choose(variants, sheet, isLast);
      return variant ? this.#build(variant).height : 0;
    };
    return height - margin.top - margin.bottom - heightOf(header) - heightOf(footer);
  }

  of(sheet: number, isLast: boolean) {
    const { header, footer, background, overlay } = this.#layout;
    const headerVariant = choose(header, sheet, isLast);
    const footerVariant = choose(footer, sheet, isLast);
    return {
      header: headerVariant && this.#build(headerVariant),
      footer: footerVariant && this.#build(footerVariant),
      background: background && this.#build(background).box,
      overlay: overlay && this.#build(overlay).box,
    };
  }

  #build(band: BandVariant | PlacedBand): Band {
    const known = band.usesPage ? undefined : this.#built.get(band);
    if (known) return known;
    const { width, height, margin } = this.#layout;
    const number = this.#session.pageNumber;
    const scope = band.usesPage ? { ...this.#scope, page: { number, total: undefined } } : this.#scope;
    const artifact = { ...scope, tag: { role: 'artifact', alt: undefined, parent: undefined } };
    let box: Box;
    if ('children' in band) {
      box = buildFrame(
        band.children,
        { grow: 'box', collapse: false, height },
        artifact,
        { width, height },
        this.#session,
        this.#layout.pointer,
      );
    } else box = buildColumn(band.node, artifact, width - margin.left - margin.right, this.#session);
    const fixed = 'height' in band ? band.height : undefined;
    if (fixed !== undefined && box.before + box.height > fixed + tolerance) {
      this.#session.warn(
        'box-overflow',
        this.#layout.pointer,
        undefined,
        'A header or footer is higher than its "height" and is cut.',
      );
      const { before } = box;
      box = box.slice(Math.max(0, fixed - before))[0];
      box.before = before;
    }
    const made: Band = { box, height: fixed ?? box.before + box.height + box.after };
    this.#built.set(band, made);
    return made;
  }
}

function choose(variants: readonly BandVariant[], sheet: number, isLast: boolean): BandVariant | undefined {
  return variants.find(({ on }) => {
    if (on === 'all') return true;
    if (on === 'first') return sheet === 1;
    if (on === 'last') return isLast;
    if (on === 'rest') return sheet > 1;
    return on === 'odd' ? sheet % 2 === 1 : sheet % 2 === 0;
  });
}
