// The schemas of the parts of a template, for editors: the same that are published, each where an editor looks it up.
import type { JsonSchema } from '../../contract/schema.ts';
import { components } from '../components/all-components.ts';
import { childProperties } from '../components/child-properties.ts';
import { componentSchema } from '../components/registry.ts';
import { type UsualProperties, usualOfChildren, usualOfParts } from '../components/shared/usual-properties.ts';
import { familyNames } from '../template/font-families.ts';
import { componentMembers, withBindings, withNamedColors } from './template-schema.ts';

/** The schema of a part includes its inner parts, such as columns. Components in it are a `$ref`, such as `#/$defs/components`. */
export interface PartSchemas {
  readonly page: JsonSchema;
  /** By type, with the properties that components share. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The properties that a component has in addition, by the place where it stands. */
  readonly childProperties: Readonly<Record<'placedComponent' | 'column' | 'cell', Readonly<Record<string, JsonSchema>>>>;
  /** The properties that a panel shows first, by the type of a component, or by `#` and the kind of another part. */
  readonly usual: Readonly<Record<string, UsualProperties>>;
  /** Those of `childProperties`. */
  readonly usualOfChildren: typeof usualOfChildren;
  /** The families of fonts that every template may name. */
  readonly fonts: readonly string[];
}

/** The schemas with all forms that a person may write: bindings in place of numbers, and names of colours. */
export function partSchemas(): PartSchemas {
  const schemas = Object.fromEntries(components.map((definition) => [definition.type, componentSchema(definition)]));
  return withNamedColors({
    page: componentMembers.pages.items,
    components: withBindings(schemas),
    childProperties: {
      placedComponent: withBindings(childProperties['#/$defs/placedComponent']!),
      column: withBindings(childProperties['#/$defs/column']!),
      cell: withBindings(childProperties['#/$defs/cell']!),
    },
    usual: { ...Object.fromEntries(components.map(({ type, usual }) => [type, usual])), ...usualOfParts },
    usualOfChildren,
    fonts: familyNames({}),
  });
}
