// Finds out whether a content that has nothing but bindings prints nothing, before anything is laid out.
import { isObject } from '../../../json/is-object.ts';
import { type CompiledText, compileText } from '../../expression/index.ts';
import type { CompileContext } from '../component.ts';

/** The texts of a content that consists of bindings that may be empty. Undefined: it has other content, or is known too late to be left out. */
export function boundTexts(given: unknown, context: CompileContext, place: string): readonly CompiledText[] | undefined {
  const source = isObject(given) ? given.text : given;
  if (Array.isArray(source)) {
    const at = isObject(given) ? `${place}/text` : place;
    const texts = source.map((line, i) => boundTexts(line, context, `${at}/${i}`));
    return texts.length > 0 && texts.every((one) => one !== undefined) ? texts.flat() : undefined;
  }
  if (typeof source !== 'string') return undefined;
  const at = typeof given === 'string' ? place : `${place}/text`;
  const text = compileText(source, { ...context.names, place: at }, 'tested');
  return text.isOptional && text.time === 'data' && !text.usesOutline ? [text] : undefined;
}
