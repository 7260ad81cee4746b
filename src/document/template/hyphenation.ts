// Finds the hyphenation patterns of a language.
import { PdfgenError } from '../../contract/errors.ts';
import type { Resources } from '../resources.ts';
import { type Hyphenator, openHyphenator } from '../text/hyphenation/hyphenator.ts';
import type { TextEngine } from '../text/index.ts';
import type { HyphenateSettings } from '../text/text-properties.ts';

/** Languages whose patterns have another name. */
const others: Readonly<Record<string, string>> = {
  am: 'mul-ethi',
  bs: 'sr',
  cnr: 'sr',
  en: 'en-us',
  'en-ca': 'en-us',
  gez: 'mul-ethi',
  ku: 'kmr',
  nb: 'no',
  nn: 'no',
  sh: 'sr',
  ti: 'mul-ethi',
};

export class HyphenationBook {
  readonly #resources: Resources;
  readonly #engine: TextEngine;
  readonly #made = new Map<string, Hyphenator | undefined>();
  readonly #refuse: (error: PdfgenError) => void;

  /** `refuse`: takes the error of a broken file. */
  constructor(resources: Resources, engine: TextEngine, refuse: (error: PdfgenError) => void) {
    this.#resources = resources;
    this.#engine = engine;
    this.#refuse = refuse;
  }

  /** Divides words of a language (BCP 47). Undefined: there are no patterns for it. */
  hyphenatorFor(lang: string, settings: HyphenateSettings): Hyphenator | undefined {
    const key = JSON.stringify([lang, settings]);
    if (!this.#made.has(key)) this.#made.set(key, this.#make(lang, settings));
    return this.#made.get(key);
  }

  #make(lang: string, settings: HyphenateSettings): Hyphenator | undefined {
    try {
      for (const name of patternNames(lang.toLowerCase())) {
        const resource = this.#resources.patterns(name);
        if (resource) return openHyphenator(this.#engine.openPatterns(resource), settings);
      }
    } catch (error) {
      if (!(error instanceof PdfgenError)) throw error;
      this.#refuse(error);
    }
    return undefined;
  }
}

/** The names that patterns of a language may have, the nearest first: `en-au`, `en-gb`, `en`, `en-us`. */
function* patternNames(lang: string): Iterable<string> {
  for (let tag = lang; ; ) {
    yield tag;
    const other = others[tag];
    if (other !== undefined) yield other;
    const cut = tag.lastIndexOf('-');
    if (cut < 0) return;
    tag = tag.slice(0, cut);
    // English of other places is spelt as in Britain.
    if (tag === 'en') yield 'en-gb';
  }
}
