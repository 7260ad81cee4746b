// Messages about an unknown property or value. Most name the property or value that was probably meant.
import type { JsonSchema } from '../../contract/schema.ts';
import { findNearest, listNames } from '../../words/nearest.ts';
import { otherNames, inPlainLetters as plain } from '../other-names/other-names.ts';
import { propertiesOfName, valueOfName } from '../other-names/properties.ts';
import { at, commonProperties } from './property-schemas.ts';

/** The properties of CSS that cut words, with the text to write here. */
const cutsWords = {
  names: ['overflowwrap', 'wordwrap', 'wordbreak', 'linebreak'],
  property: 'wrap',
  written: '"wrap": "anywhere"',
};

/** Names in other programs for what stays on one page. */
const keepsWhole = ['unbreakable', 'keeptogether', 'pagebreakinside', 'breakinside', 'nobreak'];

/** Members of page layouts that people look for beside "pages". */
const pageMembers = ['body', 'header', 'footer', 'margin', 'size', 'orientation', 'background', 'overlay'];

/** Content in columns: other programs ask for it on a page or a box. */
const inColumns = '{ "columns": 2, "flow": [ … ] }';
const columns = `"body": [${inColumns}]`;

/** What to write in a page layout for what other programs have there. */
const adviseOfPage = otherNames(
  {
    columncount: columns,
    columns,
    landscape: '"orientation": "landscape"',
    pagenumbers: '"footer": ["{{ page.number }} / {{ page.total }}"]',
    watermark: '"background": [{ "watermark": … }], or "overlay" to have it above the content',
  },
  plain,
);

/** What to say in a chart of what other programs have there. */
const adviseOfChart = otherNames(
  {
    ...ofEach(['title', 'subtitle', 'heading'], ': write it as a text above the chart'),
    ...ofEach(['caption', 'source', 'footnote', 'note'], ': write it as a text below the chart'),
    ...ofEach(['smooth', 'curve', 'tension', 'interpolate', 'spline'], ': lines are straight, from value to value'),
    ...ofEach(['linewidth', 'strokewidth', 'borderwidth', 'thickness'], ': all lines have the same width'),
    ...ofEach(['points', 'markers', 'pointradius', 'symbol'], ': lines have no points; "labels": true writes their values'),
    ...ofEach(['grid', 'gridlines'], ': the grid belongs to the axis; "axis": false leaves both out'),
  },
  plain,
);

/** What to say in an axis of what other programs have there. */
const adviseOfAxis = otherNames(
  {
    ...ofEach(
      ['ticks', 'tickcount', 'interval', 'step', 'stepsize', 'majorunit'],
      ': as many round numbers have a tick as have room',
    ),
    ...ofEach(
      ['format', 'tickformat', 'numberformat', 'unit', 'suffix', 'prefix'],
      '; write "label": "{{ value | number: 1 }} %", or another text with {{ value }}',
    ),
    ...ofEach(['beginatzero', 'zero', 'includezero'], '; write "min": 0'),
    ...ofEach(['type', 'scale', 'log', 'logarithmic'], ': axes are linear'),
    ...ofEach(['grid', 'gridlines'], ': the grid belongs to the axis; false in place of the axis leaves both out'),
  },
  plain,
);

function ofEach(names: readonly string[], said: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, said]));
}

/** The metadata that has members of its own, which people look for among the rest. */
const ownMetadata = ['title', 'author', 'subject', 'keywords', 'creator', 'lang'];

/** The parts of a stroke, by their names in other programs. */
const partsOfStroke = otherNames(
  {
    cap: 'cap',
    dash: 'dash',
    dasharray: 'dash',
    join: 'join',
    linecap: 'cap',
    linedash: 'dash',
    linejoin: 'join',
    linewidth: 'width',
    strokecolor: 'color',
    strokedasharray: 'dash',
    strokelinecap: 'cap',
    strokelinejoin: 'join',
    strokewidth: 'width',
    thickness: 'width',
  },
  plain,
);

/** The property that has this name in another program, or in another spelling. */
export function meantProperty(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  return known.find((one) => plain(one) === wanted) ?? propertiesOfName(name)?.find((one) => known.includes(one));
}

