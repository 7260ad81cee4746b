// Looks through an SVG as it was written, before the library reads it: for its bounds, and for parts that would be lost or drawn otherwise.
import { counted, grouped } from '../../../words/counts.ts';
import { readXml } from '../../../xml/read-xml.ts';
import { invalidImage } from '../image-error.ts';
import { sizeSymbols } from './size-symbols.ts';

const mostBytes = 1_000_000;
/** Elements that `use` draws again count each time. */
const mostElements = 20_000;
const mostLevels = 64;
/** Levels of elements with those that `use`, clips and masks lead to. */
const mostDrawnLevels = 500;
/** Characters of attributes, those that `use` draws again counted each time. */
const mostText = 10_000_000;
/** Selectors and declarations of CSS. The library takes the square of their number. */
const mostDeclarations = 5000;
/** Selectors and declarations times elements: each rule is tried on each element. */
const mostMatches = 10_000_000;
/** Work of the library, in units that take about a microsecond. What `use` draws again counts each time. */
const mostWork = 600_000;
const longestEntity = 10_000;
/** Characters of a value that the library writes again for each element that inherits it. */
const longestValue = 500;
const inherited = /^(?:fill|stroke|stroke-dasharray|font-family|filter|mask|clip-path|marker(?:-\w+)?)$/;
const inheritedInStyle =
  /(?:^|[{;\s])(?:fill|stroke|stroke-dasharray|font-family|filter|mask|clip-path|marker(?:-\w+)?)\s*:([^;}]*)/g;

export interface SvgFacts {
  /** The drawing without declarations of entities. */
  readonly text: string;
  readonly hasText: boolean;
  /** The characters of its texts, each once. */
  readonly letters: string;
  /** Families that its texts name first, and whether each may be a font of fixed width. */
  readonly families: ReadonlyMap<string, boolean>;
  /** The `data:` URIs of its pictures. */
  readonly pictures: readonly string[];
  /** Parts that are left out or drawn differently, as clauses after "the drawing". */
  readonly doubts: readonly string[];
}

/** Elements that cannot be left out without changing the picture, with the words of the message about each. */
const refused: Readonly<Record<string, string>> = {
  foreignObject: 'holds HTML in a `foreignObject`, which cannot be drawn. Save it with text as text or as outlines',
  tref: 'takes a text from elsewhere by `tref`, which browsers do not draw. Write the text in its place',
};

/** Elements and attributes that do something or lead somewhere, and draw nothing. */
const dropped: Readonly<Record<string, string>> = {
  script: 'scripts',
  a: 'links',
  animate: 'animations',
  animateMotion: 'animations',
  animateTransform: 'animations',
  set: 'animations',
  video: 'videos',
  audio: 'sounds',
  iframe: 'frames',
};

const generic: ReadonlySet<string> = new Set(['serif', 'sans-serif', 'cursive', 'fantasy', 'system-ui', 'inherit']);

