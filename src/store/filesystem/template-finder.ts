// Templates by UUID. Folders are named by slug, so that the first look-up of a UUID reads them all.
import { PdfgenError } from '../../contract/errors.ts';
import { isUuid } from '../uuid.ts';
import type { Catalog } from './catalog.ts';
import { TemplateReader, type WorkingTemplate } from './working-template.ts';

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
    if (template) this.#slugs.set(template.uuid, template.place.slug);
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
    const { templates, faults } = await this.#scan();
    const found = templates.filter((one) => one.uuid === uuid);
    refuseTwins(found);
    if (found[0]) this.#slugs.set(uuid, found[0].place.slug);
    else if (faults[0]) throw faults[0];
    return found[0];
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

  /** All, or the faults of every one that cannot be read. */
  async readAll(): Promise<readonly WorkingTemplate[]> {
    const { templates, faults } = await this.#scan();
    if (faults.length > 0) throw joinFaults(faults);
    const byUuid = new Map<string, WorkingTemplate[]>();
    for (const one of templates) byUuid.set(one.uuid, [...(byUuid.get(one.uuid) ?? []), one]);
    for (const group of byUuid.values()) refuseTwins(group);
    return templates;
  }

  async #scan(): Promise<{ readonly templates: readonly WorkingTemplate[]; readonly faults: readonly PdfgenError[] }> {
    const templates: WorkingTemplate[] = [];
    const faults: PdfgenError[] = [];
    for (const place of this.#catalog.places()) {
      try {
        const template = await this.#reader.read(place);
        if (template) templates.push(template);
      } catch (error) {
        if (!(error instanceof PdfgenError)) throw error;
        faults.push(error);
      }
    }
    return { templates, faults };
  }
}

function refuseTwins(same: readonly WorkingTemplate[]): void {
  const [first, second] = same;
  if (!first || !second) return;
  const folders = `${first.place.folder} and ${second.place.folder}`;
  throw new PdfgenError(
    'TEMPLATE_INVALID',
    `${folders} have the same UUID ${first.uuid}. Give one of them another in its template.json, or none.`,
  );
}

function joinFaults(faults: readonly PdfgenError[]): PdfgenError {
  if (faults.length === 1) return faults[0]!;
  const errors = faults.map((one) => ({ path: '', message: one.message, keyword: 'unreadable', params: {}, schemaPath: '' }));
  return new PdfgenError('TEMPLATE_INVALID', `${faults.length} templates cannot be read.`, { errors });
}
