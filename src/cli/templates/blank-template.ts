// The blank template of `templates create`.
import type { TemplateInput } from '../../contract/engine.ts';

/** A title and a text, with the page number below. */
export function blankTemplate(slug: string, name: string): TemplateInput {
  const text = 'This text comes from the example data. Change template.json, schema.json and example.json beside it.';
  const content = {
    slug,
    name,
    document: { title: '{{ title }}' },
    styles: { base: { size: 10 }, h1: { size: 20, bold: true } },
    pages: [
      {
        size: 'A4',
        margin: 20,
        body: [
          { text: '{{ title }}', style: 'h1', role: 'heading1' },
          { text: '{{ text }}', margin: [4, 0, 0, 0] },
        ],
        footer: [{ text: 'Page {{ page.number }} of {{ page.total }}', size: 8, color: '#777777', align: 'right' }],
      },
    ],
    dataSchema: {
      type: 'object',
      required: ['title', 'text'],
      additionalProperties: false,
      properties: { title: { type: 'string' }, text: { type: 'string' } },
    },
    exampleData: { title: name, text },
  };
  return content as TemplateInput;
}
