// Reads the normal form of an SVG, which the library makes: elements `g`, `path` and `image` without styles, and gradients, patterns, clips and masks.
import { type Matrix, multiply, transform } from '../../vector/matrix.ts';
import { type Extent, extentOfPath, type Path, transformPath } from '../../vector/path.ts';
import { caps, joins } from '../../vector/stroke-ends.ts';
import type { Drawing, DrawingPart, DrawnPath, Fill, Mask, PathStroke } from '../drawing.ts';
import { invalidImage } from '../image-error.ts';
import type { ImageSource } from '../image-source.ts';
import { matrixOf, numberOf, numbersOf, pathOf, targetOf } from './attributes.ts';
import { fitBox } from './fit-box.ts';
import { countParts, layTiles } from './lay-tiles.ts';
import { groupOf, rectangle } from './parts.ts';
import { type KnownStops, readGradient } from './read-gradient.ts';
import type { SvgElement } from './tree.ts';

/** Opens the picture of a data: URI. Undefined: it cannot be drawn. */
export type OpenInner = (uri: string) => ImageSource | undefined;

/** The longer side of a drawing. Content has two decimals, so coordinates are ten times as fine as a point on the largest sheet. */
const longerSide = 1000;
/** Groups within groups. */
const mostLevels = 100;
const mostParts = 50_000;
/** Parts of the tiles that are drawn one by one, for one area. More are left to the viewer. */
const mostTiles = 2000;

const identity: Matrix = [1, 0, 0, 1, 0, 0];

const keptColors = '1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0';

/** Whether a step of a filter hands on the picture as it is. */
const keepsColors = ({ name, attributes }: SvgElement): boolean =>
  name === 'feColorMatrix' && attributes.type === 'matrix' && attributes.values === keptColors;

/** `width` and `height`: as the library gives them, in px. Raises ASSET_INVALID with the name of what cannot be drawn. */
export function readDrawing(
  root: SvgElement,
  size: { readonly width: number; readonly height: number },
  openInner: OpenInner,
): Drawing {
  return new DrawingReader(root, openInner).read(size);
}

class DrawingReader {
  readonly #root: SvgElement;
  readonly #openInner: OpenInner;
  readonly #named = new Map<string, SvgElement>();
  readonly #knownStops: KnownStops = new Map();
  #count = 0;
  #depth = 0;
  #tilesLeft = 10 * mostTiles;
  #level = 0;

  constructor(root: SvgElement, openInner: OpenInner) {
    this.#root = root;
    this.#openInner = openInner;
    for (const { name, children } of root.children) {
      if (name !== 'defs') continue;
      for (const child of children) if (child.attributes.id !== undefined) this.#named.set(child.attributes.id, child);
    }
  }

  read({ width, height }: { readonly width: number; readonly height: number }): Drawing {
    const scale = longerSide / Math.max(width, height);
    const place = { x: 0, y: 0, width: width * scale, height: height * scale };
    const parts = this.#readAll(this.#root, fitBox(this.#root, place));
    return { width: place.width, height: place.height, parts, depth: this.#depth };
  }

  #readAll({ children }: SvgElement, matrix: Matrix): readonly DrawingPart[] {
    this.#level++;
    if (this.#level > mostLevels) throw invalidImage(`nests more than ${mostLevels} groups, clips and masks`);
    const parts = children.flatMap((child) => this.#read(child, matrix));
    this.#level--;
    return parts;
  }

  /** `matrix`: from the coordinates around an element to those of the drawing. */
  #read(element: SvgElement, outer: Matrix): readonly DrawingPart[] {
    if (element.name === 'defs' || isHidden(element)) return [];
    this.#countPart();
    const own = matrixOf(element);
    const matrix = own ? multiply(own, outer) : outer;
    if (element.name === 'path') return this.#readPath(element, matrix);
    if (element.name === 'image') return this.#readPicture(element, matrix);
    return this.#readGroup(element, matrix);
  }

  /** Clips, masks and patterns are drawn anew for each part that they are used for. */
  #countPart(weight = 1): void {
    this.#count += weight;
    if (this.#count > mostParts)
      throw invalidImage(`draws more than ${mostParts} parts, those of its clips, masks and patterns counted each time`);
  }

  #readGroup(element: SvgElement, matrix: Matrix): readonly DrawingPart[] {
    const { attributes } = element;
    const parts = this.#filter(element, matrix);
    if (parts.length === 0) return parts;
    const [, mode = 'normal'] = /mix-blend-mode:\s*([a-z-]+)/.exec(attributes.style ?? '') ?? [];
    const looks = {
      opacity: numberOf(element, 'opacity', 1),
      blend: mode === 'normal' ? undefined : toBlendMode(mode),
      isIsolated: /isolation:\s*isolate/.test(attributes.style ?? ''),
    };
    const clip = targetOf(element, 'clip-path');
    const mask = targetOf(element, 'mask');
    const isPlain = looks.opacity >= 1 && !looks.blend && !looks.isIsolated;
    if (isPlain && clip === undefined && mask === undefined) return parts;
    const box = () => extentOf(element, identity);
    const clipped = clip === undefined ? parts : this.#clip(parts, clip, matrix, box);
    const masked = mask === undefined ? clipped : this.#mask(clipped, mask, matrix, box);
    return isPlain || masked.length === 0 ? masked : [groupOf(masked, looks)];
  }

