// Finds templates by reading their folders, because people write to them. Folders are named by slug, so the first look-up of a UUID reads
// all of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { TemplateSummary } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { removeLeftovers } from '../../files/temporary-name.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { templateNotFound } from '../template-refusals.ts';
import type { ListFilter, ListKey, ListPage, TemplateFault } from '../template-store.ts';
import type { Catalog } from './catalog.ts';
import type { Finder } from './finder.ts';
import { readTextFile } from './read-json-file.ts';
import { fitsFilter, isBehind } from './summarize.ts';
import type { TemplatePlace, TemplateReader, WorkingTemplate } from './working-template.ts';

export interface TemplateFinderParts {
  readonly catalog: Catalog;
  readonly reader: TemplateReader;
  summarize(template: WorkingTemplate): TemplateSummary;
}

export class TemplateFinder implements Finder {
  readonly #parts: TemplateFinderParts;
  /** Slugs where uuids were last found. A uuid that is no longer there is looked up anew. */
  readonly #slugs = new Map<string, string>();

  constructor(parts: TemplateFinderParts) {
    this.#parts = parts;
  }

  async findNamed(nameOrUuid: string): Promise<WorkingTemplate | undefined> {
    const template = await this.findAt(nameOrUuid);
    if (template) {
      await this.#refuseTwin(template);
      this.#slugs.set(template.uuid, template.place.slug);
    }
    if (template || !isUuid(nameOrUuid)) return template;
    return this.find(nameOrUuid.toLowerCase());
  }

  /** Raises TEMPLATE_INVALID if two folders have this uuid, or if a folder cannot be read that may have it. */
  async find(uuid: string): Promise<WorkingTemplate | undefined> {
    const slug = this.#slugs.get(uuid);
    const known = slug === undefined ? undefined : await this.findAt(slug);
    if (known?.uuid === uuid) return known;
    this.#slugs.delete(uuid);
    const { groups, faults } = await this.#readAll();
    const group = groups.get(uuid);
    if (group && !isAlone(group)) throw sameUuid(group);
    if (group) this.#slugs.set(uuid, group[0].place.slug);
    else if (faults[0]) throw faults[0].error;
    return group?.[0];
  }

