// Turns a stored template into an answer of the API.
import type { Template } from '../../contract/engine.ts';
import type { DescribedTemplate } from '../../store/template-store.ts';
import { describeDocument } from '../../store/template-summary.ts';

/** Members of the answer that do not come from the document. */
const notInDocument = ['uuid', 'slug', 'name', 'description', 'tags', 'version', 'createdAt', 'updatedAt', 'assets'];

export function toWire(stored: DescribedTemplate): Template {
  const { uuid, slug, version, createdAt, updatedAt, entries, document } = stored;
  const { name, description, tags } = describeDocument(slug, document);
  const layout = Object.fromEntries(Object.entries(document).filter(([member]) => !notInDocument.includes(member)));
  return {
    uuid,
    slug,
    name,
    description,
    tags,
    version,
    createdAt,
    updatedAt,
    assets: entries,
    // Shows the content of the files even if it is invalid. The linter reports such faults.
    ...(layout as Pick<Template, 'pages' | 'dataSchema' | 'exampleData'>),
  };
}
