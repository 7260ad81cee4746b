// The program of the worker that makes pictures smaller, so that the page goes on meanwhile. It answers each request once.
import type { PictureLimits } from './picture-size.ts';
import { type ShrunkPicture, shrinkPicture } from './shrink-picture.ts';

export interface ShrinkRequest {
  readonly file: Blob;
  /** The media type of the file. */
  readonly type: string;
  readonly limits: PictureLimits;
}

interface WorkerScope {
  onmessage: (event: { readonly data: ShrinkRequest }) => void;
  postMessage(answer: ShrunkPicture | undefined): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: { file, type, limits } }) => {
  const answer = (shrunk?: ShrunkPicture): void => scope.postMessage(shrunk);
  shrinkPicture(file, type, limits).then(answer, () => answer());
};
