// Data against a template's dataSchema: the one place that compiles and runs such a schema.
export { compileDataSchema, type DataSchema, maxDataDepth } from './data-schema.ts';
export { inferSchema } from './infer-schema.ts';
