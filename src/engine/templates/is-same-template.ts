// Compares templates whatever their notation is.
import type { AssetEntry, TemplateInput } from '../../contract/engine.ts';
import { digestContent } from '../../store/content-digest.ts';

/** Whether two templates differ in nothing but the notation of their page layouts, and give the same documents. */
export async function isSameTemplate(a: TemplateInput, b: TemplateInput): Promise<boolean> {
  const { canonicalForm, keepsLook, renewNotation } = await import('../../document/compile/canonical-form.ts');
  const digestOf = (template: TemplateInput) => {
    const hashes = Object.entries(template.assets ?? {}).map(([name, entry]) => [name, (entry as AssetEntry).sha256] as const);
    return digestContent(canonicalForm(renewNotation(template as Readonly<Record<string, unknown>>)), Object.fromEntries(hashes));
  };
  return (
    a.slug === b.slug && digestOf(a) === digestOf(b) && [a, b].every((one) => keepsLook(one as Readonly<Record<string, unknown>>))
  );
}
