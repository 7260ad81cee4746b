// The unit of the lengths of a template.
import { type Unit, units } from '../document/template/units.ts';
import type { PartTree } from './part-tree.ts';

export type { Unit };

export const unitOf = ({ written: { unit } }: Pick<PartTree, 'written'>): Unit => (isUnit(unit) ? unit : 'mm');

export const isUnit = (unit: unknown): unit is Unit => typeof unit === 'string' && Object.hasOwn(units, unit);

/** pt in the unit of a template. */
export const ptPerUnit = (tree: Pick<PartTree, 'written'>): number => units[unitOf(tree)];
