// JSON Schema as the contract uses it, and the TypeScript type of a schema's values.

/** The keywords that contract schemas and component properties use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  /** Properties of which an object needs one. Published, it is an `anyOf` of `required`. */
  readonly 'x-needs-one'?: readonly string[];
  /** Two lists of properties: an object has those of one list alone. Published, it is a `not` of `required`. */
  readonly 'x-either'?: readonly [readonly string[], readonly string[]];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly [keyword: string]: unknown;
}

type Primitive<T> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? readonly unknown[]
          : T extends 'object'
            ? { readonly [key: string]: unknown }
            : unknown;

type Required<S> = S extends { required: readonly (infer K)[] } ? K : never;

/** The type of the values that schema S accepts. Keywords such as `$ref` and `format` are ignored. */
export type FromSchema<S> = S extends { const: infer C }
  ? C
  : S extends { enum: readonly (infer E)[] }
    ? E
    : S extends { oneOf: readonly (infer O)[] }
      ? FromSchema<O>
      : S extends { anyOf: readonly (infer O)[] }
        ? FromSchema<O>
        : S extends { properties: infer P }
          ? { readonly [K in keyof P as K extends Required<S> ? K : never]: FromSchema<P[K]> } & {
              readonly [K in keyof P as K extends Required<S> ? never : K]?: FromSchema<P[K]> | undefined;
            }
          : S extends { additionalProperties: infer A extends object }
            ? { readonly [key: string]: FromSchema<A> }
            : S extends { type: 'array'; items: infer I }
              ? readonly FromSchema<I>[]
              : S extends { type: readonly (infer T)[] }
                ? Primitive<T>
                : S extends { type: infer T }
                  ? Primitive<T>
                  : unknown;

/** The schema of an object with these members and no others. */
export function objectOf<const R extends readonly string[], const P extends Readonly<Record<string, JsonSchema>>>(
  required: R,
  properties: P,
): { readonly type: 'object'; readonly required: R; readonly additionalProperties: false; readonly properties: P };
export function objectOf(required: readonly string[], properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', ...(required.length > 0 && { required }), additionalProperties: false, properties };
}
