// pdfgen/contract: types, schemas and error codes.

export type * from './diagnostic.ts';
export * from './editor.ts';
export * from './embedded.ts';
export type * from './engine.ts';
export * from './errors.ts';
export * from './generate.ts';
export * from './job-states.ts';
export * from './operations.ts';
export * from './render-batches.ts';
export * from './render-jobs.ts';
export type * from './schema.ts';
export * from './scopes.ts';
export * from './service.ts';
export * from './shared-schemas.ts';
export { readStandards, type StandardName, type StandardRule, standardNames } from './standards.ts';
export * from './templates.ts';
export * from './webhook-events.ts';
export * from './webhooks.ts';
