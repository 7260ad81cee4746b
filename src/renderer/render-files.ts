// Renders documents one after the other. Each file appears whole.
import { listWarnings } from '../contract/warnings.ts';
import { putWholeFile } from '../files/whole-file.ts';
import type { FileItem, FileOutcome, FilesResult, Limits, Renderer, RenderRequest, TemplateSource } from './renderer.ts';

export interface RenderFilesOptions {
  readonly template: TemplateSource;
  readonly items: readonly FileItem[];
  readonly options: RenderRequest['options'];
  readonly limits: Limits;
  /** Called before each document. True: stop before this document. */
  readonly isStopped: () => boolean;
  /** Called after each document. */
  readonly onDone: () => void;
}

/** Renders the items in order. A file that cannot be written ends the run. Any other fault is the outcome of its item. */
export async function renderFiles(renderer: Renderer, options: RenderFilesOptions): Promise<FilesResult<unknown>> {
  const { items, isStopped, onDone, ...request } = options;
  const startMs = performance.now();
  const outcomes: FileOutcome<unknown>[] = [];
  let fault: unknown;
  for (const { data, path, userPassword } of items) {
    if (isStopped()) break;
    const { encryption } = request.options;
    const own =
      userPassword === undefined ? request.options : { ...request.options, encryption: { ...encryption, userPassword } };
    const rendered = await renderer
      .render({ ...request, strictTemplate: true, options: own, data })
      .catch((error: unknown) => ({ error }));
    if ('error' in rendered) outcomes.push(rendered);
    else {
      const { body, pages, bytes, sha256, warnings, templateWarnings } = rendered;
      try {
        putWholeFile(path, body);
      } catch (error) {
        fault = error;
        break;
      }
      const listed = { warningCount: warnings.length, warnings: listWarnings(warnings) };
      outcomes.push({ pages, bytes, sha256, ...listed, templateWarnings });
    }
    onDone();
  }
  return { outcomes, fault, ms: performance.now() - startMs };
}
