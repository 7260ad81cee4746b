// Elements and entities of HTML that people write into texts.
import { inSmallLetters, otherNames } from './other-names.ts';

/** Elements of HTML in text, each with what to write. Words that templates print in angle brackets, such as `<code>` and `<title>`, are left out. */
const elements: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['b strong', '**…** with "format": "inline", or "bold": true'],
    ['i em', '*…* with "format": "inline", or "italic": true'],
    ['a', '[text](address) with "format": "inline", or "link": "address"'],
    ['br', '"\\n", or a list of lines'],
    ['u ins', '[text]{.style} with "format": "inline" and a style with "underline": true'],
    ['s del strike', '[text]{.style} with "format": "inline" and a style with "strike": true'],
    ['sup sub', '~…~ or ^…^ with "format": "inline"'],
    ['span font small big', '[text]{.style} with "format": "inline", or properties such as "size" and "color"'],
    ['center', '"align": "center"'],
    ['p div h1 h2 h3 h4 h5 h6 ul ol li table tr td th hr img blockquote', 'a component for each part'],
  ].flatMap(([names, advice]) => names!.split(' ').map((name) => [name, advice!])),
);

export const elementNames: readonly string[] = Object.keys(elements);

/** What to write for an element. */
export const adviseElement = otherNames(elements, inSmallLetters);

/** Common entities of HTML. Letters with an accent are read by their names: `uuml`, `Eacute`. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bull: '•',
  cent: '¢',
  copy: '©',
  deg: '°',
  emsp: '\u2003',
  ensp: '\u2002',
  euro: '€',
  frac12: '½',
  frac14: '¼',
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  minus: '−',
  nbsp: '\u00a0',
  ndash: '–',
  permil: '‰',
  plusmn: '±',
  pound: '£',
  quot: '"',
  raquo: '»',
  rarr: '→',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  sect: '§',
  shy: '\u00ad',
  sup2: '²',
  sup3: '³',
  szlig: 'ß',
  thinsp: '\u2009',
  times: '×',
  trade: '™',
  yen: '¥',
};
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  cedil: '\u0327',
  circ: '\u0302',
  grave: '\u0300',
  ring: '\u030a',
  tilde: '\u0303',
  uml: '\u0308',
};

/** The character of an entity. Undefined: no entity has this name. */
export function entityOfName(name: string): string | undefined {
  if (Object.hasOwn(entities, name)) return entities[name];
  const [, letter, accent = ''] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? [];
  const composed = Object.hasOwn(accents, accent) ? `${letter}${accents[accent]}`.normalize('NFC') : '';
  return composed.length === 1 ? composed : undefined;
}
