// How much a list of faults holds, so that an answer stays small whatever a request says.

/** Most faults in a list. `errorsTruncated` says that there were more. */
export const maxBreaches = 1000;

/**
 * Most characters in the texts of a list. Each fault repeats the names that lead to its place, so a name of 400 kB would make 400 MB of a thousand
 * faults below it. The first fault is listed whatever its length.
 */
const maxCharacters = 1_000_000;

/** The texts of a fault. */
interface Texts {
  readonly path: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly schemaPath?: string;
}

/** Counts the faults of a list as they are found. */
export class BreachRoom {
  #count = 0;
  #characters = 0;

  /** Whether a fault before did not fit. */
  get isOver(): boolean {
    return this.#count > maxBreaches || (this.#count > 1 && this.#characters > maxCharacters);
  }

  /** Counts a fault; false: the list has no room for it. */
  take({ path, message, params = {}, schemaPath = '' }: Texts): boolean {
    if (this.isOver) return false;
    this.#count++;
    this.#characters += path.length + message.length + schemaPath.length;
    // The parameters of a fault can repeat a whole list of allowed values.
    for (const value of Object.values(params))
      this.#characters += typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 0;
    return !this.isOver;
  }
}

/** The faults that a list has room for, from the first. */
export function cutBreaches<T extends Texts>(found: readonly T[]): readonly T[] {
  const room = new BreachRoom();
  const end = found.findIndex((one) => !room.take(one));
  return end === -1 ? found : found.slice(0, end);
}

/** As `cutBreaches`, but keeps one fault more than fits, so that the code that cuts the list later knows that faults were left out. */
export function listBreaches<T extends Texts>(found: Iterable<T>): readonly T[] {
  const room = new BreachRoom();
  const listed: T[] = [];
  for (const one of found) {
    listed.push(one);
    if (!room.take(one)) break;
  }
  return listed;
}
