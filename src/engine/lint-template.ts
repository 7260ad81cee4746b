import type { Diagnostic } from '../contract/diagnostic.ts';
import type { Breach } from '../contract/errors.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { TemplateFiles } from '../store/template-store.ts';
import type { Deps } from './deps.ts';
import type { FileDiagnostic } from './types.ts';

/** Everything that is wrong or doubtful in a template: its document, its schema, its example data against the schema. */
export async function lintTemplate({ templates, openRenderer, limits }: Deps, uuid: string): Promise<readonly FileDiagnostic[]> {
  const template = await templates.get(uuid);
  const { files } = template;
  if (!files) return [];
  const renderer = await openRenderer();
  const found = [...(await renderer.lint(template))];
  const isSchemaBroken = found.some((one) => one.severity === 'error' && one.pointer.startsWith('/dataSchema'));
  if (!isSchemaBroken) {
    try {
      found.push(...(await renderer.validate(template, template.document.exampleData, limits.now)).map(ofExample));
    } catch (error) {
      if (!(error instanceof PdfgenError)) throw error;
      found.push({ severity: 'error', code: 'example-unchecked', pointer: '/exampleData', message: error.message });
    }
  }
  return found.map((one) => inFile(one, files));
}

function ofExample({ path, message, keyword }: Breach): Diagnostic {
  return {
    severity: 'error',
    code: `example-${keyword}`,
    pointer: `/exampleData${path.replace(/^\/data(?=\/|$)/, '')}`,
    message,
  };
}

/** A diagnostic of the document as one of the file that the part stands in. */
function inFile(diagnostic: Diagnostic, files: TemplateFiles): FileDiagnostic {
  for (const [member, file] of [
    ['/dataSchema', files.schema],
    ['/exampleData', files.example],
  ] as const) {
    const { pointer } = diagnostic;
    if (pointer !== member && !pointer.startsWith(`${member}/`)) continue;
    return { ...diagnostic, pointer: file === files.document ? pointer : pointer.slice(member.length), file };
  }
  return { ...diagnostic, file: files.document };
}
