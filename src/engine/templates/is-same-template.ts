// Compares templates in their canonical form.
import type { AssetEntry, TemplateInput } from '../../contract/engine.ts';
import { digestContent } from '../../store/content-digest.ts';

/** Whether two templates differ in nothing but the way in which their page layouts are written. */
export async function isSameTemplate(a: TemplateInput, b: TemplateInput): Promise<boolean> {
  const { canonicalForm } = await import('../../document/compile/canonical-form.ts');
  const digestOf = (template: TemplateInput) => {
    const hashes = Object.entries(template.assets ?? {}).map(([name, entry]) => [name, (entry as AssetEntry).sha256] as const);
    return digestContent(canonicalForm(template as Readonly<Record<string, unknown>>), Object.fromEntries(hashes));
  };
  return a.slug === b.slug && digestOf(a) === digestOf(b);
}
