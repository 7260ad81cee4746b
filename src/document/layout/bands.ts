// Builds the parts of every sheet outside its body: header, footer, background and overlay.
import { type Box, RepeatedBox, tolerance } from './box.ts';
import { buildColumn } from './build-column.ts';
import { buildFrame } from './build-frame.ts';
import type { BandVariant, PageLayout, PlacedBand } from './page-layout.ts';
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

interface Band {
  readonly box: Box;
  readonly height: number;
}

/** Headers, footers, backgrounds and overlays of a layout, built once if their content does not depend on page numbers. */
export class Bands {
  readonly #layout: PageLayout;
  readonly #scope: BoundScope;
  readonly #session: LayoutSession;
  readonly #built = new Map<AnyBand, Band>();
  /** The places of the bands that are read. */
  readonly #slots = new Map<AnyBand, Tag | undefined>();
  /** Bands that have been placed on a sheet as content. */
  readonly #read = new Set<AnyBand>();
  /** The place of the body, after the header and before the footer. */
  readonly body: Tag | undefined;

  constructor(layout: PageLayout, scope: BoundScope, session: LayoutSession) {
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

  bodyHeight(sheet: number, isLast: boolean): number {
    const { height, margin, header, footer } = this.#layout;
    const heightOf = (variants: readonly BandVariant[], kind: BandKind) => {
      const variant = choose(variants, sheet, isLast);
      return variant ? this.#build(variant, kind).height : 0;
    };
    return height - margin.top - margin.bottom - heightOf(header, 'header') - heightOf(footer, 'footer');
  }

  of(sheet: number, isLast: boolean) {
    const { header, footer, color, background, overlay } = this.#layout;
    const headerVariant = choose(header, sheet, isLast);
    const footerVariant = choose(footer, sheet, isLast);
    if (!headerVariant) this.#warnOfMissing(header, 'header');
    if (!footerVariant) this.#warnOfMissing(footer, 'footer');
    return {
      header: headerVariant && this.#use(headerVariant, 'header'),
      footer: footerVariant && this.#use(footerVariant, 'footer'),
      color: color?.(this.#scope),
      background: background && this.#use(background, 'background').box,
      overlay: overlay && this.#use(overlay, 'overlay').box,
    };
  }

  /** A single variant is meant for its sheets alone. Several variants are meant for all sheets. */
  #warnOfMissing(variants: readonly BandVariant[], kind: 'header' | 'footer'): void {
    if (variants.length < 2) return;
    const names = variants.map(({ on }) => `"${on}"`).join(', ');
    this.#session.warn(
      'band-missing',
      `${this.#layout.pointer}/${kind}`,
      undefined,
      `Page ${this.#session.pageNumber} has no ${kind}: none of the variants (${names}) is for it. If this is meant, add { "on": "all", "body": [] } at the end.`,
    );
  }

  /** A band for a sheet that is done. It is read on the first one only. */
  #use(band: AnyBand, kind: BandKind): Band {
    const made = this.#build(band, kind);
    if (!hasContent(band)) return made;
    const isAgain = this.#read.has(band);
    this.#read.add(band);
    return isAgain ? { ...made, box: new RepeatedBox(made.box, artifacts[kind]) } : made;
  }

  #build(band: AnyBand, kind: BandKind): Band {
    const known = band.usesPage ? undefined : this.#built.get(band);
    if (known) return known;
    const { width, height, margin } = this.#layout;
    const number = this.#session.pageNumber;
    const scope = band.usesPage ? { ...this.#scope, page: { number, total: undefined } } : this.#scope;
    const slot = this.#slots.get(band);
    const isRead = hasContent(band) && !this.#read.has(band);
    // What was built for a sheet that turned out otherwise.
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
    } else box = buildColumn(band.node, inside, width - margin.left - margin.right, this.#session);
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

/** Whether readers read a part of a band. */
function hasContent(band: AnyBand): boolean {
  return 'children' in band ? band.children.some(({ isContent }) => isContent) : band.isRead;
}

/** The last sheet is read after the others. */
function lastToEnd(variants: readonly BandVariant[]): readonly BandVariant[] {
  return [...variants].sort((a, b) => Number(a.on === 'last') - Number(b.on === 'last'));
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
