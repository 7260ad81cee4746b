// pdfgen as a library: the local engine, its errors, and the types of what it takes and gives.

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
export type { Pdf, RenderWarning } from './contract/generate.ts';
export { createLocalEngine, type EngineLocation, type LocalEngineDeps } from './engine/create-local-engine.ts';
export { localLimits } from './engine/limits.ts';
export type { FileDiagnostic, LocalEngine } from './engine/types.ts';
export type { Limits, Renderer } from './renderer/types.ts';
