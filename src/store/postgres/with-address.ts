// Adds the address of a store to an error, for an operator. An answer of a server must not name hosts, so only commands and the start of a process use it.
import { PdfgenError, reword } from '../../contract/errors.ts';

/** Does the work. Its STORE_UNAVAILABLE names the address. */
export async function withAddress<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PdfgenError) || error.code !== 'STORE_UNAVAILABLE') throw error;
    const { code } = (error.cause ?? {}) as { readonly code?: unknown };
    const reason = typeof code === 'string' && /^E[A-Z_]+$/.test(code) ? ` (${code})` : '';
    throw reword(error, `${error.message} The address is ${address}${reason}.`);
  }
}
