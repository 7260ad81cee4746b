// Checks data against a template's data schema. No other folder compiles or runs such a schema.
export { compileDataSchema, type DataSchema, maxDataDepth } from './data-schema.ts';
export { inferSchema } from './infer-schema.ts';