/** The end of a sentence about an unknown property: the property that was meant, where to set it, or all known properties. */
export function explainProperty(name: string, schemas: Readonly<Record<string, JsonSchema>>): string {
  const known = Object.keys(schemas);
  const wanted = plain(name);
  const ofStroke = explainStroke(wanted, known);
  if (ofStroke !== undefined) return ofStroke;
  const meant = meantProperty(name, known);
  if (meant !== undefined) return `; did you mean "${meant}"?`;
  if (/^(?:col|column)?span$/.test(wanted) && known.includes('rowSpan'))
    return '; "span" is for cells of `header`, `rows` and `footer`';
  if (/^(?:(?:fill|stroke)?opacity|transparency|alpha)$/.test(wanted))
    return known.includes('opacity') ? '; did you mean "opacity"?' : ': only components have "opacity"';
  const ofChart = known.includes('stacked') ? adviseOfChart(name) : undefined;
  if (ofChart !== undefined) return ofChart;
  const ofAxis = known.includes('min') && known.includes('label') ? adviseOfAxis(name) : undefined;
  if (ofAxis !== undefined) return ofAxis;
  // A page layout, as only these have an overlay.
  const ofPage = known.includes('overlay') ? adviseOfPage(name) : undefined;
  if (ofPage !== undefined) return `; write ${ofPage}`;
  // A component, as only components have this property.
  if (known.includes('keepWithNext')) {
    if (known.includes('with') && findNearest(name, known) === undefined)
      return `; to give a param, write "with": { "${name}": … }`;
    if (known.includes('watermark') && adviseAt(wanted) !== undefined)
      return ': a watermark covers the sheet, along its diagonal';
    if (/^(?:col|column)span$/.test(wanted)) return '; a component across the columns of a flow stands between two flows';
    if (/^(?:columns|columncount)$/.test(wanted)) return `; to run content through columns write ${inColumns}`;
    if (/^(?:textindent|firstlineindent|parindent)$/.test(wanted))
      return '; first lines are not indented here: set paragraphs apart by "margin"';
    if (wanted === 'else' && known.includes('choose'))
      return ': the last entry of "choose" without a "when" stands for all other cases';
    if (wanted === 'texttransform') return '; write a filter: "{{ name | upper }}"';
    if (keepsWhole.includes(wanted)) return '; write "break": { "inside": "avoid" }, or put it into a "group"';
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
  if (known.includes('pages')) {
    const member = meantProperty(name, pageMembers);
    const written = member === undefined ? adviseOfPage(name) : `"${member}": …`;
    if (written !== undefined) return `; it belongs to a page layout: write ${written} in an entry of "pages"`;
  }
  const near = findNearest(name, known);
  if (near !== undefined) return `; did you mean "${near}"?`;
  // A component's own properties come before those that all components share.
  const isShared = (one: string) => Object.hasOwn(commonProperties, one);
  const listed = known.includes('keepWithNext') ? known.toSorted((a, b) => Number(isShared(a)) - Number(isShared(b))) : known;
  return `; known: ${listNames(listed, ' in the template schema (.schema/template.v1.json)')}`;
}

/** What to write for a part of a stroke beside it, or for a property of the line within its stroke. */
function explainStroke(wanted: string, known: readonly string[]): string | undefined {
  const whole = known.includes('stroke') ? 'stroke' : known.includes('line') ? 'line' : undefined;
  if (whole === undefined) return wanted === 'arrow' && known.includes('dash') ? '; write "arrow" beside "line"' : undefined;
  if (wanted === 'stroke') return `; write "line": { "width": …, "color": … }`;
  const part = partsOfStroke(wanted);
  return part === undefined || (part === 'join' && whole === 'line') ? undefined : `; write "${whole}": { "${part}": … }`;
}

/** Names of other programs for members of `at`. */
const placeNames: Readonly<Record<string, string>> = { angle: 'rotate', rotation: 'rotate', transform: 'rotate' };

/** What to write for a place or a rotation. Undefined: the name is neither. */
function adviseAt(wanted: string): string | undefined {
  const only = 'nly the components directly in a "frame", "background" or "overlay" have';
  if (wanted === 'at') return `: o${only} it`;
  const name = Object.hasOwn(placeNames, wanted) ? placeNames[wanted]! : wanted;
  if (name === 'rotate') return `; write "rotate": 90, 180 or 270, or "at": { "rotate": … } for other angles: o${only} "at"`;
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

/** A sentence about a value that is not allowed: names the value that was meant, or all allowed values. */
export function explainEnum(values: readonly unknown[], value: unknown, shown: string): string {
  const names = values.filter((one) => typeof one === 'string');
  const isAlign = names.includes('justify') && !names.includes('decimal');
  if (isAlign && typeof value === 'string' && (value === 'decimal' || valueOfName(value) === 'decimal'))
    return `${shown} is for the columns of a table, whose texts it lines up: write it in the "columns" of a "table", here "right"`;
  const none = value === false && names.includes('none') ? 'none' : undefined;
  const near = typeof value === 'string' ? (synonymIn(value, names) ?? findNearest(value, names)) : none;
  if (near !== undefined) return `${shown} is not known here; did you mean "${near}"?`;
  const list = listNames(
    values.map((one) => JSON.stringify(one)),
    ' in the template schema (.schema/template.v1.json)',
  );
  return `must be ${values.length > 1 ? 'one of ' : ''}${list}, got ${shown}`;
}

function synonymIn(value: string, names: readonly string[]): string | undefined {
  const meant = valueOfName(value);
  return meant !== undefined && names.includes(meant) ? meant : undefined;
}
