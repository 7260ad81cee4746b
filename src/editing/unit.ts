// The unit in which a template is written.
import { type Unit, units } from '../document/template/units.ts';
import type { PartTree } from './part-tree.ts';

export { type Unit, units };

export const isUnit = (unit: unknown): unit is Unit => typeof unit === 'string' && Object.hasOwn(units, unit);

export const unitOf = ({ written: { unit } }: PartTree): Unit => (isUnit(unit) ? unit : 'mm');
