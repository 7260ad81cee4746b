// The one table of operations. Routes, client, checks, types and documents derive from it.
import { generateOperations } from './generate.ts';
import { templateOperations } from './templates.ts';

export const operations = { ...templateOperations, ...generateOperations } as const;

export type OperationId = keyof typeof operations;
