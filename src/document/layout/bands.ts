// Builds the parts of every sheet outside its body: header, footer, background and overlay.
import { isFor } from './band-sheets.ts';
import { type Box, fits, RepeatedBox } from './box.ts';
import { buildColumn } from './build-column.ts';
import { buildFrame } from './build-frame.ts';
import type { OpenPage } from './fragment.ts';
import { tellLost } from './graphic.ts';
import type { Site } from './origin.ts';
import type { BandVariant, PartLayout, PlacedBand } from './page-layout.ts';
import type { BoundScope, LayoutSession } from './session.ts';
import { makeArtifact, openSlot } from './structure.ts';
import type { Artifact, Tag } from './tag.ts';

/** Content that repeats on each sheet does not belong to the document's structure. */
const artifacts = {
  header: { kind: 'artifact', type: 'Pagination', subtype: 'Header' },
  footer: { kind: 'artifact', type: 'Pagination', subtype: 'Footer' },
  background: { kind: 'artifact', type: 'Background' },
  overlay: { kind: 'artifact', type: 'Pagination', subtype: 'Watermark' },
} as const satisfies Record<string, Artifact>;

type BandKind = keyof typeof artifacts;
type AnyBand = BandVariant | PlacedBand;

/** A sheet whose bands are wanted. */
interface Sheet {
  readonly page: OpenPage;
  readonly isLast: boolean;
}

interface Band {
  readonly site: Site;
  readonly box: Box;
  readonly height: number;
  /** It stands at the edges of the sheet. */
  readonly bleed: boolean;
}

/** Headers, footers, backgrounds and overlays of a layout, built once if their content does not depend on page numbers. */
export class Bands {
  readonly #layout: PartLayout;
  readonly #scope: BoundScope;
  readonly #session: LayoutSession;
  readonly #built = new Map<AnyBand, Band>();
  /** The places of the bands that are read. */
  readonly #slots = new Map<AnyBand, Tag | undefined>();
  /** Bands that have been placed on a sheet as content. */
  readonly #read = new Set<AnyBand>();
  /** The place of the body, after the header and before the footer. */
  readonly body: Tag | undefined;

  constructor(layout: PartLayout, scope: BoundScope, session: LayoutSession) {
    this.#layout = layout;
    this.#scope = scope;
    this.#session = session;
    const { background, header, footer, overlay } = layout;
    this.#reserve([background, ...lastToEnd(header)]);
    this.body = openSlot(scope.tag);
    this.#reserve([...lastToEnd(footer), overlay]);
  }

