// The local engine's wider interface: what only a program on the same machine as the store may ask.
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { Engine, Template } from '../contract/engine.ts';
import type { ItemGenerator } from '../contract/generate-items.ts';
import type { Worker, WorkerOptions } from '../jobs/worker.ts';
import type { TemplateFault } from '../store/template-store.ts';

/** A diagnostic with the file it is in. `pointer` is into that file's own JSON. */
export interface FileDiagnostic extends Diagnostic {
  /** Absolute path: template.json, schema.json, example.json. */
  readonly file: string;
}

export interface LocalEngine extends Engine, ItemGenerator {
  /** The template a person means by a slug or UUID. Raises TEMPLATE_NOT_FOUND, naming the nearest slug. */
  findTemplate(nameOrUuid: string): Promise<{ readonly uuid: string; readonly slug: string }>;
  /** The templates of the workspace that cannot be read, by slug; `listTemplates` leaves them out. */
  listTemplateFaults(): Promise<readonly TemplateFault[]>;
  /** Deletes one of these by its slug. Raises TEMPLATE_NOT_FOUND. */
  deleteTemplateFault(slug: string): Promise<void>;
  /** Everything that is wrong or doubtful in a template: its document, its schema, its example data against the schema. */
  lintTemplate(uuid: string): Promise<readonly FileDiagnostic[]>;
  /** Records the working files as a version if their content is new. */
  saveTemplateVersion(uuid: string): Promise<{ readonly version: number; readonly created: boolean }>;
  /** Copies files into the template's assets by name, all or none. Raises ASSET_INVALID, PAYLOAD_TOO_LARGE, INVALID_REQUEST. */
  addTemplateAssets(
    uuid: string,
    files: ReadonlyMap<string, Uint8Array>,
    options: { readonly replace: boolean },
  ): Promise<Template['assets']>;
  /** The folder that holds the template. */
  templateFolder(uuid: string): Promise<string>;
  /** Takes jobs of the workspace from its queue until it is stopped. */
  startWorker(options: WorkerOptions): Promise<Worker>;
  close(): Promise<void>;
}
