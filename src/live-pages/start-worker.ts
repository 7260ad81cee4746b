// Starts the worker that lays out pages.
import { workerAddress } from '#worker';

export const startWorker = (): Worker => new Worker(workerAddress, { type: 'module' });
