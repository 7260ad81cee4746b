// One rendering under way: what components need beside their scope, and what they report.
import { PdfgenError } from '../../contract/errors.ts';
import type { RenderWarning } from '../../contract/generate.ts';
import type { Scope } from '../expression/types.ts';
import type { ImageSource, Tag } from './fragment.ts';

/** Where in the data a repeated element stands, for messages. */
export interface DataPlace {
  readonly parent: DataPlace | undefined;
  /** The `each` expression. */
  readonly each: string;
  readonly index: number;
}

/** A scope that knows its place in the data and in the document's structure. */
export interface BoundScope extends Scope {
  readonly place: DataPlace | undefined;
  /** What the items made here are part of. */
  readonly tag: Tag | undefined;
  /** The rendering under way. */
  readonly session: Session;
}

export interface RenderLimits {
  readonly maxPages: number;
  readonly maxBoxes: number;
  readonly maxImagePixels: number;
}

/** An image by name or data URI, opened; or why there is none. */
export type ImageLookup = (source: string) => ImageSource | { readonly problem: string };

export class Session {
  readonly limits: RenderLimits;
  readonly findImage: ImageLookup;
  /** The page being filled, from 1; 0 before the first. */
  pageNumber = 0;
  /** Height of the body of that page, in pt. */
  bodyHeight = Number.POSITIVE_INFINITY;
  readonly warnings: RenderWarning[] = [];
  readonly #seen = new Set<string>();
  /** For work that makes no boxes. Raises RENDER_TIMEOUT. */
  readonly checkTime: () => void;
  #boxes = 0;

  constructor(limits: RenderLimits, findImage: ImageLookup, checkTime: () => void) {
    this.limits = limits;
    this.findImage = findImage;
    this.checkTime = checkTime;
  }

  /** Counts one more box against the limits on boxes and time. Raises RENDER_LIMIT, RENDER_TIMEOUT. */
  countBox(): void {
    this.#boxes++;
    if ((this.#boxes & 63) === 0) this.checkTime();
    if (this.#boxes > this.limits.maxBoxes) {
      throw new PdfgenError('RENDER_LIMIT', `The document needs more than ${this.limits.maxBoxes} boxes (limit maxBoxes).`);
    }
  }

  /** For scopes: notes a value that cannot be worked with. */
  readonly warnOfValue = (place: string, message: string, scope: Scope): void =>
    this.warn('no-value', place, (scope as BoundScope).place, message);

  /** Notes a warning, once for each code, component and place in the data; at most 1,000. */
  warn(code: string, component: string, place: DataPlace | undefined, message: string): void {
    const dataPath = place ? pointerOf(place) : null;
    const key = `${code}\n${component}\n${dataPath}`;
    if (this.#seen.has(key) || this.warnings.length >= 1000) return;
    this.#seen.add(key);
    this.warnings.push({ code, component, dataPath, page: this.pageNumber || null, message });
  }
}

/** Notes a warning where only a scope is at hand. Everything that components build has a bound one. */
export function warnAt(scope: Scope, code: string, component: string, message: string): void {
  const { session, place } = scope as BoundScope;
  session.warn(code, component, place, message);
}

/** JSON Pointer of a repeated element, or of the nearest around it that has one; null: none has. */
function pointerOf(place: DataPlace): string | null {
  const steps: string[] = [];
  for (let at: DataPlace | undefined = place; at; at = at.parent) {
    // An expression that is more than a path has no place of its own in the data: what is around it has.
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(at.each.trim())) {
      steps.length = 0;
      continue;
    }
    const path = at.each
      .trim()
      .replace(/^data\./, '')
      .replaceAll('.', '/');
    // An inner `each` begins with the name of the outer element ("l.parts"), which the outer step stands for.
    steps.unshift(at.parent && path.includes('/') ? path.slice(path.indexOf('/') + 1) : path, String(at.index));
  }
  return steps.length === 0 ? null : `/${steps.join('/')}`;
}

/** The scope of one element of a repeated list. */
export function elementScope(scope: BoundScope, each: string, item: unknown, index: number, count: number): BoundScope {
  return {
    data: scope.data,
    locals: [...scope.locals, item],
    loop: { index: index + 1, first: index === 0, last: index === count - 1, count },
    page: scope.page,
    doc: scope.doc,
    format: scope.format,
    place: { parent: scope.place, each, index },
    tag: scope.tag,
    session: scope.session,
    warn: scope.warn,
  };
}
