// Templates by UUID. Folders are named by slug, so that the first look-up of a UUID reads them all.
import { PdfgenError } from '../../contract/errors.ts';
import type { TemplateFault } from '../template-store.ts';
import { isUuid } from '../uuid.ts';
import type { Catalog } from './catalog.ts';
import { readTextFile } from './read-json-file.ts';
import { type TemplatePlace, TemplateReader, type WorkingTemplate } from './working-template.ts';

export class TemplateFinder {
  readonly #catalog: Catalog;
  readonly #reader = new TemplateReader();
  /** Where a uuid was last found; it is looked up anew when it is not there any more. */
  readonly #slugs = new Map<string, string>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** By slug, which reads that folder only, or by UUID. */
  async findNamed(nameOrUuid: string): Promise<WorkingTemplate | undefined> {
    const place = this.#catalog.find(nameOrUuid);
    const template = place && (await this.#reader.read(place));
    if (template) {
      await this.#refuseTwin(template);
      this.#slugs.set(template.uuid, template.place.slug);
    }
    if (template || !isUuid(nameOrUuid)) return template;
    return this.find(nameOrUuid.toLowerCase());
  }

  /** Raises TEMPLATE_INVALID if two folders have this uuid, or if one that may have it cannot be read. */
  async find(uuid: string): Promise<WorkingTemplate | undefined> {
    const slug = this.#slugs.get(uuid);
    const place = slug === undefined ? undefined : this.#catalog.find(slug);
    const known = place && (await this.#reader.read(place));
    if (known?.uuid === uuid) return known;
    this.#slugs.delete(uuid);
    const { groups, faults } = await this.#readAll();
    const group = groups.get(uuid);
    if (group && !isAlone(group)) throw sameUuid(group);
    if (group) this.#slugs.set(uuid, group[0].place.slug);
    else if (faults[0]) throw faults[0].error;
    return group?.[0];
  }

  /** Raises TEMPLATE_INVALID if another folder says the same uuid. Only documents that hold its text are read as templates. */
  async #refuseTwin(template: WorkingTemplate): Promise<void> {
    if (!template.saysUuid) return;
    for (const place of this.#catalog.scan().places) {
      if (place.slug === template.place.slug || !mayHold(place.document, template.uuid)) continue;
      const other = await this.#reader.read(place).catch(() => undefined); // its own look-up tells what is wrong with it
      if (other?.uuid === template.uuid) throw sameUuid([template, other]);
    }
  }

  /** Raises TEMPLATE_NOT_FOUND, and what `find` raises. */
  async get(uuid: string): Promise<WorkingTemplate> {
    const found = await this.find(uuid);
    if (!found)
      throw new PdfgenError(
        'TEMPLATE_NOT_FOUND',
        `There is no template with the UUID ${uuid}. List them with: pdfgen templates list`,
      );
    return found;
  }

  /** Every template that can be read, and why the others cannot. */
  async scan(): Promise<{ readonly templates: readonly WorkingTemplate[]; readonly faults: readonly TemplateFault[] }> {
    const { groups, faults } = await this.#readAll();
    const alone = [...groups.values()].filter(isAlone);
    const twins = [...groups.values()].filter((group) => !isAlone(group));
    return {
      templates: alone.flat(),
      faults: [...faults, ...twins.flatMap((group) => group.map(({ place }) => faultAt(place, sameUuid(group))))],
    };
  }

  /** Templates by uuid; more than one of a uuid is a fault of theirs. */
  async #readAll(): Promise<{ readonly groups: ReadonlyMap<string, WorkingTemplate[]>; readonly faults: TemplateFault[] }> {
    const groups = new Map<string, WorkingTemplate[]>();
    const scanned = this.#catalog.scan();
    const faults = [...scanned.faults];
    for (const place of scanned.places) {
      try {
        const template = await this.#reader.read(place);
        if (template) groups.set(template.uuid, [...(groups.get(template.uuid) ?? []), template]);
      } catch (error) {
        if (!(error instanceof PdfgenError)) throw error;
        faults.push(faultAt(place, error));
      }
    }
    return { groups, faults };
  }
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
    `${folders} have the same UUID ${group[0]!.uuid}. Give one of them another in its template.json, or none.`,
  );
}