  #reserve(bands: readonly (AnyBand | undefined)[]): void {
    for (const band of bands) if (band) this.#slots.set(band, openSlot(this.#scope.tag));
  }

  bodyHeight(sheet: Sheet): number {
    const { height, margin, header, footer } = this.#layout;
    const taken = (variants: readonly BandVariant[], kind: BandKind, space: number) => {
      const variant = this.#choose(variants, sheet);
      return reachOf(variant && this.#build(variant, kind, sheet.page), space);
    };
    return height - taken(header, 'header', margin.top) - taken(footer, 'footer', margin.bottom);
  }

  of(sheet: Sheet) {
    const { header, footer, margin, color, background, overlay } = this.#layout;
    const headerVariant = this.#choose(header, sheet);
    const footerVariant = this.#choose(footer, sheet);
    if (!headerVariant) this.#warnOfMissing(header, 'header');
    if (!footerVariant) this.#warnOfMissing(footer, 'footer');
    const use = (band: AnyBand, kind: BandKind) => this.#use(band, kind, sheet.page);
    const usedHeader = headerVariant && use(headerVariant, 'header');
    const usedFooter = footerVariant && use(footerVariant, 'footer');
    return {
      header: usedHeader,
      /** Where the body begins. */
      top: reachOf(usedHeader, margin.top),
      footer: usedFooter,
      /** How far the footer reaches into the sheet. */
      bottom: reachOf(usedFooter, margin.bottom),
      color: color?.(this.#scope),
      background: background && use(background, 'background'),
      overlay: overlay && use(overlay, 'overlay'),
    };
  }

  /** The first variant that is for a sheet. A variant for the rest gives way to all others. */
  #choose(variants: readonly BandVariant[], sheet: Sheet): BandVariant | undefined {
    const scope = { ...this.#scope, page: sheet.page };
    const placed = { part: sheet.page.part.number, number: sheet.page.number, isLast: sheet.isLast };
    const isMeant = ({ on, when }: BandVariant) => isFor(on, placed) && (when?.(scope) ?? true);
    return variants.find((one) => one.on !== 'rest' && isMeant(one)) ?? variants.find((one) => isMeant(one));
  }

  /** A single variant is meant for its sheets alone. Several variants are meant for all sheets. */
  #warnOfMissing(variants: readonly BandVariant[], kind: 'header' | 'footer'): void {
    if (variants.length < 2) return;
    const names = variants.map(({ on }) => `"${on}"`).join(', ');
    this.#session.warn(
      'band-missing',
      this.#layout.places[kind],
      this.#scope.place,
      `Page ${this.#session.pageNumber} has no ${kind}: none of the variants (${names}) is for it. If this is meant, add { "on": "all", "body": [] } at the end.`,
    );
  }

  /** A band for a sheet that is done. It is read on the first one only. */
  #use(band: AnyBand, kind: BandKind, page: OpenPage): Band {
    const made = this.#build(band, kind, page);
    if (!hasContent(band)) return made;
    const isAgain = this.#read.has(band);
    this.#read.add(band);
    return isAgain ? { ...made, box: new RepeatedBox(made.box, artifacts[kind]) } : made;
  }

  #build(band: AnyBand, kind: BandKind, page: OpenPage): Band {
    const known = band.time !== 'data' ? undefined : this.#built.get(band);
    if (known) return known;
    const { width, height, margin } = this.#layout;
    const scope = band.time !== 'data' ? { ...this.#scope, page } : this.#scope;
    const slot = this.#slots.get(band);
    const isRead = hasContent(band) && !this.#read.has(band);
    // This content was built for a sheet that turned out to be different.
    if (isRead && slot?.kind === 'element') slot.empty();
    const artifact = makeArtifact(slot, artifacts[kind]);
    const inside = { ...scope, tag: isRead ? slot : artifact };
    let box: Box;
    if ('children' in band) {
      box = buildFrame(
        band.children,
        { grow: 'box', collapse: false, height, isSheet: true, artifact: artifact?.kind === 'artifact' ? artifact : undefined },
        inside,
        { width, height },
        this.#session,
        this.#layout.pointer,
      );
    } else box = buildColumn(band.node, inside, band.bleed ? width : width - margin.left - margin.right, this.#session);
    const fixed = 'height' in band ? band.height : undefined;
    if (fixed !== undefined && !fits(box.before + box.height, fixed)) {
      const { before } = box;
      const whole = box;
      const [head, rest] = this.#session.cut(() => whole.slice(Math.max(0, fixed - before)));
      box = head;
      box.before = before;
      if (!rest.isEmpty)
        this.#session.warn(
          'box-overflow',
          this.#layout.pointer,
          this.#scope.place,
          `A header or footer is higher than its "height" and is cut.${tellLost(rest.graphics)}`,
        );
    }
    const bleed = 'bleed' in band && band.bleed;
    const made: Band = { site: band.site, box, height: fixed ?? box.before + box.height + box.after, bleed };
    this.#built.set(band, made);
    return made;
  }
}

/** How far a header or footer and its margin reach into the sheet. A band without margins may lie within the margin. */
function reachOf(band: Band | undefined, margin: number): number {
  if (!band) return margin;
  return band.bleed ? Math.max(margin, band.height) : margin + band.height;
}

/** Whether readers read a part of a band. */
function hasContent(band: AnyBand): boolean {
  return 'children' in band ? band.children.some(({ isContent }) => isContent) : band.isRead;
}

/** The last sheet is read after the others. */
function lastToEnd(variants: readonly BandVariant[]): readonly BandVariant[] {
  return [...variants].sort((a, b) => Number(a.on === 'last') - Number(b.on === 'last'));
}
