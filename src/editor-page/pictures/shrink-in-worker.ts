// Makes a picture smaller in a worker of its own, which ends with it.
import { pictureWorkerAddress } from '#picture-worker';
import type { ShrunkPicture } from './shrink-picture.ts';
import type { ShrinkRequest } from './worker.ts';

/** As `shrinkPicture`. Undefined also if the worker fails, such as for want of memory. */
export async function shrinkInWorker(request: ShrinkRequest): Promise<ShrunkPicture | undefined> {
  const worker = new Worker(pictureWorkerAddress, { type: 'module' });
  try {
    return await new Promise<ShrunkPicture | undefined>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ShrunkPicture | undefined>) => resolve(data);
      worker.onerror = () => resolve(undefined);
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
