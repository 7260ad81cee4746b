// The PDFs that examples of the docs take pages from, as another program could make them.
import { renderTemplate } from './render-template.ts';

const document = { lang: 'en' };
const base = { size: 10, lineHeight: 1.4 };

const edge = { rect: 8, fill: { from: '#0f5c63', to: '#8fc1b5' }, at: { x: 0, y: 0, w: '100%' } };

/** Two pages of A4: the first with a logo and an address at its foot, the second with the name alone. */
export const makeLetterhead = (): Promise<Buffer> =>
  renderTemplate(
    {
      document: { ...document, title: 'Letterhead' },
      styles: { base },
      pages: [
        {
          margin: [15, 20],
          background: [edge],
          body: { text: 'Gratwerk', size: 24, bold: true, color: '#0f5c63' },
          footer: [
            {
              text: 'Gratwerk · Alpstrasse 5 · 9050 Appenzell · gratwerk.example',
              size: 8,
              color: '#5d6b70',
              align: 'center',
            },
          ],
        },
        { margin: [15, 20], background: [edge], body: { text: 'Gratwerk', bold: true, color: '#0f5c63', align: 'right' } },
      ],
    },
    {},
  );

const terms = [
  [
    'Terms of business',
    'These terms hold for all orders.',
    'Prices are those of the day of the order.',
    'We deliver within ten days.',
  ],
  ['Payment', 'Payable in 30 days, without deduction.', 'From the second reminder on, we charge 10 francs.'],
] as const;

/** Two pages of A5. */
export const makeTerms = (): Promise<Buffer> =>
  renderTemplate(
    {
      document: { ...document, title: 'Terms' },
      styles: { base },
      pages: terms.map(([title, ...clauses]) => ({
        size: 'A5',
        margin: 16,
        body: [
          { text: title, role: 'heading1', size: 16, bold: true, margin: [0, 0, 4, 0] },
          { list: clauses, marker: '1.' },
        ],
      })),
    },
    {},
  );
