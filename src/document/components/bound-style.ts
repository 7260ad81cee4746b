// Styles and colours that depend on data.
import { findNearest, suggest } from '../../contract/nearest.ts';
import { type BoundScope, warnAt } from '../layout/session.ts';
import type { BoundStyle } from '../template/styles.ts';
import { compileColor } from './bound-color.ts';
import type { CompileContext } from './component.ts';

interface Styled {
  readonly style?: unknown;
  readonly color?: unknown;
}

function styleEntries(props: Styled): readonly string[] {
  const { style } = props;
  return style === undefined ? [] : typeof style === 'string' ? [style] : (style as readonly string[]);
}

/** The styles that a component names outright. */
export function literalStyleNames(props: Styled): readonly string[] {
  return styleEntries(props).filter((name) => !name.includes('{{'));
}

/** Reports styles that there are not. */
export function checkStyleNames(props: Styled, pointer: string, context: CompileContext): void {
  const { styles } = context.template.styles;
  for (const [i, name] of styleEntries(props).entries()) {
    if (name.includes('{{') || Object.hasOwn(styles, name)) continue;
    const near = findNearest(name, Object.keys(styles));
    const at = typeof props.style === 'string' ? `${pointer}/style` : `${pointer}/style/${i}`;
    context.template.report(
      'error',
      'unknown-style',
      at,
      `There is no style "${name}"${near ? `; did you mean "${near}"?` : ''}`,
    );
  }
}

/** The part of a component's look that is bound to data; undefined if there is none. */
export function boundStyle(props: Styled, pointer: string, context: CompileContext): BoundStyle | undefined {
  const bound = styleEntries(props).filter((name) => name.includes('{{'));
  const colorIsBound = typeof props.color === 'string' && props.color.includes('{{');
  if (bound.length === 0 && !colorIsBound) return undefined;
  const names = bound.map((source) => context.text(source, `${pointer}/style`));
  const color = colorIsBound ? compileColor(props.color as string, context, `${pointer}/color`) : undefined;
  const { styles } = context.template.styles;
  return {
    ...(names.length > 0 && {
      styleNames: (scope) =>
        names
          .flatMap((name) => name.text(scope).split(/\s+/))
          .filter((name) => {
            const isKnown = Object.hasOwn(styles, name);
            if (!isKnown && name !== '')
              warnAt(
                scope,
                'unknown-style',
                `${pointer}/style`,
                `There is no style "${name}"${suggest(name, Object.keys(styles))}`,
              );
            return isKnown;
          }),
    }),
    ...(color && { color: (scope) => color(scope as BoundScope) }),
  };
}
