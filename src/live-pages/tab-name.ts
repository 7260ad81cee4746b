// The name of this tab among all others.

/** Made without `crypto.randomUUID`, which a page without TLS does not have. */
export const tabName = Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, '0')).join(
  '',
);
