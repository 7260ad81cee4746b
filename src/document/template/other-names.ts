// Translates names and values of other programs to ours.
import type { JsonSchema } from '../../contract/schema.ts';
import { findNearest, listNames } from '../../words/nearest.ts';
import { at } from './property-schemas.ts';

/**
 * Names of other programs in small letters without hyphens, each with the properties that it may mean. Messages suggest the first property that fits
 * the place.
 */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  // `pdfa` and `pdfua`, without the name of the format.
  a: ['standard'],
  ua: ['standard'],
  afrelationship: ['relationship'],
  alignment: ['align'],
  alternativetext: ['alt'],
  alttext: ['alt'],
  angle: ['rotate'],
  backgroundcolor: ['background', 'fill'],
  bg: ['background', 'fill'],
  bgcolor: ['background', 'fill'],
  breakafter: ['break'],
  breakbefore: ['break'],
  class: ['style'],
  classname: ['style'],
  colour: ['color'],
  cols: ['columns'],
  comment: ['note'],
  condition: ['when'],
  conformance: ['standard'],
  content: ['text', 'cell', 'children', 'value', 'body'],
  contents: ['children', 'body'],
  contenttype: ['mimeType'],
  data: ['each', 'value'],
  datasource: ['each'],
  elements: ['children', 'body'],
  display: ['when'],
  field: ['cell', 'value'],
  file: ['src', 'asset'],
  fillcolor: ['fill', 'background'],
  first: ['start'],
  fontcolor: ['color'],
  fontfamily: ['font'],
  fontsize: ['size'],
  fontstyle: ['italic'],
  format: ['symbology'],
  fontweight: ['bold'],
  foreach: ['each'],
  h: ['height'],
  halign: ['align'],
  hidden: ['when'],
  href: ['link'],
  if: ['when'],
  items: ['each', 'children'],
  kerning: ['features'],
  image: ['src'],
  label: ['header', 'text'],
  language: ['lang'],
  leading: ['lineHeight'],
  linespacing: ['lineHeight'],
  linethrough: ['strike'],
  linewidth: ['stroke'],
  mediatype: ['mimeType'],
  name: ['filename'],
  numbering: ['labels'],
  pagebreakafter: ['break'],
  pagebreakbefore: ['break'],
  pagelabels: ['labels'],
  path: ['src', 'asset'],
  rotation: ['rotate'],
  rowgap: ['gap'],
  rows: ['each'],
  show: ['when'],
  source: ['src'],
  src: ['asset'],
  spacing: ['gap', 'letterSpacing'],
  strikethrough: ['strike'],
  strokewidth: ['stroke'],
  tabledata: ['each'],
  text: ['cell', 'value'],
  textalign: ['align'],
  textcolor: ['color'],
  textdecoration: ['underline'],
  title: ['header'],
  tracking: ['letterSpacing'],
  url: ['src', 'link'],
  value: ['text', 'cell'],
  verticalalign: ['valign'],
  visible: ['when'],
  w: ['width'],
  weight: ['bold'],
};

/** The properties of CSS that cut words, with the text to write here. */
const cutsWords = {
  names: ['overflowwrap', 'wordwrap', 'wordbreak', 'linebreak'],
  property: 'wrap',
  written: '"wrap": "anywhere"',
};

/** Values of other programs, each with the value to write. */
const valueSynonyms: Readonly<Record<string, string>> = {
  // Across and down: CSS has other names.
  middle: 'center',
  center: 'middle',
  centre: 'middle',
  end: 'right',
  'flex-start': 'start',
  'flex-end': 'right',
  'break-all': 'anywhere',
  'break-word': 'anywhere',
  // How the viewer opens: PDF, Prince.
  UseNone: 'none',
  UseOutlines: 'outline',
  UseThumbs: 'thumbnails',
  UseAttachments: 'attachments',
  bookmarks: 'outline',
  'show-bookmarks': 'outline',
  'show-thumbs': 'thumbnails',
  'show-attachments': 'attachments',
  continuous: 'oneColumn',
  'long-edge': 'flipLongEdge',
  'short-edge': 'flipShortEdge',
  // The numbers of pages: PDF, Typst, LaTeX, CSS.
  D: 'decimal',
  R: 'upperRoman',
  r: 'lowerRoman',
  A: 'upperLetters',
  a: 'lowerLetters',
  1: 'decimal',
  I: 'upperRoman',
  i: 'lowerRoman',
  arabic: 'decimal',
  Roman: 'upperRoman',
  roman: 'lowerRoman',
  Alph: 'upperLetters',
  alph: 'lowerLetters',
  'upper-alpha': 'upperLetters',
  'lower-alpha': 'lowerLetters',
  // Permissions: PDFKit, pdfmake.
  printing: 'print',
  modifying: 'change',
  copying: 'copy',
  fillingForms: 'fillForms',
  documentAssembly: 'assemble',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].flatMap((level) => [`h${level}`, `H${level}`].map((name) => [name, `heading${level}`])),
  ),
};

