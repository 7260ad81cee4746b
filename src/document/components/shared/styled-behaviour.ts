// The properties besides looks that styles give a component: its role, its breaks, its language, its direction.
import type { TemplateContext } from '../component.ts';
import { literalStyleNames } from './bound-values/bound-style.ts';

/** Marks the properties of a component that its styles gave. Checks and JSON do not see the mark. */
const styled: unique symbol = Symbol('properties that come from a style');

/** Marks a component with the properties of its styles that the part around it takes, such as the width of a column of a `row`. */
export const takenAround: unique symbol = Symbol('properties of its styles that the part around takes');

type Props = Readonly<Record<string, unknown>>;
const behaviour = ['role', 'break', 'keepWithNext', 'lang', 'dir', 'listed', 'level', 'numberWidth'] as const;

/** Adds the properties of its styles that are more than looks to a component. Its own properties win. `takes`: the properties that it can have. */
export function withStyledBehaviour<T extends object>(
  props: T & { readonly style?: unknown },
  styleNames: readonly string[],
  { styles }: Pick<TemplateContext, 'styles'>,
  takes: (property: string) => boolean = () => true,
): T {
  if (styleNames.length === 0) return props;
  const found: Record<string, unknown> = {};
  for (const property of behaviour) {
    if ((props as Props)[property] !== undefined || !takes(property)) continue;
    const value = styles.find(styleNames, property)?.value;
    if (value !== undefined) found[property] = value;
  }
  const names = Object.keys(found);
  return names.length === 0 ? props : { ...props, ...found, [styled]: names };
}

/** The role and the like of a component that is not compiled yet. */
export const readBehaviour = (child: Props, template: Pick<TemplateContext, 'styles'>): Props =>
  withStyledBehaviour(child, literalStyleNames(child), template);

/** The place of a property that a component or one of its styles has, or of a member of it: `break/before`. */
export function placeOfProperty(props: object, property: string, pointer: string): string {
  const names = styled in props ? (props[styled] as readonly string[]) : [];
  return `${pointer}/${names.includes(property.split('/')[0]!) ? 'style' : property}`;
}
