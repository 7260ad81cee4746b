// pdfgen embedded get
import { embeddedTemplates } from '../../resources/embedded.ts';
import { createGet } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen embedded get invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 --json

Exit codes:
  0  done
  5  there is no such embedded template`;

export const command = createGet(embeddedTemplates, {
  description: 'Shows an embedded template. With --json, prints all of it.',
  help,
  get: ({ engine, params }) => engine.getEmbeddedTemplate({ params }),
});
