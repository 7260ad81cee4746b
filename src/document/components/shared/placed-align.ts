// Where a picture, a code or an icon stands that is narrower than its place.
import type { JsonSchema } from '../../../contract/schema.ts';
import type { Direction } from '../../layout/session.ts';

/** `what`: its name in the description. */
export const placedAlign = (what: string) =>
  ({
    enum: ['start', 'left', 'center', 'right', 'end'],
    default: 'left',
    description: `Horizontal position of the ${what} in the available width. \`start\` and \`end\` follow the direction outside: that of the \`list\` or \`flow\` around, else that of the language of the document.`,
  }) as const satisfies JsonSchema;

export type PlacedAlign = ReturnType<typeof placedAlign>['enum'][number];

/** The side of a place in a scope. */
export function sideIn(align: PlacedAlign = 'left', { dir }: { readonly dir: Direction }): 'left' | 'center' | 'right' {
  if (align !== 'start' && align !== 'end') return align;
  return (align === 'start') === (dir === 'ltr') ? 'left' : 'right';
}
