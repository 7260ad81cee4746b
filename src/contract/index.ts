// pdfgen/contract: types, schemas and error codes.
export type * from './engine.ts';
export * from './errors.ts';
export * from './generate.ts';
export * from './operations.ts';
export type * from './schema.ts';
export * from './templates.ts';
