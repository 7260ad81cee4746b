// pdfgen/client: the API of a server as typed functions.
export type { CallOptions, Engine, FileStream, Input, Output, StoredPdf } from './contract/engine.ts';
export { type ErrorCode, PdfgenError } from './contract/errors.ts';
export type { Follower } from './contract/follow.ts';
export { createHttpEngine as createClient } from './remote/http-engine.ts';
export type { HttpEngineOptions as ClientOptions } from './remote/send.ts';
export { UsageError } from './words/usage-error.ts';
