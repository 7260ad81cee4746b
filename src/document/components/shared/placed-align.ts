// Where a picture, a code or an icon stands that is narrower than its place.
import type { JsonSchema } from '../../../contract/schema.ts';
import type { Directions } from '../../layout/direction.ts';

/** `what`: its name in the description. */
export const placedAlign = (what: string) =>
  ({
    enum: ['start', 'left', 'center', 'right', 'end'],
    default: 'start',
    description: `Horizontal position of the ${what} in the available width. \`start\` and \`end\` follow the direction (\`dir\`): \`start\` is left where it is from left to right.`,
  }) as const satisfies JsonSchema;

export type PlacedAlign = ReturnType<typeof placedAlign>['enum'][number];

/** The side of a place in a scope. */
export function sideIn(align: PlacedAlign = 'start', { dir }: Pick<Directions, 'dir'>): 'left' | 'center' | 'right' {
  if (align !== 'start' && align !== 'end') return align;
  return (align === 'start') === (dir === 'ltr') ? 'left' : 'right';
}
