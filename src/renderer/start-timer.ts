// The time limit of one rendering.
import { PdfgenError } from '../contract/errors.ts';
import type { Limits } from './renderer.ts';

/** Gives a check that raises RENDER_TIMEOUT when the time is up. */
export function startTimer({ renderMs }: Pick<Limits, 'renderMs'>): () => void {
  const deadline = performance.now() + renderMs;
  return () => {
    if (performance.now() > deadline)
      throw new PdfgenError('RENDER_TIMEOUT', `Rendering took longer than ${renderMs / 1000} s and was stopped.`);
  };
}
