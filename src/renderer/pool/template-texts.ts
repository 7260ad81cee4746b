// Templates for the threads: text in shared memory that no thread copies. A process gets each text once.

import { BoundedCache } from '../../cache/bounded-cache.ts';
import type { TemplateSource } from '../types.ts';

/** A template with its document as text. A thread parses the text only if it does not have the template compiled. */
export interface TemplateText extends Omit<TemplateSource, 'document'> {
  /** UTF-8, in shared memory except between processes. */
  readonly json: Uint8Array;
}

/** A copy in memory that threads share. */
export function toShared(text: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(text.length));
  shared.set(text);
  return shared;
}

/** Number of templates that a process keeps as text. */
export const keptTexts = 200;

/** Templates as text. A text is kept while it is used now and then. */
export function keepTexts(): (template: TemplateSource) => TemplateText {
  const texts = new BoundedCache<TemplateText>(keptTexts);
  return (template) => {
    const known = texts.get(template.key);
    if (known) return known;
    const text = toTemplateText(template);
    texts.set(template.key, text);
    return text;
  };
}

export function toTemplateText({ key, slug, schemaPlace, assets, document }: TemplateSource): TemplateText {
  return { key, slug, schemaPlace, assets, json: toShared(Buffer.from(JSON.stringify(document))) };
}
