// Builds the parts of every sheet outside its body: header, footer, background and overlay.
import { type Box, tolerance } from './box.ts';
import { buildColumn } from './build-column.ts';
import { buildFrame } from './build-frame.ts';
import type { BandVariant, PageLayout, PlacedBand } from './page-layout.ts';
import type { BoundScope, Session } from './session.ts';
import type { Artifact } from './tag.ts';

/** Content that repeats on each sheet does not belong to the document's structure. */
export const artifact: Artifact = { kind: 'artifact', type: 'Pagination' };

interface Band {
  readonly box: Box;
  readonly height: number;
}

/** Headers, footers, backgrounds and overlays of a layout, built once if their content does not depend on page numbers. */
export class Bands {
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
    const { header, footer, color, background, overlay } = this.#layout;
    const headerVariant = choose(header, sheet, isLast);
    const footerVariant = choose(footer, sheet, isLast);
    return {
      header: headerVariant && this.#build(headerVariant),
      footer: footerVariant && this.#build(footerVariant),
      color: color?.(this.#scope),
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
    const inside = { ...scope, tag: artifact };
    let box: Box;
    if ('children' in band) {
      box = buildFrame(
        band.children,
        { grow: 'box', collapse: false, height, isSheet: true },
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

function choose(variants: readonly BandVariant[], sheet: number, isLast: boolean): BandVariant | undefined {
  return variants.find(({ on }) => {
    if (on === 'all') return true;
    if (on === 'first') return sheet === 1;
    if (on === 'last') return isLast;
    if (on === 'rest') return sheet > 1;
    return on === 'odd' ? sheet % 2 === 1 : sheet % 2 === 0;
  });
}