  /** The content of a group. A filter that keeps all colours, as Illustrator writes it into masks, cuts its content to its area. */
  #filter(element: SvgElement, matrix: Matrix): readonly DrawingPart[] {
    if (element.attributes.filter === undefined) return this.#readAll(element, matrix);
    const filter = this.#named.get(targetOf(element, 'filter') ?? '');
    if (!filter || filter.children.length === 0 || !filter.children.every(keepsColors))
      throw invalidImage(this.#explainFilter(element));
    const parts = this.#readAll(element, matrix);
    if (parts.length === 0) return parts;
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((side) => numberOf(filter, side, 0));
    return [groupOf(parts, { clips: [{ path: rectangle(x!, y!, width!, height!, matrix), rule: 'nonzero' }] })];
  }

  #explainFilter(element: SvgElement): string {
    const filter = this.#named.get(targetOf(element, 'filter') ?? '');
    const steps = [...new Set(filter?.children.map(({ name }) => name))].join(', ');
    const named = element.attributes.id ?? element.children[0]?.attributes.id;
    const place = named === undefined ? '' : ` of the element "${named}"`;
    return `uses the filter "${filter?.attributes.id ?? ''}"${place}${steps && ` (${steps})`}, and filters are no vectors. Remove it, or save the drawing as PNG`;
  }

  /** `box`: the box of the element, in whose measure the coordinates of a clip may be. */
  #clip(parts: readonly DrawingPart[], id: string, matrix: Matrix, box: () => Extent | undefined): readonly DrawingPart[] {
    const clip = this.#named.get(id);
    if (!clip) return parts;
    const own = matrixOf(clip);
    const inside = this.#placeOf(clip, 'clipPathUnits', own ? multiply(own, matrix) : matrix, box);
    if (!inside) return [];
    const outer = targetOf(clip, 'clip-path');
    const rest = outer === undefined ? parts : this.#clip(parts, outer, matrix, box);
    if (rest.length === 0) return rest;
    const areas = clip.children.flatMap((child) => this.#clipAreas(child, inside));
    const [first] = areas;
    if (!first) return [];
    if (areas.length === 1 && first.clip === undefined) return [groupOf(rest, { clips: [first] })];
    const joined = joinAreas(areas);
    if (joined) return [groupOf(rest, { clips: [joined] })];
    // Areas that lie over each other by different rules, or with clips of their own, are painted as a mask.
    const painted = areas.flatMap(({ path, rule, clip, matrix: place }): readonly DrawingPart[] => {
      const area: DrawnPath = { kind: 'path', path, rule, fill: { paint: '#ffffff', opacity: 1 }, stroke: undefined };
      return clip === undefined ? [area] : this.#clip([area], clip, place, () => extentOfPath(path));
    });
    return [groupOf(rest, { mask: { kind: 'alpha', parts: painted } })];
  }

  #clipAreas(element: SvgElement, outer: Matrix): readonly ClipArea[] {
    if (isHidden(element)) return [];
    this.#countPart();
    const own = matrixOf(element);
    const matrix = own ? multiply(own, outer) : outer;
    const clip = targetOf(element, 'clip-path');
    // Text and what has a clip of its own is a group. Neither has two clips.
    if (element.name === 'g')
      return element.children
        .flatMap((child) => this.#clipAreas(child, matrix))
        .map((area) => ({ ...area, clip: clip ?? area.clip }));
    const rule = element.attributes['clip-rule'] === 'evenodd' ? 'evenodd' : 'nonzero';
    return [{ path: transformPath(pathOf(element.attributes.d ?? ''), matrix), rule, clip, matrix }];
  }

  #mask(parts: readonly DrawingPart[], id: string, matrix: Matrix, box: () => Extent | undefined): readonly DrawingPart[] {
    const mask = this.#named.get(id);
    if (!mask) return parts;
    const content = this.#placeOf(mask, 'maskContentUnits', matrix, box);
    const isWhole = mask.attributes.maskUnits === 'userSpaceOnUse';
    const area = isWhole ? matrix : unitBox(box(), matrix);
    if (!content || !area) return [];
    const [x, y] = [numberOf(mask, 'x', -0.1), numberOf(mask, 'y', -0.1)];
    const region = rectangle(x, y, numberOf(mask, 'width', 1.2), numberOf(mask, 'height', 1.2), area);
    const painted = [groupOf(this.#readAll(mask, content), { clips: [{ path: region, rule: 'nonzero' }] })];
    const outer = targetOf(mask, 'mask');
    const kind = mask.attributes['mask-type'] === 'alpha' ? 'alpha' : 'luminance';
    const masked: Mask = { kind, parts: outer === undefined ? painted : this.#mask(painted, outer, matrix, box) };
    return [groupOf(parts, { mask: masked })];
  }

  /** From the coordinates of the content of a clip, mask or pattern to those of the drawing. Undefined: the box has no size. */
  #placeOf(element: SvgElement, units: string, matrix: Matrix, box: () => Extent | undefined): Matrix | undefined {
    return element.attributes[units] === 'objectBoundingBox' ? unitBox(box(), matrix) : matrix;
  }

  #readPath(element: SvgElement, matrix: Matrix): readonly DrawingPart[] {
    const { attributes } = element;
    const path = pathOf(attributes.d ?? '');
    const box = () => extentOfPath(path);
    const rule = attributes['fill-rule'] === 'evenodd' ? 'evenodd' : 'nonzero';
    // Viewers of PDF draw the area of a line, which has none, as a thin line.
    const fill = /[CL]{2}|C/.test(path.ops) ? this.#fillOf(element, 'fill', matrix, box) : undefined;
    const line = this.#fillOf(element, 'stroke', matrix, box);
    const drawn = transformPath(path, matrix);
    const area = fill ? this.#fill({ kind: 'path', path: drawn, rule, fill, stroke: undefined }, fill) : [];
    const edge = line ? this.#stroke(element, { path, drawn, rule }, line, matrix) : [];
    const first = area[0];
    const only = edge[0];
    if (attributes['paint-order'] === 'stroke') return [...edge, ...area];
    // Most paths have plain colours: one part.
    if (first?.kind === 'path' && only?.kind === 'path' && only.stroke!.opacity >= 1) return [{ ...first, stroke: only.stroke }];
    return [...area, ...edge];
  }

  #stroke(
    element: SvgElement,
    { path, drawn, rule }: { readonly path: Path; readonly drawn: Path; readonly rule: DrawnPath['rule'] },
    line: PaintOfPath,
    matrix: Matrix,
  ): readonly DrawingPart[] {
    const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    if (scale === 0) return [];
    const pen = penOf(element, scale);
    const stroke: PathStroke = { ...pen, paint: line.paint, opacity: line.opacity };
    if (isSimilar(matrix)) return this.#paint({ kind: 'path', path: drawn, rule, fill: undefined, stroke }, line);
    // The pen is stretched with the path: the path is scaled evenly, and a matrix does the rest.
    const even: Matrix = [scale, 0, 0, scale, 0, 0];
    const rest = multiply([1 / scale, 0, 0, 1 / scale, 0, 0], matrix);
    const again = this.#fillOf(element, 'stroke', even, () => extentOfPath(path));
    if (!again) return [];
    const inner = { ...stroke, paint: again.paint };
    const parts = this.#paint({ kind: 'path', path: transformPath(path, even), rule, fill: undefined, stroke: inner }, again);
    return [groupOf(parts, { matrix: rest })];
  }

  /** Viewers round the size of tiles to their pixels: tiles that are not too many are drawn one by one. */
  #fill(path: DrawnPath, fill: PaintOfPath): readonly DrawingPart[] {
    const { paint, opacity } = fill;
    const tiles =
      typeof paint === 'object' && paint.kind === 'tiling'
        ? layTiles(paint, path.path, Math.min(mostTiles, this.#tilesLeft))
        : undefined;
    if (!tiles) return this.#paint(path, fill);
    this.#tilesLeft -= countParts(tiles);
    return [groupOf(tiles, { clips: [{ path: path.path, rule: path.rule }], opacity })];
  }

  /** A path whose gradient has half transparent colours is painted through a mask. */
  #paint(path: DrawnPath, { veil }: PaintOfPath): DrawingPart[] {
    if (!veil) return [path];
    const opaque = { ...path };
    const through = (one: Fill | undefined) => one && { ...one, paint: veil, opacity: 1 };
    const mask: DrawnPath = {
      ...path,
      fill: through(path.fill),
      stroke: path.stroke && { ...path.stroke, paint: veil, opacity: 1 },
    };
    return [groupOf([opaque], { mask: { kind: 'luminance', parts: [mask] } })];
  }

  #fillOf(element: SvgElement, name: 'fill' | 'stroke', matrix: Matrix, box: () => Extent | undefined): PaintOfPath | undefined {
    const value = element.attributes[name] ?? 'none';
    if (value === 'none') return undefined;
    const opacity = numberOf(element, `${name}-opacity`, 1);
    if (opacity <= 0) return undefined;
    const target = targetOf(element, name);
    if (target === undefined) return { paint: value, opacity };
    const server = this.#named.get(target);
    if (!server) return undefined;
    const extent = box();
    if (!extent) return undefined;
    if (server.name === 'pattern') return this.#readPattern(server, opacity, matrix, extent);
    const reach =
      name === 'stroke'
        ? grow(extent, numberOf(element, 'stroke-width', 1) * Math.max(1, numberOf(element, 'stroke-miterlimit', 4)))
        : extent;
    const gradient = readGradient(server, { matrix, box: extent, reach }, this.#knownStops);
    if (!gradient) return undefined;
    // Gradients that repeat have many colours.
    this.#countPart(typeof gradient.paint === 'string' ? 0 : gradient.paint.stops.length / 20);
    return { ...gradient, opacity };
  }

  #readPattern(pattern: SvgElement, opacity: number, matrix: Matrix, box: Extent): PaintOfPath | undefined {
    const own = matrixOf(pattern, 'patternTransform');
    const inUser = pattern.attributes.patternUnits === 'userSpaceOnUse';
    const place = own ? multiply(own, matrix) : matrix;
    const [wide, high] = [box.right - box.left, box.bottom - box.top];
    const measure = inUser ? identity : ([wide, 0, 0, high, box.left, box.top] as const);
    const [x, y] = transform(measure, numberOf(pattern, 'x', 0), numberOf(pattern, 'y', 0));
    const width = numberOf(pattern, 'width', 0) * (inUser ? 1 : wide);
    const height = numberOf(pattern, 'height', 0) * (inUser ? 1 : high);
    if (!(width > 0 && height > 0)) return undefined;
    const scale = longerSide / Math.max(width, height);
    const tile = { x: 0, y: 0, width: width * scale, height: height * scale };
    const isBoxed = pattern.attributes.patternContentUnits === 'objectBoundingBox';
    // The origin of the content is the corner of the tile, as browsers draw it.
    const content: Matrix = pattern.attributes.viewBox
      ? fitBox(pattern, tile)
      : multiply(isBoxed ? [wide, 0, 0, high, 0, 0] : identity, [scale, 0, 0, scale, 0, 0]);
    const parts = this.#readAll(pattern, content);
    if (parts.length === 0) return undefined;
    const toDrawing = multiply([1 / scale, 0, 0, 1 / scale, x, y], place);
    return { opacity, paint: { kind: 'tiling', width: tile.width, height: tile.height, parts, matrix: toDrawing } };
  }

  #readPicture(element: SvgElement, matrix: Matrix): readonly DrawingPart[] {
    const uri = (element.attributes['xlink:href'] ?? '').replace(/\s/g, '');
    const picture = this.#openInner(uri);
    if (!picture) return [];
    const area = {
      x: numberOf(element, 'x', 0),
      y: numberOf(element, 'y', 0),
      width: numberOf(element, 'width', 0),
      height: numberOf(element, 'height', 0),
    };
    const { drawing } = picture;
    if (drawing) this.#depth = Math.max(this.#depth, drawing.depth + 1);
    const { width, height } = drawing ?? picture;
    const size = `0 0 ${width} ${height}`;
    const fit = multiply(fitBox({ ...element, attributes: { ...element.attributes, viewBox: size } }, area), matrix);
    const whole = { path: rectangle(0, 0, width, height, identity), rule: 'nonzero' } as const;
    const parts: readonly DrawingPart[] = drawing
      ? [groupOf(drawing.parts, { matrix: fit, clips: [whole] })]
      : [{ kind: 'picture', image: picture, matrix: multiply([width, 0, 0, height, 0, 0], fit) }];
    const isCut = / slice$/.test(element.attributes.preserveAspectRatio ?? '');
    if (!isCut) return parts;
    return [groupOf(parts, { clips: [{ path: rectangle(area.x, area.y, area.width, area.height, matrix), rule: 'nonzero' }] })];
  }
}