/** Functions of colours that the library does not know, and opacity after a slash. */
const newColor = /(?:^|[\s:;"'])((?:ok)?(?:lab|lch)|hwb|color|color-mix|light-dark|(?:rgb|hsl)a?(?=\([^()]{0,99}\/))\(/i;

interface Cost {
  /** Elements, itself included. */
  count: number;
  /** Characters of their attributes. */
  text: number;
  /** Units of `mostWork`. */
  work: number;
}

/** `count`, `text` and `work` are those of the element without its children. */
interface Open extends Cost {
  readonly name: string;
  readonly children: Open[];
  /** What it draws again, cuts or masks with: `#id`, and `.class` for what the rules of a class name. */
  readonly uses: Set<string>;
  /** Points of the paths in it. Markers may be drawn at each of them. */
  points: number;
  /** Characters of values that its content inherits. */
  readonly inherited: number;
  /** Whether its spaces are letters. */
  readonly keepsSpace: boolean;
  /** Of a `switch`: one of its children is drawn. */
  readonly isSwitch: boolean;
}

/** Raises ASSET_INVALID for what is not SVG, is beyond a bound, or cannot be drawn. */
export function checkSource(bytes: Uint8Array): SvgFacts {
  if (bytes.length > mostBytes) throw invalidImage(`is an SVG of more than ${mostBytes} bytes`);
  const text = expandEntities(decode(bytes));
  const doubts = new Set<string>();
  const families = new Map<string, boolean>();
  const pictures: string[] = [];
  const letters = new Set<string>();
  const named = new Map<string, Open>();
  const ofClass = new Map<string, readonly string[]>();
  const open: Open[] = [];
  const hasInnerMarkers = /\bmarker(?:-mid)?\s*[:=]/.test(text);
  let [count, declarations, hasText, root] = [0, 0, false, ''];
  // The library shapes letters up to the next absolute position as one chunk, once for each of its spans.
  let [letterCount, spans, isNewSpan] = [0, 0, false];
  const endChunk = (): void => {
    if (letterCount > 0) open.at(-1)!.work += letterCount * (40 + spans + letterCount / 128);
    [letterCount, spans, isNewSpan] = [0, 0, true];
  };
  let all: Open | undefined;
  const lookAtColors = (written: string): void => {
    const [, name] = newColor.exec(written) ?? [];
    if (name !== undefined) doubts.add(`has colours written as \`${name}(…)\`, which are not read: write them as \`#rrggbb\``);
  };
  const lookAtStyle = (style: string): void => {
    lookAtColors(style);
    for (const [, names] of style.matchAll(/font-family\s*:\s*([^;}]+)/g)) addFamilies(names!, families);
    if (/\bvar\(|\bcalc\(/.test(style)) doubts.add('uses CSS variables or `calc()`, which are not worked out');
    if (/@(?:import|font-face|media|keyframes)/.test(style)) doubts.add('has CSS rules with `@`, which are left out');
    if (/(?:^|[;{\s])transform\s*:/.test(style))
      doubts.add('turns or moves parts by CSS, which is left out: write it as the attribute `transform`');
    if (/!\s*important\b/.test(style)) doubts.add('uses `!important`, which is not heeded');
    const [, blend] = /mix-blend-mode\s*:\s*(plus-[a-z]+)/.exec(style) ?? [];
    if (blend !== undefined) doubts.add(`blends parts by \`${blend}\`, which are drawn without blending`);
    if (/font-variant-caps\s*:[^:;}]{0,99}small-caps/.test(style))
      doubts.add('has small capitals by `font-variant-caps`, which has no effect: write `font-variant: small-caps`');
  };
  const reader = readXml({
    open({ name: full, attributes }) {
      const name = full.replace(/^\w+:/, '');
      root ||= name;
      if (++count > mostElements) throw invalidImage(`is an SVG with more than ${mostElements} elements`);
      if (open.length >= mostLevels) throw invalidImage(`is an SVG whose elements nest deeper than ${mostLevels} levels`);
      const around = open.at(-1);
      const names = Object.keys(attributes);
      const written = Object.values(attributes).join(' ');
      const isInText = open.some((outer) => outer.name === 'text');
      if (/^text(?:Path)?$/.test(name) || (isInText && ('x' in attributes || 'y' in attributes))) endChunk();
      isNewSpan = true;
      const styles = attributes.style?.split(';').length ?? 0;
      const one: Open = {
        name,
        children: [],
        uses: new Set(),
        count: 1,
        text: written.length,
        work: names.length ** 2 / 300 + styles ** 2 / 50 + (around?.inherited ?? 0) / 4,
        points: hasInnerMarkers ? ((attributes.d ?? attributes.points)?.match(/[a-z]|[^a-z\s,]+/gi)?.length ?? 1) : 1,
        inherited: (around?.inherited ?? 0) + inheritedLength(attributes),
        keepsSpace: (attributes['xml:space'] ?? (around?.keepsSpace ? 'preserve' : '')) === 'preserve',
        isSwitch: name === 'switch',
      };
      if (attributes.id !== undefined) named.set(`#${attributes.id}`, one);
      open.push(one);
      if (Object.hasOwn(refused, name) && !around?.isSwitch) throw invalidImage(refused[name]!);
      if (Object.hasOwn(dropped, name)) doubts.add(`has ${dropped[name]}, which are left out`);
      if (names.some((key) => /^on[a-z]/.test(key))) doubts.add('has scripts, which are left out');
      if (name === 'text') {
        hasText = true;
        // The library writes one look of such a text.
        if (open.some(({ name: outer }) => outer === 'clipPath'))
          doubts.add('cuts by the shape of a text, of which parts may be lost: save the text as outlines');
      }
      const target = attributes.href ?? attributes['xlink:href'];
      if (/^(?:use|textPath|tref)$/.test(name) && target?.startsWith('#')) one.uses.add(target);
      else if ((name === 'use' || name === 'image') && target !== undefined && !/^(?:#|data:)/.test(target.trim()))
        doubts.add(`names another file, ${JSON.stringify(target.slice(0, 60))}, which is left out: put it into the drawing`);
      if (name === 'image' && target?.trim().startsWith('data:')) pictures.push(target.trim());
      if (attributes.transform !== undefined && /transform-origin\b/.test(`${names} ${attributes.style}`))
        doubts.add('turns parts about a point of their own (`transform-origin`), which is left out: save it with plain matrices');
      if (/\bcontext-(?:fill|stroke)\b/.test(written))
        doubts.add('has marks in the colour of their lines (`context-stroke`), which are drawn black');
      lookAtColors(written);
      if (attributes['font-family'] !== undefined) addFamilies(attributes['font-family'], families);
      if (attributes.style !== undefined) lookAtStyle(attributes.style);
      if (written.includes('url(')) for (const used of targetsIn(written)) one.uses.add(used);
      for (const word of attributes.class?.split(/\s+/) ?? []) if (word !== '') one.uses.add(`.${word}`);
      if (
        name === 'svg' &&
        around &&
        [attributes.width, attributes.height].some((length) => Number.parseFloat(length ?? '') === 0)
      )
        doubts.add('holds an `svg` of no size, which is drawn: leave it out');
      if (attributes['vector-effect'] === 'non-scaling-stroke')
        doubts.add('has lines that do not grow with it (`vector-effect`), which do here');
    },
    close() {
      if (/^text(?:Path)?$/.test(open.at(-1)!.name)) endChunk();
      isNewSpan = true;
      const one = open.pop()!;
      const around = open.at(-1);
      if (!around) all = one;
      else {
        around.children.push(one);
        around.points += one.points;
      }
    },
    text(piece) {
      if (piece.trim() !== '' && open.some(({ name }) => name === 'flowRoot'))
        doubts.add('has flowed text (`flowRoot`), which is left out: in Inkscape, choose Text, Convert to Text');
      if (open.some(({ name }) => name === 'text')) {
        for (const letter of piece) letters.add(letter);
        if (isNewSpan) spans++;
        isNewSpan = false;
        letterCount += open.at(-1)!.keepsSpace ? piece.length : piece.replace(/\s+/g, ' ').length;
      }
      if (open.at(-1)?.name !== 'style') return;
      declarations += piece.match(/[{;,]/g)?.length ?? 0;
      if (declarations > mostDeclarations)
        throw invalidImage(`is an SVG with more than ${mostDeclarations} selectors and declarations of CSS`);
      inheritedLength({ style: piece });
      const blocks = piece.split('{');
      for (const [i, block] of blocks.slice(1).entries()) {
        const selector = blocks[i]!.slice(blocks[i]!.lastIndexOf('}') + 1);
        const body = block.split('}', 1)[0]!;
        const targets = targetsIn(body);
        const classes = selector.match(/\.[\w-]+/g);
        if (targets.length > 0 && !classes && /clip-path|mask|marker/.test(body))
          throw invalidImage('is an SVG whose CSS cuts, masks or marks elements without a class');
        for (const one of classes ?? []) ofClass.set(one, [...(ofClass.get(one) ?? []), ...targets]);
      }
      lookAtStyle(piece);
    },
    fault(message) {
      throw invalidImage(`is a damaged SVG: ${message}`);
    },
  });
  reader.write(text);
  reader.end();
  if (root !== 'svg') throw invalidImage('is no SVG: its outermost element is not `svg`');
  if (declarations * count > mostMatches)
    throw invalidImage(
      `is an SVG with ${grouped(declarations)} selectors and declarations of CSS for ${counted(count, 'element')}, which is too much`,
    );
  const drawn = all && countDrawn(all, named, ofClass);
  if (drawn && (drawn.count > mostElements || drawn.text > mostText))
    throw invalidImage(
      `is an SVG that draws too much again, with \`use\`, clips, masks, patterns or markers: more than ${mostElements} elements, or ${mostText} characters`,
    );
  if (drawn && drawn.work > mostWork)
    throw invalidImage(
      'is an SVG whose texts and styles take too much work: about 10,000 letters are possible. Save its texts as outlines, split long texts, or save it as PNG',
    );
  return { text: sizeSymbols(text), hasText, letters: [...letters].join(''), families, pictures, doubts: [...doubts] };
}

/** UTF-8, or UTF-16 with its mark. */
function decode(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
}

/** Replaces the entities that the document declares, as Illustrator does for names. One that holds others is refused: such nests can grow without bounds. */
function expandEntities(text: string): string {
  // Only the first is looked at: one look at each would take the square of their number.
  const declared = /<!DOCTYPE[^[>]*\[([^\]]*)\]\s*>/iy;
  declared.lastIndex = Math.max(0, text.search(/<!DOCTYPE/i));
  const subset = declared.exec(text);
  if (!subset) return text;
  const values = new Map<string, string>();
  for (const [, name, quoted] of subset[1]!.matchAll(/<!ENTITY\s+([\w.-]+)\s+("[^"]*"|'[^']*')\s*>/g)) {
    const value = quoted!.slice(1, -1);
    if (/&(?!#|(?:amp|lt|gt|quot|apos);)/.test(value) || value.length > longestEntity)
      throw invalidImage(`is an SVG whose entity "${name}" holds others or is too long`);
    values.set(name!, value);
  }
  let length = 0;
  return text.replace(subset[0], '').replace(/&([A-Za-z][\w.-]*);/g, (whole, name: string) => {
    const value = values.get(name);
    length += value?.length ?? 0;
    if (length > 10 * mostBytes) throw invalidImage('is an SVG whose entities grow too large');
    return value ?? whole;
  });
}

/** Adds up the cost of the drawn elements. The content of a `use`, a clip, a mask, a pattern or a marker counts each time. A `use` that contains itself draws nothing. */
function countDrawn(root: Open, named: ReadonlyMap<string, Open>, ofClass: ReadonlyMap<string, readonly string[]>): Cost {
  const known = new Map<Open, Cost>();
  const count = (one: Open, level = 0): Cost => {
    const found = known.get(one);
    if (found) return found;
    if (level > mostDrawnLevels)
      throw invalidImage(`is an SVG whose elements draw each other more than ${mostDrawnLevels} levels deep`);
    const sum: Cost = { count: one.count, text: one.text, work: one.work };
    known.set(one, { count: 0, text: 0, work: 0 });
    const add = (inner: Cost, times: number): void => {
      sum.count += inner.count * times;
      sum.text += inner.text * times;
      sum.work += inner.work * times;
    };
    for (const child of one.children) add(count(child, level + 1), 1);
    const ownWork = sum.work;
    for (const id of [...one.uses].flatMap((use) => (use.startsWith('.') ? (ofClass.get(use) ?? []) : use))) {
      const target = named.get(id);
      // A gradient is read once.
      if (!target || target.name.endsWith('Gradient')) continue;
      const inner = count(target, level + 1);
      add(inner, target.name === 'marker' ? one.points : 1);
      // Each letter along a path looks for its place on the path.
      if (one.name === 'textPath') sum.work += (ownWork * inner.text) / 200_000;
    }
    known.set(one, sum);
    return sum;
  };
  return count(root);
}

/** Characters of the values that the content of an element inherits. Raises ASSET_INVALID for a value that is too long. */
function inheritedLength(attributes: Readonly<Record<string, string>>): number {
  const direct = Object.entries(attributes).filter(([name]) => inherited.test(name));
  const styled = [...(attributes.style ?? '').matchAll(inheritedInStyle)];
  const lengths = [...direct.map(([, value]) => value.length), ...styled.map(([, value]) => value!.length)];
  if (lengths.some((length) => length > longestValue))
    throw invalidImage(`is an SVG with a value of more than ${longestValue} characters for a font, a colour, a dash or the like`);
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** The targets of `url(#id)`, as `#id`. */
const targetsIn = (text: string): readonly string[] =>
  [...text.matchAll(/url\(\s*["']?(#[^"')\s]+)/g)].map(([, target]) => target!);

function addFamilies(names: string, families: Map<string, boolean>): void {
  const first = names
    .split(',')[0]!
    .trim()
    .replace(/^["']|["']$/g, '');
  if (first !== '' && !generic.has(first.toLowerCase())) families.set(first, /\bmonospace\b/i.test(names));
}
