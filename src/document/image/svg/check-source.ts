// Looks through an SVG as it was written, before the library reads it: for its bounds, and for parts that would be lost or drawn otherwise.
import { counted } from '../../../words/counts.ts';
import { readXml } from '../../../xml/read-xml.ts';
import { invalidImage } from '../image-error.ts';

const mostBytes = 1_000_000;
/** Elements that `use` draws again count each time. */
const mostElements = 20_000;
const mostLevels = 64;
/** Characters of attributes, those that `use` draws again counted each time. */
const mostText = 10_000_000;
/** CSS rules times elements: each rule is tried on each element. */
const mostMatches = 3_000_000;
const longestEntity = 10_000;

export interface SvgFacts {
  /** The drawing without declarations of entities. */
  readonly text: string;
  readonly hasText: boolean;
  /** The characters of its texts, each once. */
  readonly letters: string;
  /** Families that its texts name first. */
  readonly families: ReadonlySet<string>;
  /** The `data:` URIs of its pictures. */
  readonly pictures: readonly string[];
  /** Parts that are left out or drawn differently, as clauses after "the drawing". */
  readonly doubts: readonly string[];
}

/** Elements that cannot be left out without changing the picture, with the words of the message about each. */
const refused: Readonly<Record<string, string>> = {
  foreignObject: 'holds HTML in a `foreignObject`, which cannot be drawn. Save it with text as text or as outlines',
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

const generic: ReadonlySet<string> = new Set(['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'system-ui', 'inherit']);

/** Functions of colours that the library does not know, and opacity after a slash. */
const newColor = /(?:^|[\s:;"'])((?:ok)?(?:lab|lch)|hwb|color|color-mix|light-dark|(?:rgb|hsl)a?(?=\([^)]*\/))\(/i;

interface Open {
  readonly name: string;
  readonly id: string | undefined;
  /** Elements in it, itself included, and the targets of its `use`. */
  count: number;
  /** Characters of their attributes. */
  text: number;
  /** Names of what it draws again, cuts or masks with: `#id`, and `.class` for what the rules of a class name. */
  readonly uses: string[];
  /** Of a `switch`: one of its children is drawn. */
  readonly isSwitch: boolean;
}

/** Raises ASSET_INVALID for what is not SVG, is beyond a bound, or cannot be drawn. */
export function checkSource(bytes: Uint8Array): SvgFacts {
  if (bytes.length > mostBytes) throw invalidImage(`is an SVG of more than ${mostBytes} bytes`);
  const text = expandEntities(decode(bytes));
  const doubts = new Set<string>();
  const families = new Set<string>();
  const pictures: string[] = [];
  const letters = new Set<string>();
  const named = new Map<string, Open>();
  const ofClass = new Map<string, readonly string[]>();
  const open: Open[] = [];
  let [count, rules, hasText, root] = [0, 0, false, ''];
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
    if (/font-variant-caps\s*:[^;}]*small-caps/.test(style))
      doubts.add('has small capitals by `font-variant-caps`, which has no effect: write `font-variant: small-caps`');
  };
  const reader = readXml({
    open({ name: full, attributes }) {
      const name = full.replace(/^\w+:/, '');
      root ||= name;
      if (++count > mostElements) throw invalidImage(`is an SVG with more than ${mostElements} elements`);
      if (open.length >= mostLevels) throw invalidImage(`is an SVG whose elements nest deeper than ${mostLevels} levels`);
      const around = open.at(-1);
      const written = Object.values(attributes).join(' ');
      const one: Open = {
        name,
        id: attributes.id,
        count: 1,
        text: written.length,
        uses: [],
        isSwitch: name === 'switch',
      };
      if (attributes.id !== undefined) named.set(`#${attributes.id}`, one);
      open.push(one);
      if (Object.hasOwn(refused, name) && !around?.isSwitch) throw invalidImage(refused[name]!);
      if (Object.hasOwn(dropped, name)) doubts.add(`has ${dropped[name]}, which are left out`);
      if (Object.keys(attributes).some((key) => /^on[a-z]/.test(key))) doubts.add('has scripts, which are left out');
      if (name === 'text') {
        hasText = true;
        // The library writes one look of such a text.
        if (open.some(({ name: outer }) => outer === 'clipPath'))
          doubts.add('cuts by the shape of a text, of which parts may be lost: save the text as outlines');
      }
      const target = attributes.href ?? attributes['xlink:href'];
      if (name === 'use' && target?.startsWith('#')) one.uses.push(target);
      else if ((name === 'use' || name === 'image') && target !== undefined && !/^(?:#|data:)/.test(target.trim()))
        doubts.add(`names another file, ${JSON.stringify(target.slice(0, 60))}, which is left out: put it into the drawing`);
      if (name === 'image' && target?.trim().startsWith('data:')) pictures.push(target.trim());
      if (attributes.transform !== undefined && /transform-origin\b/.test(`${Object.keys(attributes)} ${attributes.style}`))
        doubts.add('turns parts about a point of their own (`transform-origin`), which is left out: save it with plain matrices');
      if (/\bcontext-(?:fill|stroke)\b/.test(written))
        doubts.add('has marks in the colour of their lines (`context-stroke`), which are drawn black');
      lookAtColors(written);
      if (attributes['font-family'] !== undefined) addFamilies(attributes['font-family'], families);
      if (attributes.style !== undefined) lookAtStyle(attributes.style);
      if (written.includes('url(')) one.uses.push(...targetsIn(written));
      for (const word of attributes.class?.split(/\s+/) ?? []) if (word !== '') one.uses.push(`.${word}`);
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
      const one = open.pop()!;
      const around = open.at(-1);
      if (!around) all = one;
      else {
        around.count += one.count;
        around.text += one.text;
        around.uses.push(...one.uses);
      }
    },
    text(piece) {
      if (piece.trim() !== '' && open.some(({ name }) => name === 'flowRoot'))
        doubts.add('has flowed text (`flowRoot`), which is left out: in Inkscape, choose Text, Convert to Text');
      if (open.some(({ name }) => name === 'text')) for (const letter of piece) letters.add(letter);
      if (open.at(-1)?.name !== 'style') return;
      rules += piece.split('{').length - 1;
      for (const [, selector, body] of piece.matchAll(/([^{}]*)\{([^{}]*)/g)) {
        const targets = targetsIn(body!);
        const classes = selector!.match(/\.[\w-]+/g);
        if (targets.length > 0 && !classes && /clip-path|mask/.test(body!))
          throw invalidImage('is an SVG whose CSS cuts or masks elements without a class');
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
  if (rules * count > mostMatches)
    throw invalidImage(`is an SVG with ${counted(rules, 'CSS rule')} for ${counted(count, 'element')}, which is too much`);
  const drawn = all && countDrawn(all, named, ofClass);
  if (drawn && (drawn.count > mostElements || drawn.text > mostText))
    throw invalidImage(
      `is an SVG that draws too much again, with \`use\`, clips, masks or patterns: more than ${mostElements} elements, or ${mostText} characters`,
    );
  return { text, hasText, letters: [...letters].join(''), families, pictures, doubts: [...doubts] };
}

/** UTF-8, or UTF-16 with its mark. */
function decode(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
}

/** Replaces the entities that the document declares, as Illustrator does for names. One that holds others is refused: such nests can grow without bounds. */
function expandEntities(text: string): string {
  const subset = /<!DOCTYPE[^[>]*\[([^\]]*)\]\s*>/i.exec(text);
  if (!subset) return text;
  const values = new Map<string, string>();
  for (const [, name, , value] of subset[1]!.matchAll(/<!ENTITY\s+([\w.-]+)\s+(["'])(.*?)\2\s*>/gs)) {
    if (/&(?!#|(?:amp|lt|gt|quot|apos);)/.test(value!) || value!.length > longestEntity)
      throw invalidImage(`is an SVG whose entity "${name}" holds others or is too long`);
    values.set(name!, value!);
  }
  let length = 0;
  return text.replace(subset[0], '').replace(/&([A-Za-z][\w.-]*);/g, (whole, name: string) => {
    const value = values.get(name);
    length += value?.length ?? 0;
    if (length > 10 * mostBytes) throw invalidImage('is an SVG whose entities grow too large');
    return value ?? whole;
  });
}

/** Counts the drawn elements. The content of a `use`, a clip, a mask or a pattern counts each time. A `use` that contains itself draws nothing. */
function countDrawn(
  root: Open,
  named: ReadonlyMap<string, Open>,
  ofClass: ReadonlyMap<string, readonly string[]>,
): Pick<Open, 'count' | 'text'> {
  const known = new Map<Open, Pick<Open, 'count' | 'text'>>();
  const count = (one: Open): Pick<Open, 'count' | 'text'> => {
    const found = known.get(one);
    if (found) return found;
    known.set(one, { count: 0, text: 0 });
    const sum = { count: one.count, text: one.text };
    for (const id of one.uses.flatMap((use) => (use.startsWith('.') ? (ofClass.get(use) ?? []) : use))) {
      const target = named.get(id);
      // A gradient is read once.
      const inner = target && !target.name.endsWith('Gradient') ? count(target) : { count: 0, text: 0 };
      sum.count += inner.count;
      sum.text += inner.text;
    }
    known.set(one, sum);
    return sum;
  };
  return count(root);
}

/** The targets of `url(#id)`, as `#id`. */
const targetsIn = (text: string): readonly string[] =>
  [...text.matchAll(/url\(\s*["']?(#[^"')\s]+)/g)].map(([, target]) => target!);

function addFamilies(names: string, families: Set<string>): void {
  const first = names
    .split(',')[0]!
    .trim()
    .replace(/^["']|["']$/g, '');
  if (first !== '' && !generic.has(first.toLowerCase())) families.add(first);
}
