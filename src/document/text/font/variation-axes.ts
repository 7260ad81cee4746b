// The axes of variable fonts: the table fvar.
import { ByteReader, DamagedTable } from './byte-reader.ts';

/** An axis in user coordinates, such as `wght` from 100 to 900. */
export interface VariationAxis {
  readonly tag: string;
  readonly min: number;
  readonly default: number;
  readonly max: number;
}

/** Values by the tags of axes. */
export type AxisValues = Readonly<Record<string, number>>;

/** The most ways in which a template, or a document, sets the axes of its fonts. Each is a font of its own. */
export const mostInstances = 64;

/** More than any font has. */
const mostAxes = 64;

/** OpenType 1.9, "fvar". Without the table, a font has no axes. Raises DamagedTable. */
export function readAxes(tables: ReadonlyMap<string, Uint8Array>): readonly VariationAxis[] {
  const table = tables.get('fvar');
  if (!table) return [];
  const fvar = new ByteReader(table);
  const count = fvar.u16(8);
  if (count > mostAxes) throw new DamagedTable(`has ${count} axes. Give an intact file.`);
  return Array.from({ length: count }, (_, i) => {
    const at = fvar.u16(4) + i * fvar.u16(10);
    const [min, initial, max] = [4, 8, 12].map((offset) => fvar.i32(at + offset) / 65_536) as [number, number, number];
    const tag = fvar.tag(at);
    if (min > initial || initial > max) throw new DamagedTable(`has an axis ${tag} without a range. Give an intact file.`);
    return { tag, min, default: initial, max };
  });
}
