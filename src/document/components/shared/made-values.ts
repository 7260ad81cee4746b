// Bounds the lists, objects and texts that a template makes of other values. Without bounds, each of 40 definitions could double the value of a param.
import { isComposite } from '../../expression/index.ts';

/** Most values in a list or object. Parts that the template made before count with all of theirs; a value of the data counts once. */
const mostValues = 100_000;
const mostCharacters = 1_000_000;

/** How many values are in each list and object that was made, with itself. */
const sizes = new WeakMap<object, number>();

/** The list or object with its values. Undefined: it has too many values, which is reported. */
export function boundMade<T extends object>(made: T, tell: (message: string) => void): T | undefined {
  let size = 1;
  for (const member of Object.values(made)) size += (isComposite(member) && sizes.get(member)) || 1;
  if (size > mostValues) {
    tell('This has more than 100,000 values, with those of the params in it, and is left out.');
    return undefined;
  }
  sizes.set(made, size);
  return made;
}

/** The text. Undefined: it is too long, which is reported. */
export function boundText(text: string, tell: (message: string) => void): string | undefined {
  if (text.length <= mostCharacters) return text;
  tell('This text has more than 1,000,000 characters and is left out.');
  return undefined;
}
