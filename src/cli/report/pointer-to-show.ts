// Chooses the place of a breach that a report shows.
import type { Breach } from '../../contract/errors.ts';
import { pointerStep } from '../../json/json-pointer.ts';

/** The pointer to an unknown or misspelt member itself, not to the object around it. */
export function pointerToShow({ path, keyword, params }: Pick<Breach, 'path' | 'keyword' | 'params'>): string {
  const pointer = path.replace(/^\/data(?=\/|$)/, '');
  const member =
    params.additionalProperty ?? params.unevaluatedProperty ?? (keyword === 'propertyNames' ? params.propertyName : undefined);
  return typeof member === 'string' ? pointer + pointerStep(member) : pointer;
}
