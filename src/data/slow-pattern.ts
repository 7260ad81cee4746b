// Finds slow patterns of a data schema when a template is saved, before data is checked with them.
import { type Breach, PdfgenError } from '../contract/errors.ts';
import type { Clock } from './clock.ts';
import { compilePattern } from './pattern.ts';
import { pumpTexts } from './pump-texts.ts';

/** Most texts of the example to try. */
const mostTexts = 10_000;

/** See `DataSchema`. `patterns`: each with its place. */
export function findSlowPattern(
  patterns: ReadonlyMap<string, string>,
  example: unknown,
  clock: Clock,
  timeoutMs: number,
): Breach | undefined {
  let slowest: { readonly place: string; readonly ms: number } | undefined;
  let texts: readonly string[] | undefined;
  clock.start(timeoutMs);
  for (const [source, place] of patterns) {
    const pattern = compilePattern(source, clock);
    if (!pattern.isNative) continue;
    texts ??= textsOf(example);
    const all = [...texts, ...pumpTexts(source)];
    const startMs = performance.now();
    const note = () => {
      const ms = performance.now() - startMs;
      if (!slowest || ms > slowest.ms) slowest = { place, ms };
    };
    try {
      clock.guard(() => {
        for (const text of all) pattern.test(text);
      });
    } catch (error) {
      if (!(error instanceof PdfgenError) || error.code !== 'VALIDATION_TIMEOUT') throw error;
      note();
      return toBreach(slowest!.place, timeoutMs);
    }
    note();
  }
  return undefined;
}

function toBreach(place: string, timeoutMs: number): Breach {
  return {
    path: `/dataSchema${place}`,
    message: `takes longer than ${timeoutMs / 1000} s on the example data and a hundred texts made for it, because it tries too many ways to match. Write it without a repetition inside a repetition. A pattern without look-around, back-references and counts over 1000 is always quick`,
    keyword: 'pattern',
    params: { timeoutMs },
    schemaPath: `#${place}`,
  };
}

/** Every text in a value, and every name in it. */
function textsOf(value: unknown): readonly string[] {
  const texts = new Set<string>();
  const open: unknown[] = [value];
  while (open.length > 0 && texts.size < mostTexts) {
    const one = open.pop();
    if (typeof one === 'string') texts.add(one);
    else if (Array.isArray(one)) for (const item of one) open.push(item);
    else if (typeof one === 'object' && one !== null) for (const [name, member] of Object.entries(one)) open.push(name, member);
  }
  return [...texts];
}
