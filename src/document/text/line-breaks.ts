// Where lines may break: UAX #14, by the `linebreak` package; words of scripts without spaces by Intl.Segmenter.
import { createRequire } from 'node:module';

interface Breaker {
  nextBreak(): { readonly position: number } | null;
}

/** South-East Asian scripts, whose words only a dictionary tells apart (UAX #14, class SA): Thai, Lao, Myanmar, Khmer. */
const southEastAsian = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f]+/g;

/** Opened when a text first needs it: its tables cost start-up time that a plain invoice need not pay. */
export class BreakFinder {
  #Breaker: (new (text: string) => Breaker) | undefined;
  #segmenter: Intl.Segmenter | undefined;

  /** For each index of `text` 1 where a line may begin; line feeds are the caller's. */
  find(text: string): Uint8Array {
    const breaks = new Uint8Array(text.length + 1);
    this.#Breaker ??= createRequire(import.meta.url)('linebreak') as new (text: string) => Breaker;
    const breaker = new this.#Breaker(text);
    for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) breaks[found.position] = 1;
    keepLeadingHyphens(text, breaks);
    if (/["'\p{Pi}\p{Pf}]/u.test(text)) keepQuotes(text, breaks);
    this.#addWords(text, breaks);
    return breaks;
  }

  #addWords(text: string, breaks: Uint8Array): void {
    for (const match of text.matchAll(southEastAsian)) {
      this.#segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
      for (const { index } of this.#segmenter.segment(match[0])) if (index > 0) breaks[match.index + index] = 1;
    }
  }
}

/** UAX #14, LB20a, newer than the package: a hyphen that begins a word stays with it ("-ness"). */
function keepLeadingHyphens(text: string, breaks: Uint8Array): void {
  for (const { index, 0: found } of text.matchAll(/(?:^|[\s\u00a0\u200b])[-\u2010](?=[\p{L}&@#*=_<>^`~])/gu))
    breaks[index + found.length] = 0;
}

/**
 * UAX #14, LB15a and LB15b, newer than the package: no break behind an opening quotation mark and its spaces, nor between spaces
 * and a closing one (« ainsi »). The older LB15, which they replace, kept any quotation mark and a bracket after it together.
 */
function keepQuotes(text: string, breaks: Uint8Array): void {
  for (const { index, 0: found } of text.matchAll(/["'\p{Pi}\p{Pf}] +(?=\p{Ps})/gu)) breaks[index + found.length] = 1;
  for (const { index, 0: found } of text.matchAll(/(?<=^|[\s\p{Ps}"'\p{Pi}\p{Pf}\u200b])\p{Pi} */gu))
    breaks[index + found.length] = 0;
  for (const { index } of text.matchAll(/ \p{Pf}(?=$|[\s\p{Pe}"'\p{Pi}\p{Pf}!?,.:;/\u2060\u200b])/gu)) breaks[index + 1] = 0;
}
