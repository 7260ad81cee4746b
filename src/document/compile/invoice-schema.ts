// The schema of a template's `invoice`, from the table of business terms.
import { type JsonSchema, objectOf } from '../../contract/schema.ts';
import { xmlBreaches } from '../../invoice/model.ts';
import { type Cardinality, type GroupDefinition, groups, profileNames, type TermDefinition, terms } from '../../invoice/terms.ts';
import type { Attachment } from '../layout/fragment.ts';
import { expression, text } from '../template/property-schemas.ts';

export const invoiceDescription =
  'The electronic invoice: business terms by their numbers with values from the data, or `xml`. `pdfgen invoice` writes its XML.';

/** How the XML may relate to the document that carries it (Factur-X 1.09, 6.2.2). */
export const invoiceRelationships = ['Alternative', 'Source', 'Data'] as const satisfies readonly Attachment['relationship'][];
export type InvoiceRelationship = (typeof invoiceRelationships)[number];

/** Members by which a group or term is repeated for the elements of a list. */
const repeating = {
  each: { ...expression, description: 'The list whose elements give a value each.' },
  as: { type: 'string', minLength: 1, maxLength: 100, default: 'item', description: 'The name of the element.' },
} as const satisfies Record<string, JsonSchema>;

const when = { ...expression, description: 'The term or group stands in the invoice only if this is true.' } as const;

const qualifierTexts = {
  scheme: { ...text, description: 'The scheme of the identifier: a code of ISO 6523, EAS, UNTDID 1153 or UNTDID 7143.' },
  version: { ...text, description: 'The version of the scheme.' },
  mime: { ...text, description: 'The media type of the file.' },
  filename: { ...text, description: 'The name of the file.' },
  unit: { ...text, description: 'The unit of measure: a code of UN/ECE Recommendation 20 or 21.' },
  reason: { ...text, description: 'What the amount is for.' },
} as const;

/** The terms and groups of a group; undefined: of the invoice itself. */
export const membersOf = (parent: string | undefined): readonly (TermDefinition | GroupDefinition)[] =>
  [...terms.values(), ...groups.values()].filter((one) => one.parent === parent);

export const isTerm = (one: TermDefinition | GroupDefinition): one is TermDefinition => 'type' in one;

export const isRepeated = (cardinality: Cardinality): boolean => cardinality.endsWith('n');

/** The schema of an object form of a term. */
export function termSchema({ cardinality, qualifiers }: TermDefinition): JsonSchema {
  const names = Object.keys(qualifiers) as (keyof typeof qualifiers)[];
  return objectOf(['value', ...names.filter((name) => qualifiers[name] === 'needed')], {
    value: text,
    ...Object.fromEntries(names.map((name) => [name, qualifierTexts[name]])),
    when,
    ...(isRepeated(cardinality) && repeating),
  });
}

/** The members of a group besides its terms and groups. */
export const groupMembers = (cardinality: Cardinality): Readonly<Record<string, JsonSchema>> => ({
  when,
  ...(isRepeated(cardinality) && repeating),
});

const describe = ({ id, name, cardinality }: TermDefinition | GroupDefinition) =>
  `${id} ${name} (${cardinality}${terms.has(id) ? `, ${terms.get(id)!.type}` : ''}).`;

function memberSchema(one: TermDefinition | GroupDefinition): JsonSchema {
  const form = isTerm(one)
    ? Object.values(one.qualifiers).includes('needed')
      ? termSchema(one)
      : { anyOf: [text, termSchema(one)] }
    : groupSchema(one);
  const description = describe(one);
  return isRepeated(one.cardinality) ? { description, anyOf: [form, { type: 'array', items: form }] } : { ...form, description };
}

const schemasOf = (parent: string | undefined): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(membersOf(parent).map((one) => [one.id, memberSchema(one)]));

const groupSchema = ({ id, cardinality }: GroupDefinition): JsonSchema =>
  objectOf([], { ...groupMembers(cardinality), ...schemasOf(id) });

/** The schema of `invoice` for editors. `compile-invoice.ts` checks it with messages of its own. */
export const invoiceSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  description: invoiceDescription,
  properties: {
    profile: {
      enum: profileNames,
      default: 'EN 16931',
      description: 'The profile of Factur-X and ZUGFeRD, or XRECHNUNG.',
    },
    relationship: {
      enum: invoiceRelationships,
      description:
        'How the XML relates to the PDF that carries it. Default: `Alternative`. The XML of MINIMUM and BASIC WL is always `Data`.',
    },
    xml: {
      ...text,
      description:
        'The XML of the whole invoice (Cross Industry Invoice), such as `{{ ciiXml }}`. It is attached as it is. It names its profile, so leave out `profile` and all terms.',
    },
    breaches: {
      enum: xmlBreaches,
      default: 'refuse',
      description:
        'Only beside `xml`. `refuse`: XML that breaks a rule is an error. `warn`: the XML is attached, and each broken rule is a warning.',
    },
    ...schemasOf(undefined),
  },
};
