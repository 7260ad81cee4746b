import type { Breach } from '../../contract/errors.ts';
import { pointerStep } from '../../json/json-pointer.ts';

/** Where a breach points in the data: at a member that is too much or has a wrong name, not at the object around it. */
export function pointerToShow({ path, keyword, params }: Pick<Breach, 'path' | 'keyword' | 'params'>): string {
  const pointer = path.replace(/^\/data(?=\/|$)/, '');
  const member =
    params.additionalProperty ?? params.unevaluatedProperty ?? (keyword === 'propertyNames' ? params.propertyName : undefined);
  return typeof member === 'string' ? pointer + pointerStep(member) : pointer;
}
