// Sizes of files for a person.
import { counted } from '../../words/counts.ts';

/** `41 kB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