interface ClipArea {
  readonly path: Path;
  readonly rule: DrawnPath['rule'];
  /** The name of a clip of its own. */
  readonly clip: string | undefined;
  readonly matrix: Matrix;
}

/** `veil`: the opacity of a gradient with half transparent colours, as a gradient of grays. */
export type PaintOfPath = Fill & { readonly veil?: string | Exclude<Fill['paint'], string> };

/** Areas beside each other as one. Undefined: they touch, or have different rules or clips of their own. */
function joinAreas(areas: readonly ClipArea[]): ClipArea | undefined {
  const [first] = areas;
  if (!first || areas.some(({ clip, rule }) => clip !== undefined || rule !== first.rule)) return undefined;
  const boxes = areas.flatMap(({ path }) => extentOfPath(path) ?? []);
  const isApart = boxes.every((one, i) =>
    boxes.every(
      (other, k) =>
        k <= i || one.right < other.left || other.right < one.left || one.bottom < other.top || other.bottom < one.top,
    ),
  );
  if (!isApart) return undefined;
  const path = { ops: areas.map(({ path: { ops } }) => ops).join(''), points: areas.flatMap(({ path: { points } }) => points) };
  return { ...first, path };
}

function penOf(element: SvgElement, scale: number): Omit<PathStroke, keyof Fill> {
  const { attributes } = element;
  // PDF draws no dash without a length, unless its ends are round.
  const least = attributes['stroke-linecap'] === 'square' ? 0.02 : 0;
  return {
    width: numberOf(element, 'stroke-width', 1) * scale,
    dash: numbersOf(attributes['stroke-dasharray'] ?? '').map((one) => Math.max(one * scale, least)),
    dashOffset: numberOf(element, 'stroke-dashoffset', 0) * scale,
    cap: caps.find((cap) => cap === attributes['stroke-linecap']) ?? 'butt',
    join: joins.find((join) => join === attributes['stroke-linejoin']) ?? 'miter',
    miterLimit: numberOf(element, 'stroke-miterlimit', 4),
  };
}

