// Numbers for schemas: equal schemas have the same one, whether or not they are the same object.

export class SchemaIds {
  readonly #byObject = new WeakMap<object, number>();
  readonly #byContent = new Map<string, number>();

  /** Looks at each object once, so a schema of which parts stand at many places takes no longer. */
  idOf(schema: unknown): number | string {
    if (typeof schema !== 'object' || schema === null) return JSON.stringify(schema) ?? '';
    const known = this.#byObject.get(schema);
    if (known !== undefined) return known;
    const content = JSON.stringify(
      Array.isArray(schema)
        ? schema.map((one) => this.idOf(one))
        : Object.entries(schema).flatMap(([name, one]) => [name, this.idOf(one)]),
    );
    const id = this.#byContent.get(content) ?? this.#byContent.size;
    this.#byContent.set(content, id);
    this.#byObject.set(schema, id);
    return id;
  }
}
