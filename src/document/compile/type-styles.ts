// The styles with the names of types, which are the defaults of their components: what each may hold.
import { type JsonSchema, objectOf } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import { components } from '../components/all-components.ts';
import type { ComponentDefinition } from '../components/component.ts';
import { componentSchema, findComponent } from '../components/registry.ts';
import { commonProperties } from '../template/property-schemas.ts';
import { behaviourNames, type StyleProperties, styleSchema } from '../template/styles.ts';
import { textProperties } from '../text/text-properties.ts';

type Properties = Readonly<Record<string, JsonSchema>>;
type Fail = (fault: { readonly code: string; readonly pointer: string; readonly message: string }) => void;

const { style } = styleSchema.properties;
const boxNames = ['margin', 'padding', 'background', 'border'];
const pick = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(properties, name) ? [[name, properties[name]!]] : [])));

// The width of a style is that of columns.
const behaviour = behaviourNames.filter((name) => name !== 'width');
/** The properties that the style of any type may hold. */
const boxStyle = pick(commonProperties, [...boxNames, ...behaviour]);

/** The properties that the style of this type may hold beside those of boxes and texts: behaviour, and looks that the type declares. */
const ownStyle = ({ properties, looks }: ComponentDefinition): Properties => pick(properties, [...behaviour, ...looks]);

/** The schemas of the styles of types, by type. Each is made when it is first read, because a browser loads the properties of some types late, with their code. */
export const typeStyles: Readonly<Record<string, JsonSchema>> = Object.defineProperties(
  {},
  Object.fromEntries(
    components.map((definition) => {
      let made: JsonSchema | undefined;
      const make = () => objectOf([], { style, ...(definition.hasText && textProperties), ...boxStyle, ...ownStyle(definition) });
      return [definition.type, { enumerable: true, get: () => (made ??= make()) }];
    }),
  ),
);

/** The schemas of the styles of types for the published schema, where what several of them hold stands once. */
export const publishTypeStyles = () =>
  ({
    $defs: { boxStyle: { properties: { style, ...boxStyle } }, textStyle: { properties: textProperties } },
    properties: Object.fromEntries(
      components.map((definition) => {
        const allOf = ['boxStyle', ...(definition.hasText ? ['textStyle'] : [])].map((name) => ({ $ref: `#/$defs/${name}` }));
        const description = `The default of each component \`${definition.type}\`.`;
        return [
          definition.type,
          { type: 'object', description, allOf, properties: ownStyle(definition), unevaluatedProperties: false },
        ];
      }),
    ),
  }) satisfies JsonSchema;

/** The styles of a template without what a style with the name of a type cannot hold. Reports it. Names that nothing knows stay for the check by the schema. */
export function withoutForeign(styles: unknown, fail: Fail): unknown {
  if (!isObject(styles)) return styles;
  return mapStyles(styles, (name, style) => {
    if (!isObject(style) || !Object.hasOwn(typeStyles, name)) return style;
    return Object.fromEntries(
      Object.entries(style).filter(([property]) => {
        const fault = findForeign(name, property);
        if (fault !== undefined) fail({ code: 'unknown-property', pointer: `/styles/${name}/${property}`, message: fault });
        return fault === undefined;
      }),
    );
  });
}

/** Reports what a style with the name of a type takes from others and cannot hold. `built`: styles with all that they take from others. */
export function checkBuilt(written: Styles, built: Styles, fail: Fail): void {
  for (const [name, style] of Object.entries(built)) {
    if (!Object.hasOwn(typeStyles, name)) continue;
    for (const property of Object.keys(style)) {
      if (Object.hasOwn(written[name]!, property)) continue;
      const fault = findForeign(name, property);
      if (fault !== undefined) fail({ code: 'no-effect', pointer: `/styles/${name}/style`, message: fault });
    }
  }
}

type Styles = Readonly<Record<string, StyleProperties>>;

const mapStyles = (styles: object, map: (name: string, style: unknown) => unknown): unknown =>
  Object.fromEntries(Object.entries(styles).map(([name, style]) => [name, map(name, style)]));

/** Why a style with the name of a type cannot hold a property. Undefined: it can, or nothing has this property. */
function findForeign(type: string, property: string): string | undefined {
  if (Object.hasOwn(typeStyles[type]!.properties!, property)) return undefined;
  const definition = findComponent(type)!;
  const ofAll = `The style "${type}" is the default of each component "${type}"`;
  if (Object.hasOwn(componentSchema(definition).properties!, property) && !isTextOfNone(definition, property))
    return `${ofAll}, and no style holds its "${property}": write it at the components, or into a definition ("define").`;
  if (!Object.hasOwn(styleSchema.properties, property)) return undefined;
  return `${ofAll}, which has no "${property}": leave it out, or give the style another name and write "style" where you want it.`;
}

const isTextOfNone = ({ hasText }: ComponentDefinition, property: string): boolean =>
  !hasText && Object.hasOwn(textProperties, property);
