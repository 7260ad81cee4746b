// Whether components of a template print something with some data.
import { definitionOf } from '../components/registry.ts';

/** False for texts and children that are written empty, and for components such as space: they are meant to print nothing. */
export function canPrint(part: unknown): boolean {
  if (typeof part === 'string') return part.trim() !== '';
  if (Array.isArray(part)) return part.some(canPrint);
  if (typeof part !== 'object' || part === null) return false;
  const props = part as Readonly<Record<string, unknown>>;
  return definitionOf(props)?.canPrint(props, canPrint) ?? true;
}
