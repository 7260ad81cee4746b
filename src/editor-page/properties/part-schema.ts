// Finds the schema of a part: of a component by its type, of everything else by the part around it.
import type { JsonSchema } from '../../contract/schema.ts';
import type { PartSchemas } from '../../document/compile/part-schemas.ts';
import type { UsualProperties } from '../../document/components/shared/usual-properties.ts';
import type { Part, PartTree, Slot } from '../../editing/index.ts';
import { isObject } from '../../json/is-object.ts';
import { pointerKeys } from '../../json/json-pointer.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** What a part may say. */
export interface PartSchema {
  /** The type of a component; `#` and the kind of another part. */
  readonly key: string;
  readonly description: string | undefined;
  readonly required: readonly string[];
  readonly properties: Properties;
  /** What is shown first. */
  readonly usual: UsualProperties;
  /** The properties that the place adds to those of a component. */
  readonly added:
    | { readonly place: keyof PartSchemas['childProperties']; readonly properties: Properties; readonly usual: UsualProperties }
    | undefined;
}

/** Undefined: nothing is known of the part, as of a component without a type. */
export function findPartSchema(tree: PartTree, part: Part, schemas: PartSchemas): PartSchema | undefined {
  const describe = (key: string, { description, required = [], properties = {} }: JsonSchema): PartSchema => ({
    key,
    description,
    required,
    properties,
    usual: schemas.usual[key] ?? {},
    added: undefined,
  });
  if (part.kind === 'page') return describe('#page', schemas.page);
  const place = findPlace(tree, part);
  if (!place) return undefined;
  if (part.kind === 'component' || part.kind === 'cell') {
    const own = part.type === undefined ? undefined : schemas.components[part.type];
    const { kind } = place.slot;
    const added = kind in schemas.childProperties ? (kind as keyof PartSchemas['childProperties']) : undefined;
    if (!own && part.kind !== 'cell') return undefined;
    return {
      ...describe(part.type ?? '#cell', own ?? {}),
      added: added && { place: added, properties: schemas.childProperties[added], usual: schemas.usualOfChildren[added] },
    };
  }
  const owner = place.owner ? findPartSchema(tree, place.owner, schemas) : describe('#page', schemas.page);
  const around = owner?.properties[place.slot.member];
  const own = around && formsOf(around.items ?? formsOf(around).find(({ items }) => items)?.items ?? {}).find(hasProperties);
  return own && describe(`#${part.kind}`, own);
}

interface Place {
  readonly slot: Slot;
  /** Undefined: the definition itself. */
  readonly owner: Part | undefined;
}

/** Where a part stands. What stands in a definition is not in the tree. */
function findPlace(tree: PartTree, part: Part): Place | undefined {
  if (!part.isReadOnly) return tree.places.get(part.pointer)?.slot;
  const [, name = ''] = pointerKeys(part.pointer);
  const find = (slots: readonly Slot[], owner?: Part): Place | undefined => {
    for (const slot of slots) {
      for (const one of slot.parts) {
        const found = one.pointer === part.pointer ? { slot, owner } : find(one.slots, one);
        if (found) return found;
      }
    }
    return undefined;
  };
  const parts = ['body', 'page', 'column'] as const;
  return parts.reduce<Place | undefined>((found, one) => found ?? find(tree.slotsOfDefinition(name, one)), undefined);
}

const hasProperties = ({ properties }: JsonSchema): boolean => properties !== undefined;

/** The forms of a value, each by a schema without `oneOf` and `anyOf`. */
export function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const forms = schema.oneOf ?? schema.anyOf;
  return forms ? forms.flatMap(formsOf) : [schema];
}

/** Whether values of a schema hold components, which are parts of their own. */
export function holdsComponents(schema: JsonSchema): boolean {
  const { $ref, items, properties = {}, oneOf = [], anyOf = [] } = schema;
  return (
    $ref !== undefined || [...(items ? [items] : []), ...Object.values(properties), ...oneOf, ...anyOf].some(holdsComponents)
  );
}

/** What a part says, by the names of its properties. A text, a list or a pair may stand for an object. */
export function membersOf({ value, kind, type }: Part): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  if (kind === 'pair' && Array.isArray(value)) return { label: value[0] as unknown, value: value[1] as unknown };
  return value === undefined || value === null ? {} : { [type ?? 'body']: value };
}
