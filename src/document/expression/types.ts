// What expressions see when they run, and what is known of it when they are compiled.
import type { JsonSchema } from '../../contract/schema.ts';

/** Conventions that filters format by; they may be bound to data, so they come with the scope. */
export interface FormatSettings {
  /** BCP 47, `de-DE`. */
  readonly locale: string;
  /** ISO 4217, `EUR`; undefined: `money` prints the number alone. */
  readonly currency: string | undefined;
  /** IANA, `Europe/Berlin`. */
  readonly timezone: string;
}

export interface LoopValues {
  readonly index: number; // from 1
  readonly first: boolean;
  readonly last: boolean;
  readonly count: number;
}

/** Everything a running expression can see. Immutable; a repeated element makes a child with one more local. */
export interface Scope {
  /** The document's data. */
  readonly data: unknown;
  /** Values of the enclosing `as` names, outermost first, parallel to `StaticScope.locals`. */
  readonly locals: readonly unknown[];
  readonly loop: LoopValues | undefined;
  /** Undefined members are not known yet: outside bands, or the total before the end. */
  readonly page: { readonly number: number | undefined; readonly total: number | undefined };
  readonly doc: { readonly title: string; readonly date: string };
  readonly format: FormatSettings;
  /** Told of values that cannot be worked with, and where the template does so. */
  readonly warn?: ((place: string, message: string, scope: Scope) => void) | undefined;
}

/** The names that an expression may use, with what the contract says of them. */
export interface StaticScope {
  /** `dataSchema`, whole: `$ref`s resolve inside it. */
  readonly schema: JsonSchema | boolean;
  /** The `as` names in force, outermost first, each with the schema of its element (`true`: nothing is known). */
  readonly locals: readonly { readonly name: string; readonly schema: JsonSchema | boolean }[];
  /** Bare expressions that hold here, from enclosing `when`s: a path they test is not "possibly missing". */
  readonly holds: readonly string[];
  /** Where in the template the expression stands, for messages. */
  readonly place?: string;
}
