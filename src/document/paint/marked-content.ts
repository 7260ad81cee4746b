// Marked content of pages (ISO 32000-2, 14.6): says of everything painted to which element of the structure it belongs, or that it is an artifact.
import type { Artifact, Element, StructureType, Tag, TaggedForm } from '../layout/tag.ts';
import { formatLength } from './number.ts';

/** Left, bottom, right and top on the page, in PDF's own coordinates. */
export type PageArea = readonly [number, number, number, number];

/** Rules, backgrounds and other decoration. */
export const layoutArtifact: Artifact = { kind: 'artifact', type: 'Layout' };

/** The marked content of one page, or of a form on it. Its numbers count on in a second content stream of the page. */
export class PageMarks {
  /** From 0. */
  readonly #page: number;
  /** Undefined: the content is that of the page. */
  readonly form: TaggedForm | undefined;
  readonly #width: number;
  readonly #height: number;
  readonly #figures: FigureAreas;
  #count = 0;

  constructor(page: number, width: number, height: number, figures: FigureAreas, form?: TaggedForm) {
    this.#page = page;
    this.form = form;
    this.#width = width;
    this.#height = height;
    this.#figures = figures;
  }

  /** The marked content of a form on the page. */
  inForm(form: TaggedForm): PageMarks {
    return new PageMarks(this.#page, this.#width, this.#height, this.#figures, form);
  }

  /** How many sequences of elements have begun. */
  get count(): number {
    return this.#count;
  }

  /** The operator that begins a sequence of `tag`. */
  begin(tag: Tag): string {
    if (tag.kind === 'artifact') return this.#beginArtifact(tag);
    const id = this.#count++;
    tag.addContent({ kind: 'marked', page: this.#page, id, form: this.form });
    return `/${typeOf(tag)}<</MCID ${id}>>BDC\n`;
  }

  /** Notes that something of `figure` covers an area of the page. */
  cover(figure: Element, area: PageArea): void {
    this.#figures.add(figure, this.#page, area);
  }

  #beginArtifact({ type, subtype }: Artifact): string {
    // ISO 32000-1, table 330: a background says which area it covers.
    const area = type === 'Background' ? `/BBox[0 0 ${formatLength(this.#width)} ${formatLength(this.#height)}]` : '';
    return `/Artifact<</Type/${type}${subtype === undefined ? '' : `/Subtype/${subtype}`}${area}>>BDC\n`;
  }
}

/** The type of the element in which content of `element` stands. */
function typeOf(element: Element): StructureType {
  let at: Element | undefined = element;
  while (at && at.type === undefined) at = at.parent;
  return at?.type ?? 'Span';
}

/** The areas of figures, for their bounding boxes. */
export class FigureAreas {
  readonly #areas = new Map<object, { readonly page: number; area: PageArea } | 'several pages'>();

  add(figure: Element, page: number, [left, bottom, right, top]: PageArea): void {
    const known = this.#areas.get(figure);
    if (known === undefined) this.#areas.set(figure, { page, area: [left, bottom, right, top] });
    else if (known === 'several pages') return;
    else if (known.page !== page) this.#areas.set(figure, 'several pages');
    else {
      const { area } = known;
      known.area = [Math.min(area[0], left), Math.min(area[1], bottom), Math.max(area[2], right), Math.max(area[3], top)];
    }
  }

  /** The area that a figure covers; undefined: it stands on several pages, or covers nothing. */
  of(figure: object): PageArea | undefined {
    const known = this.#areas.get(figure);
    return known === undefined || known === 'several pages' ? undefined : known.area;
  }
}