  /** Raises TEMPLATE_INVALID if another folder states the same uuid. Reads only documents whose text contains the uuid. */
  async #refuseTwin(template: WorkingTemplate): Promise<void> {
    if (!template.saysUuid) return;
    for (const place of this.#parts.catalog.scan().places) {
      if (place.slug === template.place.slug || !mayHold(place.document, template.uuid)) continue;
      const other = await this.#parts.reader.read(place).catch(() => undefined); // its own look-up reports the fault
      if (other?.uuid === template.uuid) throw sameUuid([template, other]);
    }
  }

  async get(uuid: string): Promise<WorkingTemplate> {
    const found = await this.find(uuid);
    if (!found) throw templateNotFound(uuid);
    return found;
  }

  /** The template at a slug. Raises TEMPLATE_INVALID. */
  async findAt(slug: string): Promise<WorkingTemplate | undefined> {
    const place = this.#parts.catalog.find(slug);
    return place && this.#parts.reader.read(place);
  }

  async getAt(slug: string): Promise<WorkingTemplate> {
    const found = await this.findAt(slug);
    if (!found) throw new PdfgenError('TEMPLATE_NOT_FOUND', `There is no template ${JSON.stringify(slug)}.`);
    return found;
  }

  async list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<ListPage<TemplateSummary>> {
    const wanted = (await this.#scan()).templates
      .map((one) => this.#parts.summarize(one))
      .filter((one) => fitsFilter(one, filter) && (!after || isBehind(one, after)))
      .sort((a, b) => (isBehind(a, b) ? 1 : -1));
    return { items: wanted.slice(0, limit), hasMore: wanted.length > limit };
  }

  async listFaults(): Promise<readonly TemplateFault[]> {
    return (await this.#scan()).faults;
  }

  async count(): Promise<number> {
    const { places, faults } = this.#parts.catalog.scan();
    return places.length + faults.length;
  }

  async findWorkingAsset(sha256: string): Promise<Uint8Array | undefined> {
    for await (const one of this.readEach()) {
      const bytes = 'error' in one ? undefined : assetOf(one, sha256);
      if (bytes) return bytes;
    }
    return undefined;
  }

  async workingAssets(): Promise<ReadonlySet<string> | undefined> {
    const { templates, faults } = await this.#scan();
    if (faults.length > 0) return undefined;
    return new Set(templates.flatMap((one) => Object.values(one.entries()).map(({ sha256 }) => sha256)));
  }

  async held(): Promise<Finder> {
    return this;
  }

  async change<T>(_slugs: readonly string[], work: () => Promise<T>): Promise<T> {
    const folder = join(this.#parts.catalog.workspace ?? '', 'templates');
    removeLeftovers(folder);
    return work();
  }

  /**
   * Every template, or the reason why it cannot be read. Gives them one at a time, so that the caller need not hold all. `slug`: reads
   * this folder only.
   */
  async *readEach(slug?: string): AsyncGenerator<WorkingTemplate | TemplateFault> {
    const { places, faults } = this.#parts.catalog.scan(slug);
    yield* faults;
    for (const place of places) {
      // Lets a server answer other calls meanwhile.
      await turn();
      try {
        const template = await this.#parts.reader.read(place);
        if (template) yield template;
      } catch (error) {
        if (!(error instanceof PdfgenError)) throw error;
        yield faultAt(place, error);
      }
    }
  }

  /** Every readable template, and the faults of the others. */
  async #scan(): Promise<{ readonly templates: readonly WorkingTemplate[]; readonly faults: readonly TemplateFault[] }> {
    const { groups, faults } = await this.#readAll();
    const alone = [...groups.values()].filter(isAlone);
    const twins = [...groups.values()].filter((group) => !isAlone(group));
    return {
      templates: alone.flat(),
      faults: [...faults, ...twins.flatMap((group) => group.map(({ place }) => faultAt(place, sameUuid(group))))],
    };
  }

  /** Templates by uuid. Several templates with the same uuid are a fault. */
  async #readAll(): Promise<{ readonly groups: ReadonlyMap<string, WorkingTemplate[]>; readonly faults: TemplateFault[] }> {
    const groups = new Map<string, WorkingTemplate[]>();
    const faults: TemplateFault[] = [];
    for await (const one of this.readEach()) {
      if ('error' in one) faults.push(one);
      else groups.set(one.uuid, [...(groups.get(one.uuid) ?? []), one]);
    }
    return { groups, faults };
  }
}

export function assetOf(template: WorkingTemplate, sha256: string): Uint8Array | undefined {
  const [name] = Object.entries(template.entries()).find(([, entry]) => entry.sha256 === sha256) ?? [];
  return name === undefined ? undefined : readFileSync(template.assets[name]!.path);
}

function mayHold(file: string, uuid: string): boolean {
  try {
    return readTextFile(file)?.toLowerCase().includes(uuid) ?? false;
  } catch {
    return false; // it cannot be read as a template either
  }
}

function isAlone(group: readonly WorkingTemplate[]): group is readonly [WorkingTemplate] {
  return group.length === 1;
}

function faultAt({ slug, document }: TemplatePlace, error: PdfgenError): TemplateFault {
  return { slug, file: document, error };
}

function sameUuid(group: readonly WorkingTemplate[]): PdfgenError {
  const folders = group.map(({ place }) => place.folder).join(' and ');
  return new PdfgenError(
    'TEMPLATE_INVALID',
    `${folders} have the same UUID ${group[0]!.uuid}. Change or remove "uuid" in one template.json.`,
  );
}
