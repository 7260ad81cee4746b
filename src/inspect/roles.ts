// Standard structure types, and the way from other types to them (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.6).
import type { Dict } from '../pdf-file/objects.ts';

/** The namespaces of structure types; `other`: any further one. */
export type Namespace = '1.7' | '2.0' | 'mathml' | 'other';

export interface MappedRole {
  /** The standard type; undefined: the way ends at no standard type. */
  readonly type: string | undefined;
  readonly namespace: Namespace;
  readonly isCircular: boolean;
  /** A standard type that is mapped to another type. */
  readonly isRemapped: boolean;
}

export const pdf2Namespace = 'http://iso.org/pdf2/ssn';

const uris: Readonly<Record<string, Namespace>> = {
  'http://iso.org/pdf/ssn': '1.7',
  [pdf2Namespace]: '2.0',
  'http://www.w3.org/1998/Math/MathML': 'mathml',
};

const shared =
  'Document Part Sect Div NonStruct P H H1 H2 H3 H4 H5 H6 Lbl Span Link Annot Form Ruby RB RT RP Warichu WT WP L LI LBody Table TR TH TD THead TBody TFoot Caption Figure Formula';
const only1 = 'Art BlockQuote TOC TOCI Index Private Quote Note Reference BibEntry Code';
const only2 = 'DocumentFragment Aside Title FENote Sub Em Strong Artifact';

const standardTypes: Readonly<Record<'1.7' | '2.0', ReadonlySet<string>>> = {
  '1.7': new Set(`${shared} ${only1}`.split(' ')),
  '2.0': new Set(`${shared} ${only2}`.split(' ')),
};

function isStandard(type: string, namespace: Namespace): boolean {
  if (namespace === 'mathml') return true;
  if (namespace === 'other') return false;
  return standardTypes[namespace].has(type) || (namespace === '2.0' && /^H[1-9]\d*$/.test(type));
}

const nameNamespace = (dict: Dict | undefined): Namespace => (dict ? (uris[dict.text('NS') ?? ''] ?? 'other') : '1.7');

/** The namespace of an element. */
export const readNamespace = (element: Dict): Namespace => nameNamespace(element.dict('NS'));

const maxSteps = 64;

/** Follows the role maps from a type to a standard type. `space`: the dictionary of its namespace. */
export function findRole(written: string, space: Dict | undefined, root: Dict): MappedRole {
  let [type, at] = [written, space];
  let isRemapped = false;
  for (let steps = 0; steps < maxSteps; steps++) {
    const namespace = nameNamespace(at);
    const mapped = at ? at.dict('RoleMapNS')?.get(type) : root.dict('RoleMap')?.get(type);
    const next = readTarget(mapped, at);
    if (isStandard(type, namespace)) {
      if (next !== undefined && namespace === '1.7') isRemapped = true;
      return { type, namespace, isCircular: false, isRemapped };
    }
    if (next === undefined) return { type: undefined, namespace, isCircular: false, isRemapped };
    [type, at] = next;
  }
  return { type: undefined, namespace: nameNamespace(at), isCircular: true, isRemapped };
}

/** A name, which stays in the namespace of 1.7, or a name with its namespace. */
function readTarget(value: unknown, at: Dict | undefined): readonly [string, Dict | undefined] | undefined {
  if (Array.isArray(value)) {
    const [name, space] = [nameOf(value[0]), at?.resolve(value[1])];
    return name === undefined ? undefined : [name, space && 'entries' in (space as object) ? (space as Dict) : undefined];
  }
  const name = nameOf(value);
  return name === undefined ? undefined : [name, undefined];
}

const nameOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' ? value.name : undefined;
