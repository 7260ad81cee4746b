// Turns numbers that lost digits when a body was read into warnings about the data of a document.

import type { RenderWarning } from '../../contract/generate.ts';
import type { LostDigits } from '../../contract/lost-digits.ts';

/** Warnings for the data at `above`, a pointer into the body. */
export function digitWarnings(lost: readonly LostDigits[] = [], above = '/data'): readonly RenderWarning[] {
  return lost
    .filter(({ pointer }) => pointer.startsWith(`${above}/`))
    .map(({ pointer, message }) => ({
      code: 'digits-lost',
      component: '',
      dataPath: pointer.slice(above.length),
      page: null,
      message,
    }));
}

/** Warnings for the items of a batch, by index. */
export function itemWarnings(lost: readonly LostDigits[] = []): ReadonlyMap<number, readonly RenderWarning[]> {
  const byItem = new Map<number, LostDigits[]>();
  for (const one of lost) {
    const [, index] = /^\/items\/(\d+)\/data\//.exec(one.pointer) ?? [];
    if (index === undefined) continue;
    const item = byItem.get(Number(index));
    if (item) item.push(one);
    else byItem.set(Number(index), [one]);
  }
  return new Map([...byItem].map(([index, found]) => [index, digitWarnings(found, `/items/${index}/data`)]));
}