/** Names of hyperref and Prince begin with the name of the format. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/^(?:prince)?pdf(?=.)/, '');

/** The metadata that has members of its own, which people look for among the rest. */
const ownMetadata = ['title', 'author', 'subject', 'keywords', 'creator', 'lang'];

/** The property that has this name in another program, or in another spelling. */
export function meantProperty(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  return known.find((one) => plain(one) === wanted) ?? synonymOf(wanted, known);
}

/** The end of a sentence about an unknown property: the property that was meant, where to set it, or all known properties. */
export function explainProperty(name: string, schemas: Readonly<Record<string, JsonSchema>>): string {
  const known = Object.keys(schemas);
  const wanted = plain(name);
  const meant = meantProperty(name, known);
  if (meant !== undefined) return `; did you mean "${meant}"?`;
  if (/^(?:(?:fill|stroke)?opacity|transparency|alpha)$/.test(wanted))
    return ': there is no transparency yet. Use a lighter colour, or a PNG image that is transparent itself';
  // A component, as only components have this property.
  if (known.includes('keepWithNext')) {
    const place = adviseAt(wanted);
    if (place !== undefined) return place;
  }
  const [, whole, side] = /^(margin|padding|border)(top|right|bottom|left|width|color|radius)$/.exec(wanted) ?? [];
  if (whole !== undefined && known.includes(whole)) return `; write "${whole}": { "${side}": … }`;
  if (wanted === 'valign' || wanted === 'verticalalign') return '; set "valign" on a row, on its columns or on a table';
  if (wanted === 'anchor' && known.includes('bookmark'))
    return '; write "bookmark": { "title": "…", "anchor": "…" } for a place that links lead to';
  if (cutsWords.names.includes(wanted) && known.includes(cutsWords.property)) return `; did you mean ${cutsWords.written}?`;
  if (known.includes('xmp'))
    return ownMetadata.includes(wanted)
      ? `; write "${wanted}" in "document", beside "metadata"`
      : `; write "info": { ${JSON.stringify(name)}: … }, or put it into "xmp"`;
  if (known.includes('keywords') && /^(?:date|created|creationdate|creationtime)$/.test(wanted))
    return '; the date comes with the call: --date, or "date" in its options';
  if (known.includes('permissions') && wanted.endsWith('password'))
    return '; passwords come with the call: --user-password-file, --owner-password-file, or "encryption" in its options';
  if (known.includes('pageMode') && wanted === 'displaydoctitle') return '; a document with a title asks for it by itself';
  const inside = explainInside(wanted, schemas);
  if (inside !== undefined) return inside;
  const near = findNearest(name, known);
  return near === undefined
    ? `; known: ${listNames(known, ' in the template schema (.schema/template.v1.json)')}`
    : `; did you mean "${near}"?`;
}

/** Names of other programs for members of `at`. */
const placeNames: Readonly<Record<string, string>> = { angle: 'rotate', rotation: 'rotate', transform: 'rotate' };

/** What to write for a place or a rotation. Undefined: the name is neither. */
function adviseAt(wanted: string): string | undefined {
  const only = 'nly the components directly in a "frame", "background" or "overlay" have';
  if (wanted === 'at') return `: o${only} it`;
  const name = Object.hasOwn(placeNames, wanted) ? placeNames[wanted]! : wanted;
  return Object.hasOwn(at.properties, name) ? `; write "at": { "${name}": … }. O${only} "at"` : undefined;
}

/** The member that holds a property of this name. */
function explainInside(wanted: string, schemas: Readonly<Record<string, JsonSchema>>): string | undefined {
  // Sides may be of the border, the margin or the place of a component.
  if (/^(?:top|right|bottom|left)$/.test(wanted)) return undefined;
  for (const [whole, { properties }] of Object.entries(schemas)) {
    const name = Object.keys(properties ?? {}).find((one) => plain(one) === wanted);
    if (name !== undefined) return `; write "${whole}": { "${name}": … }`;
  }
  return undefined;
}

function synonymOf(wanted: string, known: readonly string[]): string | undefined {
  const names = Object.hasOwn(synonyms, wanted) ? synonyms[wanted]! : [];
  return names.find((one) => known.includes(one));
}

/** A sentence about a value that is not allowed: names the value that was meant, or all allowed values. */
export function explainEnum(values: readonly unknown[], value: unknown, shown: string): string {
  const names = values.filter((one) => typeof one === 'string');
  const near = typeof value === 'string' ? (synonymIn(value, names) ?? findNearest(value, names)) : undefined;
  if (near !== undefined) return `${shown} is not known here; did you mean "${near}"?`;
  const list = listNames(
    values.map((one) => JSON.stringify(one)),
    ' in the template schema (.schema/template.v1.json)',
  );
  return `must be one of ${list}, got ${shown}`;
}

function synonymIn(value: string, names: readonly string[]): string | undefined {
  const meant = Object.hasOwn(valueSynonyms, value) ? valueSynonyms[value]! : '';
  return names.includes(meant) ? meant : undefined;
}
