// Opens the bucket that a URL names, with the credentials of the environment.
import type { BlobStore } from '../blob-store.ts';
import { createObjectBlobs } from './create-object-blobs.ts';
import { credentialsFromEnvironment } from './credentials.ts';
import { createObjectClient, type ObjectClient } from './object-client.ts';
import { parseObjectUrl } from './parse-object-url.ts';

export interface ObjectStoreOptions {
  /** s3://BUCKET?endpoint=https://…&region=…&style=path|host */
  readonly url: string;
  /** Has AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the address of an endpoint that gives credentials. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ObjectStore {
  readonly objects: ObjectClient;
  readonly results: BlobStore;
  /** Host of the endpoint, for an operator. */
  readonly address: string;
  /** Raises STORE_UNAVAILABLE if the bucket cannot be listed. Its detail says what to correct. */
  check(): Promise<void>;
  /** Closes the connections. */
  close(): void;
}

/** Does not call the store. Raises INVALID_REQUEST for a wrong URL or missing credentials. */
export function openObjectStore({ url, env }: ObjectStoreOptions): ObjectStore {
  const place = parseObjectUrl(url, env);
  const objects = createObjectClient(place, credentialsFromEnvironment(env));
  return {
    objects,
    results: createObjectBlobs(objects),
    address: new URL(place.address).origin,
    async check() {
      await objects.listPage('', 1);
    },
    close: () => objects.close(),
  };
}
