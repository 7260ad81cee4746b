// Checks the address of a webhook before it is stored. What its name stands for is checked again at each call.
import { isIP } from 'node:net';
import { PdfgenError } from '../contract/errors.ts';
import { longestUrl } from '../contract/shared-schemas.ts';
import type { AddressRules } from './address-rules.ts';

/** The address in its normal form. Raises INVALID_REQUEST. `what`: how the caller names it. */
export function checkUrl(given: string, what: string, rules: AddressRules): string {
  const refuse = (why: string) => new PdfgenError('INVALID_REQUEST', `${what} ${why}`);
  if (!URL.canParse(given)) throw refuse('must be an address such as https://shop.example/pdfgen.');
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(`must begin with https://, not with ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw refuse('must not hold a user or password. The signature of each call shows who sends it.');
  if (url.hash !== '') throw refuse('must not have a part behind "#": it is never sent.');
  if (url.href.length > longestUrl) throw refuse(`must have at most ${longestUrl} characters.`);
  if (url.protocol === 'http:' && !rules.allowsSomePlain)
    throw refuse('must begin with https://: this server sends nothing without TLS.');
  const literal = literalOf(url);
  const fault = literal === undefined ? undefined : findAddressFault(url, literal, rules);
  if (fault !== undefined) throw refuse(`cannot be called: ${fault}`);
  return url.href;
}

/** The IP address in the URL. Undefined: the URL has a name. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Why the address of a host must not be called. Undefined: the address is allowed. */
export function findAddressFault(url: URL, address: string, rules: AddressRules): string | undefined {
  const host = literalOf(url) === undefined ? `${url.hostname} is ${address}, which` : address;
  if (!rules.allows(address))
    return `${host} is not on the internet. The operator may allow it with PDFGEN_WEBHOOK_NETWORKS, for all servers and workers.`;
  if (url.protocol === 'http:' && !rules.allowsPlain(address))
    return `${host} may be called with https only. The operator may allow http with PDFGEN_WEBHOOK_NETWORKS, for all servers and workers.`;
  return undefined;
}
