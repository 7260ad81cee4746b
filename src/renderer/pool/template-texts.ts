// Keeps templates for the threads as text in shared memory, which no thread has to copy. A process gets each text once.

import { BoundedCache } from '../../cache/bounded-cache.ts';
import type { TemplateSource } from '../renderer.ts';

/** A template with its document as text. A thread parses the text only if it has not compiled the template yet. */
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

/** Bytes of template texts that a process keeps. */
const keptBytes = 64 * 1024 ** 2;
/** Estimated bytes of an entry in addition to its text. */
const entryBytes = 1024;

/** A cache of values for template texts. Caches that get the same templates in the same order keep the same templates. */
export interface TextCache<Value> {
  get(key: string): Value | undefined;
  set(template: TemplateText, value: Value): void;
}

export function createTextCache<Value>(): TextCache<Value> {
  const texts = new BoundedCache<Value>(keptBytes);
  return {
    get: (key) => texts.get(key),
    // A text larger than the cache is kept alone, because its task follows.
    set: ({ key, json }, value) => texts.set(key, value, Math.min(json.length + entryBytes, keptBytes)),
  };
}

/** Turns templates into text, and keeps the latest texts. */
export function keepTexts(): (template: TemplateSource) => TemplateText {
  const texts = createTextCache<TemplateText>();
  return (template) => {
    const known = texts.get(template.key);
    if (known) return known;
    const text = toTemplateText(template);
    texts.set(text, text);
    return text;
  };
}

export function toTemplateText({ key, slug, schemaPlace, assets, document }: TemplateSource): TemplateText {
  return { key, slug, schemaPlace, assets, json: toShared(Buffer.from(JSON.stringify(document))) };
}
