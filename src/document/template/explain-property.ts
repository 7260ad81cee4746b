// Messages about an unknown property or value. Most name the property or value that was probably meant.
import type { JsonSchema } from '../../contract/schema.ts';
import { findNearest, listNames } from '../../words/nearest.ts';
import { inPlainLetters as plain } from '../other-names/other-names.ts';
import { adviseInComponent, adviseInPage, adviseInPart, adviseOfMember } from '../other-names/places.ts';
import { placeOfName, propertiesOfName, strokePartOfName, valueOfName } from '../other-names/properties.ts';
import { at, commonProperties } from './property-schemas.ts';

/** Members of page layouts that people look for beside "pages". */
const pageMembers = ['body', 'header', 'footer', 'margin', 'size', 'orientation', 'background', 'overlay'];

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
  const ofPart = adviseInPart(name, known);
  if (ofPart !== undefined) return ofPart;
  // A component, as only components have this property.
  if (known.includes('keepWithNext')) {
    if (known.includes('with') && findNearest(name, known) === undefined)
      return `; to give a param, write "with": { "${name}": … }`;
    if (known.includes('watermark') && adviseAt(wanted) !== undefined)
      return ': a watermark covers the sheet, along its diagonal';
    const ofComponent = adviseInComponent(name, known) ?? adviseAt(wanted);
    if (ofComponent !== undefined) return ofComponent;
  }
  const [, whole, side] = /^(margin|padding|border)(top|right|bottom|left|width|color|radius)$/.exec(wanted) ?? [];
  if (whole !== undefined && known.includes(whole)) return `; write "${whole}": { "${side}": … }`;
  const ofMember = adviseOfMember(name, known);
  if (ofMember !== undefined) return ofMember;
  if (known.includes('xmp')) return `; write "info": { ${JSON.stringify(name)}: … }, or put it into "xmp"`;
  const inside = explainInside(wanted, schemas);
  if (inside !== undefined) return inside;
  if (known.includes('pages')) {
    const member = meantProperty(name, pageMembers);
    const written = member === undefined ? adviseInPage(name) : `"${member}": …`;
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
  const part = strokePartOfName(wanted);
  return part === undefined || (part === 'join' && whole === 'line') ? undefined : `; write "${whole}": { "${part}": … }`;
}

/** What to write for a place or a rotation. Undefined: the name is neither. */
function adviseAt(wanted: string): string | undefined {
  const only = 'nly the components directly in a "frame", "background" or "overlay" have';
  if (wanted === 'at') return `: o${only} it`;
  const name = placeOfName(wanted) ?? wanted;
  if (name === 'rotate') return `; write "rotate": 90, 180 or 270, or "at": { "rotate": … } for other angles: o${only} "at"`;
  return Object.hasOwn(at.properties, name) ? `; write "at": { "${name}": … }. O${only} "at"` : undefined;
}

/** The member that holds a property of this name. */
function explainInside(wanted: string, schemas: Readonly<Record<string, JsonSchema>>): string | undefined {
  // Sides may be of the border, the margin or the place of a component.
  if (/^(?:top|right|bottom|left)$/.test(wanted)) return undefined;
  for (const [whole, { properties, additionalProperties }] of Object.entries(schemas)) {
    // Its members have names that authors choose.
    if (typeof additionalProperties === 'object') continue;
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
