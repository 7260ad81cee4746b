// Set up of each run: starts one object store for all test files of a run, when the first of them asks for it.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type RunningSwift, startSwift } from './swift.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a socket that tells the endpoint of the object store. */
    readonly objectStoreSocket: string;
  }
}

export default async function shareObjectStore(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-objects-'));
  let swift: Promise<RunningSwift> | undefined;
  const server = createServer((socket) => {
    swift ??= startSwift();
    swift.then(
      ({ endpoint }) => socket.end(endpoint),
      (error: unknown) => socket.destroy(error as Error),
    );
    socket.on('error', () => undefined); // the test file was ended while it waited
  });
  const path = join(folder, 'socket');
  await once(server.listen(path), 'listening');
  project.provide('objectStoreSocket', path);
  return async () => {
    server.close();
    await (await swift?.catch(() => undefined))?.end();
    rmSync(folder, { recursive: true });
  };
}
