// A workspace with the template `order`, whose faults have known places.
import { makeWorkspace } from './run-cli.ts';
import { listOf, objectOf } from './schemas.ts';

export const template = `{
  "pages": [
    { "body": [
      "Dear {{ customer.name }}",
      { "repeat": "lines", "body": [
        { "id": "cut", "text": "{{ item }}", "width": 10, "maxLines": 1 }
      ] }
    ] }
  ]
}
`;
const schema = objectOf({
  customer: objectOf({ name: { type: 'string' }, phone: { type: 'string' } }, 'name'),
  lines: listOf({ type: 'string' }),
});
export const example = { customer: { name: 'Ada' }, lines: ['a', 'a line that is cut\u0007'] };
/** Of the component that cuts its text. */
export const place = 'templates/order/template.json:6:9';
export const quoted = 'The text "a line that is cut\\u0007" does not fit its place and is cut.';

export function makeOrder(text = template, more: Readonly<Record<string, unknown>> = {}): string {
  return makeWorkspace({
    'templates/order/template.json': text,
    'templates/order/schema.json': schema,
    'templates/order/example.json': example,
    'order.json': '{\n  "customer": { "name": "Ada" },\n  "lines": [\n    "a",\n    "a line that is cut\\u0007"\n  ]\n}',
    'orders.json': [example],
    ...more,
  });
}

/** Its path may be missing. */
export const doubtful = template.replace('{{ customer.name }}', '{{ customer.name }} {{ customer.phone }}');
export const advice = 'warning: 1 warning of the template: see pdfgen templates lint order\n';
/** Two faults: a path, and a property. */
export const faulty = template.replace('{{ customer.name }}', '{{ customer.nam }}').replace('"maxLines"', '"maxLine"');
