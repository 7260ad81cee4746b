// pdfgen as a library: the local engine, batches from data files, their errors, and the types of what it takes and gives.

export type * from './batch/batch-event.ts';
export type { ItemFault, ItemPlace } from './batch/batch-item.ts';
export type { BatchOptions } from './batch/batch-options.ts';
export type { BatchResult } from './batch/batch-result.ts';
export type { EndLine, ItemLine, OutputFile, ResumeLine, RunLine } from './batch/record/manifest.ts';
export { type BatchSurroundings, type NewBatch, type ResumedBatch, runBatch } from './batch/run-batch.ts';
export type { Diagnostic } from './contract/diagnostic.ts';
export type {
  AssetEntry,
  Binary,
  Engine,
  Input,
  Output,
  Template,
  TemplateInput,
  TemplateSummary,
  TemplateVersion,
  Validation,
} from './contract/engine.ts';
export { type Breach, type ErrorCode, errorTable, PdfgenError, type Problem, toProblem } from './contract/errors.ts';
export type { Follower } from './contract/follow.ts';
export type { Pdf, RenderWarning } from './contract/generate.ts';
export { localLimits } from './engine/limits.ts';
export type { FileDiagnostic, LocalEngine } from './engine/local-engine.ts';
export { createLocalEngine } from './engine/wiring/create-local-engine.ts';
export type { EngineLocation, LocalEngineDeps } from './engine/wiring/local-engine-options.ts';
export { InputError } from './input/input-error.ts';
export type { Limits, Renderer } from './renderer/renderer.ts';
export { UsageError } from './words/usage-error.ts';
