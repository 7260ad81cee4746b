// The table of operations. Routes, client, checks, types and documents are made from it.
import { embeddedOperations } from './embedded.ts';
import { generateOperations } from './generate.ts';
import { renderBatchOperations } from './render-batches.ts';
import { renderJobOperations } from './render-jobs.ts';
import { serviceOperations } from './service.ts';
import { templateOperations } from './templates.ts';
import { webhookOperations } from './webhooks.ts';

export const operations = {
  ...generateOperations,
  ...renderJobOperations,
  ...renderBatchOperations,
  ...templateOperations,
  ...embeddedOperations,
  ...webhookOperations,
  ...serviceOperations,
} as const;

/** The name of an operation, such as `generateSingle`. */
export type OperationId = keyof typeof operations;
