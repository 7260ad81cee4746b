// The properties besides looks of text and box that styles give a component: its role, its breaks, its language, its direction, and what its type takes.
import { textColorNames } from '../../text/text-properties.ts';
import type { ComponentDefinition, TemplateContext } from '../component.ts';
import { impliedStyleNames, literalStyleNames, withImpliedStyles } from './bound-values/bound-style.ts';

/** The places of the styles that gave properties to a component. Checks and JSON do not see the mark. */
const styled: unique symbol = Symbol('places of properties that come from a style');

/** Marks a component with the properties of its styles that the part around it takes, such as the width of a column of a `row`. */
export const takenAround: unique symbol = Symbol('properties of its styles that the part around takes');

const isTextColor = (property: string): boolean => (textColorNames as readonly string[]).includes(property);

type Props = Readonly<Record<string, unknown>>;
const behaviour = ['role', 'break', 'keepWithNext', 'lang', 'dir', 'listed', 'level', 'numberWidth'] as const;

/** A component with the styles that it has without naming them: that of its type, unless another component makes it, and that of its format. */
export function withOwnStyles<T extends object>(
  props: T,
  { type, impliedStyle }: ComponentDefinition,
  { styles }: Pick<TemplateContext, 'styles'>,
  isMade = false,
): T {
  const ofType = !isMade && styles.has(type) ? [type] : [];
  const ofFormat = impliedStyle?.(props as Props);
  return withImpliedStyles(props, ofFormat === undefined ? ofType : [...ofType, ofFormat]);
}

/** Adds the properties that its styles give to a component. Its own properties win. */
export function withStyledProperties(
  props: Props,
  { properties, looks }: Pick<ComponentDefinition, 'properties' | 'looks'>,
  { styles }: Pick<TemplateContext, 'styles'>,
  takes: (property: string) => boolean = () => true,
): Props {
  const styleNames = literalStyleNames(props);
  if (styleNames.length === 0) return props;
  const found: Record<string, unknown> = {};
  const places: Record<string, string> = {};
  for (const property of [...behaviour, ...looks]) {
    // Colours are inherited as those of texts are.
    if (props[property] !== undefined || !takes(property) || isTextColor(property)) continue;
    const given = styles.find(styleNames, property as (typeof behaviour)[number]);
    // An alignment of texts that a picture does not have.
    if (!given || properties[property]?.enum?.includes(given.value) === false) continue;
    found[property] = given.value;
    places[property] = impliedStyleNames(props).includes(given.style) ? `/styles/${given.style}/${property}` : '';
  }
  return Object.keys(found).length === 0 ? props : { ...props, ...found, [styled]: places };
}

/** The role and the like of a component that is not compiled yet. */
export function readBehaviour(child: Props, template: Pick<TemplateContext, 'styles' | 'definitionOf'>): Props {
  const definition = template.definitionOf(child);
  return definition ? withStyledProperties(withOwnStyles(child, definition, template), definition, template) : child;
}

/** The place of a property that a component or one of its styles has, or of a member of it: `break/before`. */
export function placeOfProperty(props: object, property: string, pointer: string): string {
  const places = styled in props ? (props[styled] as Readonly<Record<string, string>>) : {};
  const [name] = property.split('/');
  return Object.hasOwn(places, name!) ? places[name!] || `${pointer}/style` : `${pointer}/${property}`;
}