/** The matrix keeps angles: a pen stays round. */
function isSimilar([a, b, c, d]: Matrix): boolean {
  const size = a * a + b * b + c * c + d * d;
  return Math.abs(a * a + b * b - c * c - d * d) <= 1e-4 * size && Math.abs(a * c + b * d) <= 1e-4 * size;
}

const isHidden = ({ attributes }: SvgElement): boolean =>
  attributes.visibility === 'hidden' || attributes.visibility === 'collapse';

/** From the unit square of a box. Undefined: the box has no size. */
function unitBox(box: Extent | undefined, matrix: Matrix): Matrix | undefined {
  if (!box || box.right <= box.left || box.bottom <= box.top) return undefined;
  return multiply([box.right - box.left, 0, 0, box.bottom - box.top, box.left, box.top], matrix);
}

const grow = ({ left, top, right, bottom }: Extent, by: number): Extent => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** The box around the areas of an element, without the widths of strokes. */
function extentOf(element: SvgElement, outer: Matrix): Extent | undefined {
  const path =
    element.name === 'path'
      ? pathOf(element.attributes.d ?? '')
      : element.name === 'image'
        ? rectangle(
            numberOf(element, 'x', 0),
            numberOf(element, 'y', 0),
            numberOf(element, 'width', 0),
            numberOf(element, 'height', 0),
            identity,
          )
        : undefined;
  if (path) return extentOfPath(transformPath(path, outer));
  return element.children
    .map((child) => {
      const own = matrixOf(child);
      return extentOf(child, own ? multiply(own, outer) : outer);
    })
    .reduce((all, one) => {
      if (!all || !one) return all ?? one;
      return {
        left: Math.min(all.left, one.left),
        top: Math.min(all.top, one.top),
        right: Math.max(all.right, one.right),
        bottom: Math.max(all.bottom, one.bottom),
      };
    }, undefined);
}

/** `color-dodge` is `ColorDodge` in PDF. */
const toBlendMode = (mode: string): string => mode.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
