// Refuses forms that cannot be filled, and lists what a filled form loses.
import type { Form } from '../pdf-file/acro-form/read-fields.ts';
import { asDict, Dict, UnreadablePdf } from '../pdf-file/objects.ts';

/** Raises UnreadablePdf with the reason. */
export function refuseForm(form: Form | undefined, catalog: Dict, willFlatten: boolean): asserts form is Form {
  if (!form || (form.fields.length === 0 && !form.dict.has('XFA'))) throw new UnreadablePdf('has no form fields');
  if (form.dict.has('XFA') && (catalog.boolean('NeedsRendering') === true || form.fields.length === 0))
    throw new UnreadablePdf(
      'is a form in XFA alone, which viewers other than Adobe Reader do not show. Save it as an AcroForm: print it into a PDF and add fields, or ask its author for another version',
    );
  const signatures = form.fields.flatMap(({ kind, nodes }) =>
    kind === 'signature' ? nodes.flatMap(({ inherited }) => asDict(inherited.get('V')) ?? []) : [],
  );
  if (signatures.length === 0) return;
  if (willFlatten)
    throw new UnreadablePdf('is signed, and flattening would break its signatures. Fill and flatten before you sign');
  const allowed = certifiedLevel(catalog);
  if (allowed === undefined)
    throw new UnreadablePdf(
      'is signed, and a change would break its signatures. Fill it before you sign, or certify the form so that its fields may be filled',
    );
  if (allowed < 2) throw new UnreadablePdf('is certified, and its certification allows no change');
  if (form.dict.has('XFA')) throw new UnreadablePdf('is certified, and its XFA form, which would have to go, is a part of it');
  if (signatures.some((one) => transforms(one).some((method) => method.name('TransformMethod') === 'FieldMDP')))
    throw new UnreadablePdf('is signed, and a signature locks fields of it');
}

/** What the certification of a file allows (ISO 32000-2, table 257): 1 nothing, 2 filling forms, 3 comments too. Undefined: not certified. */
function certifiedLevel(catalog: Dict): number | undefined {
  const certification = catalog.dict('Perms')?.dict('DocMDP');
  if (!certification) return undefined;
  const method = transforms(certification).find((one) => one.name('TransformMethod') === 'DocMDP');
  return method?.dict('TransformParams')?.number('P') ?? 2;
}

const transforms = (signature: Dict): readonly Dict[] =>
  signature.list('Reference').flatMap((one) => (one instanceof Dict ? [one] : []));
