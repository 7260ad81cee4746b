// The port of the local engine: calls for programs on the same machine as the store only.
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { Engine, Template } from '../contract/engine.ts';
import type { Follower } from '../contract/follow.ts';
import type { ItemGenerator } from '../contract/generate-items.ts';
import type { ShownFiles, ShownTemplate } from '../contract/shown-template.ts';
import type { JobWorker, JobWorkerOptions } from '../jobs/worker.ts';
import type { TemplateFault } from '../store/template-store.ts';
import type { Deliverer, DelivererEvent } from '../webhooks/deliverer.ts';

import type { AddedFonts, AddFontsRequest } from './fonts/add-fonts.ts';
import type { FontCheck, FontCheckRequest } from './fonts/check-font.ts';
import type { ListedFont } from './fonts/list-fonts.ts';

/** A diagnostic with its file. `pointer` leads into the JSON of this file. */
export interface FileDiagnostic extends Diagnostic {
  /** Absolute path: template.json, schema.json, example.json. */
  readonly file: string;
}

/** What `formatTemplate` found. */
export interface FormattedTemplate {
  /** Absolute path. */
  readonly file: string;
  /** The file was not in its canonical form. */
  readonly isChanged: boolean;
}

/** A change of a text in the file of a template. */
export interface FixedPlace {
  /** Absolute path. */
  readonly file: string;
  /** Where the old text was. Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  readonly old: string;
  readonly new: string;
}

/** The engine of a workspace on this machine. */
export interface LocalEngine extends Engine, Follower, ItemGenerator {
  /** The template with a slug or UUID. TEMPLATE_NOT_FOUND suggests the nearest slug. */
  findTemplate(nameOrUuid: string): Promise<{ readonly uuid: string; readonly slug: string }>;
  /** The template of an engine for one template. Raises TEMPLATE_INVALID when its files cannot be read. */
  getOnlyTemplate(): Promise<{ readonly uuid: string; readonly slug: string }>;
  /** Templates of the workspace that cannot be read, by slug. `listTemplates` leaves them out. */
  listTemplateFaults(): Promise<readonly TemplateFault[]>;
  /** Deletes a template that cannot be read, by its slug. Raises TEMPLATE_NOT_FOUND. */
  deleteTemplateFault(slug: string): Promise<void>;
  /** Errors and warnings about a template: its document, its files, its schema, and its example data against the schema. */
  lintTemplate(uuid: string): Promise<readonly FileDiagnostic[]>;
  /** Makes the fixes of a template's warnings in its file. Raises TEMPLATE_NOT_FOUND, TEMPLATE_INVALID; UsageError if the file cannot be written. */
  fixTemplate(uuid: string): Promise<readonly FixedPlace[]>;
  /** Writes the file of a template in its canonical form. `check`: writes nothing. Raises TEMPLATE_NOT_FOUND, TEMPLATE_INVALID. */
  formatTemplate(uuid: string, options: { readonly check: boolean }): Promise<FormattedTemplate>;
  /** Records the working files as a version if their content is new. */
  saveTemplateVersion(uuid: string): Promise<{ readonly version: number; readonly created: boolean }>;
  /** Copies files into the template's assets by name, all or none. Raises ASSET_INVALID, PAYLOAD_TOO_LARGE, INVALID_REQUEST. */
  addTemplateAssets(
    uuid: string,
    files: ReadonlyMap<string, Uint8Array>,
    options: { readonly replace: boolean },
  ): Promise<Template['assets']>;
  /** The fonts that a template can use; undefined: those of all templates. */
  listFonts(uuid: string | undefined): Promise<readonly ListedFont[]>;
  /** What a font can and cannot do. Raises TEMPLATE_NOT_FOUND, and INVALID_REQUEST for an unknown family. */
  checkFont(request: FontCheckRequest): Promise<FontCheck>;
  /** Puts fonts into the assets of a template or the folder `fonts`, and names them in the template. Raises ASSET_INVALID, INVALID_REQUEST. */
  addFonts(request: AddFontsRequest): Promise<AddedFonts>;
  /** What a browser needs to lay out the template itself. `pathOf`: where it loads a file. Raises TEMPLATE_NOT_FOUND, TEMPLATE_INVALID. */
  showTemplate(uuid: string, pathOf: (kind: keyof ShownFiles, name: string, key: string) => string): Promise<ShownTemplate>;
  /** A file of a shown template. Undefined: no such file. Raises ASSET_INVALID. */
  openShownFile(uuid: string, kind: keyof ShownFiles, name: string): Promise<Uint8Array | undefined>;
  /** The folder that holds the template. */
  templateFolder(uuid: string): Promise<string>;
  /** Starts a worker, which takes jobs from the workspace's queue until it is stopped. */
  startWorker(options: JobWorkerOptions): Promise<JobWorker>;
  /** Starts to deliver events to webhooks, until it is stopped. */
  startDeliverer(log: (event: DelivererEvent) => void): Promise<Deliverer>;
  /** Ends the engine and its threads. Later calls raise UsageError. */
  close(): Promise<void>;
}
