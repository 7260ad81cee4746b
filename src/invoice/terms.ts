// The business terms (BT) and groups (BG) of EN 16931-1, each once. Mapping, checks, XML and the reference derive from this table.

import { type ProfileName, profileNames } from '../contract/invoice-profiles.ts';

export { type ProfileName, profileNames };

/** The profiles with which the first terms appear. */
export type FirstProfile = Extract<ProfileName, 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931'>;

/** Semantic types, EN 16931-1, 6.5. */
export type TermType =
  | 'text'
  | 'identifier'
  | 'document reference'
  | 'code'
  | 'date'
  | 'amount'
  | 'unit price amount'
  | 'quantity'
  | 'percentage'
  | 'binary object';

export type Cardinality = '0..1' | '1..1' | '0..n' | '1..n';

export type TermId = `BT-${number}`;
export type GroupId = `BG-${number}`;

/** Members that qualify the value of a term. `needed`: EN 16931-1 demands it with the value. */
export type Qualifier = 'scheme' | 'version' | 'mime' | 'filename';

export interface TermDefinition {
  readonly id: TermId;
  readonly name: string;
  /** Undefined: the invoice itself. */
  readonly parent: GroupId | undefined;
  readonly cardinality: Cardinality;
  readonly type: TermType;
  readonly profile: FirstProfile;
  readonly qualifiers: Readonly<Partial<Record<Qualifier, 'needed' | 'optional'>>>;
}

export interface GroupDefinition {
  readonly id: GroupId;
  readonly name: string;
  readonly parent: GroupId | undefined;
  readonly cardinality: Cardinality;
  readonly profile: FirstProfile;
}

type GroupRow = readonly [GroupId, string, GroupId | undefined, Cardinality, FirstProfile];
type TermRow = readonly [TermId, string, GroupId | undefined, Cardinality, TermType, FirstProfile, TermDefinition['qualifiers']?];

const scheme = { scheme: 'optional' } as const;
const needsScheme = { scheme: 'needed' } as const;

const groupRows: readonly GroupRow[] = [
  ['BG-1', 'Invoice note', undefined, '0..n', 'BASIC WL'],
  ['BG-2', 'Process control', undefined, '1..1', 'MINIMUM'],
  ['BG-3', 'Preceding invoice reference', undefined, '0..n', 'BASIC WL'],
  ['BG-4', 'Seller', undefined, '1..1', 'MINIMUM'],
  ['BG-5', 'Seller postal address', 'BG-4', '1..1', 'MINIMUM'],
  ['BG-6', 'Seller contact', 'BG-4', '0..1', 'EN 16931'],
  ['BG-7', 'Buyer', undefined, '1..1', 'MINIMUM'],
  ['BG-8', 'Buyer postal address', 'BG-7', '1..1', 'BASIC WL'],
  ['BG-9', 'Buyer contact', 'BG-7', '0..1', 'EN 16931'],
  ['BG-10', 'Payee', undefined, '0..1', 'BASIC WL'],
  ['BG-11', 'Seller tax representative party', undefined, '0..1', 'BASIC WL'],
  ['BG-12', 'Seller tax representative postal address', 'BG-11', '1..1', 'BASIC WL'],
  ['BG-13', 'Delivery information', undefined, '0..1', 'BASIC WL'],
  ['BG-14', 'Invoicing period', 'BG-13', '0..1', 'BASIC WL'],
  ['BG-15', 'Deliver to address', 'BG-13', '0..1', 'BASIC WL'],
  ['BG-16', 'Payment instructions', undefined, '0..1', 'BASIC WL'],
  ['BG-17', 'Credit transfer', 'BG-16', '0..n', 'BASIC WL'],
  ['BG-18', 'Payment card information', 'BG-16', '0..1', 'EN 16931'],
  ['BG-19', 'Direct debit', 'BG-16', '0..1', 'BASIC WL'],
  ['BG-20', 'Document level allowances', undefined, '0..n', 'BASIC WL'],
  ['BG-21', 'Document level charges', undefined, '0..n', 'BASIC WL'],
  ['BG-22', 'Document totals', undefined, '1..1', 'MINIMUM'],
  ['BG-23', 'VAT breakdown', undefined, '1..n', 'BASIC WL'],
  ['BG-24', 'Additional supporting documents', undefined, '0..n', 'EN 16931'],
  ['BG-25', 'Invoice line', undefined, '1..n', 'BASIC'],
  ['BG-26', 'Invoice line period', 'BG-25', '0..1', 'BASIC'],
  ['BG-27', 'Invoice line allowances', 'BG-25', '0..n', 'BASIC'],
  ['BG-28', 'Invoice line charges', 'BG-25', '0..n', 'BASIC'],
  ['BG-29', 'Price details', 'BG-25', '1..1', 'BASIC'],
  ['BG-30', 'Line VAT information', 'BG-25', '1..1', 'BASIC'],
  ['BG-31', 'Item information', 'BG-25', '1..1', 'BASIC'],
  ['BG-32', 'Item attributes', 'BG-31', '0..n', 'EN 16931'],
];

const termRows: readonly TermRow[] = [
  ['BT-1', 'Invoice number', undefined, '1..1', 'identifier', 'MINIMUM'],
  ['BT-2', 'Invoice issue date', undefined, '1..1', 'date', 'MINIMUM'],
  ['BT-3', 'Invoice type code', undefined, '1..1', 'code', 'MINIMUM'],
  ['BT-5', 'Invoice currency code', undefined, '1..1', 'code', 'MINIMUM'],
  ['BT-6', 'VAT accounting currency code', undefined, '0..1', 'code', 'BASIC WL'],
  ['BT-7', 'Value added tax point date', undefined, '0..1', 'date', 'EN 16931'],
  ['BT-8', 'Value added tax point date code', undefined, '0..1', 'code', 'BASIC WL'],
  ['BT-9', 'Payment due date', undefined, '0..1', 'date', 'BASIC WL'],
  ['BT-10', 'Buyer reference', undefined, '0..1', 'text', 'MINIMUM'],
  ['BT-11', 'Project reference', undefined, '0..1', 'document reference', 'EN 16931'],
  ['BT-12', 'Contract reference', undefined, '0..1', 'document reference', 'BASIC WL'],
  ['BT-13', 'Purchase order reference', undefined, '0..1', 'document reference', 'MINIMUM'],
  ['BT-14', 'Sales order reference', undefined, '0..1', 'document reference', 'EN 16931'],
  ['BT-15', 'Receiving advice reference', undefined, '0..1', 'document reference', 'EN 16931'],
  ['BT-16', 'Despatch advice reference', undefined, '0..1', 'document reference', 'BASIC WL'],
  ['BT-17', 'Tender or lot reference', undefined, '0..1', 'document reference', 'EN 16931'],
  ['BT-18', 'Invoiced object identifier', undefined, '0..1', 'identifier', 'EN 16931', scheme],
  ['BT-19', 'Buyer accounting reference', undefined, '0..1', 'text', 'BASIC WL'],
  ['BT-20', 'Payment terms', undefined, '0..1', 'text', 'BASIC WL'],
  ['BT-21', 'Invoice note subject code', 'BG-1', '0..1', 'code', 'BASIC WL'],
  ['BT-22', 'Invoice note', 'BG-1', '1..1', 'text', 'BASIC WL'],
  ['BT-23', 'Business process type', 'BG-2', '0..1', 'text', 'MINIMUM'],
  ['BT-24', 'Specification identifier', 'BG-2', '1..1', 'identifier', 'MINIMUM'],
  ['BT-25', 'Preceding invoice reference', 'BG-3', '1..1', 'document reference', 'BASIC WL'],
  ['BT-26', 'Preceding invoice issue date', 'BG-3', '0..1', 'date', 'BASIC WL'],
  ['BT-27', 'Seller name', 'BG-4', '1..1', 'text', 'MINIMUM'],
  ['BT-28', 'Seller trading name', 'BG-4', '0..1', 'text', 'BASIC WL'],
  ['BT-29', 'Seller identifier', 'BG-4', '0..n', 'identifier', 'BASIC WL', scheme],
  ['BT-30', 'Seller legal registration identifier', 'BG-4', '0..1', 'identifier', 'MINIMUM', scheme],
  ['BT-31', 'Seller VAT identifier', 'BG-4', '0..1', 'identifier', 'MINIMUM'],
  ['BT-32', 'Seller tax registration identifier', 'BG-4', '0..1', 'identifier', 'MINIMUM'],
  ['BT-33', 'Seller additional legal information', 'BG-4', '0..1', 'text', 'EN 16931'],
  ['BT-34', 'Seller electronic address', 'BG-4', '0..1', 'identifier', 'BASIC WL', needsScheme],
  ['BT-35', 'Seller address line 1', 'BG-5', '0..1', 'text', 'BASIC WL'],
  ['BT-36', 'Seller address line 2', 'BG-5', '0..1', 'text', 'BASIC WL'],
  ['BT-162', 'Seller address line 3', 'BG-5', '0..1', 'text', 'BASIC WL'],
  ['BT-37', 'Seller city', 'BG-5', '0..1', 'text', 'BASIC WL'],
  ['BT-38', 'Seller post code', 'BG-5', '0..1', 'text', 'BASIC WL'],
  ['BT-39', 'Seller country subdivision', 'BG-5', '0..1', 'text', 'BASIC WL'],
  ['BT-40', 'Seller country code', 'BG-5', '1..1', 'code', 'MINIMUM'],
  ['BT-41', 'Seller contact point', 'BG-6', '0..1', 'text', 'EN 16931'],
  ['BT-42', 'Seller contact telephone number', 'BG-6', '0..1', 'text', 'EN 16931'],
  ['BT-43', 'Seller contact email address', 'BG-6', '0..1', 'text', 'EN 16931'],
  ['BT-44', 'Buyer name', 'BG-7', '1..1', 'text', 'MINIMUM'],
  ['BT-45', 'Buyer trading name', 'BG-7', '0..1', 'text', 'EN 16931'],
  ['BT-46', 'Buyer identifier', 'BG-7', '0..1', 'identifier', 'BASIC WL', scheme],
  ['BT-47', 'Buyer legal registration identifier', 'BG-7', '0..1', 'identifier', 'MINIMUM', scheme],
  ['BT-48', 'Buyer VAT identifier', 'BG-7', '0..1', 'identifier', 'BASIC WL'],
  ['BT-49', 'Buyer electronic address', 'BG-7', '0..1', 'identifier', 'BASIC WL', needsScheme],
  ['BT-50', 'Buyer address line 1', 'BG-8', '0..1', 'text', 'BASIC WL'],
  ['BT-51', 'Buyer address line 2', 'BG-8', '0..1', 'text', 'BASIC WL'],
  ['BT-163', 'Buyer address line 3', 'BG-8', '0..1', 'text', 'BASIC WL'],
  ['BT-52', 'Buyer city', 'BG-8', '0..1', 'text', 'BASIC WL'],
  ['BT-53', 'Buyer post code', 'BG-8', '0..1', 'text', 'BASIC WL'],
  ['BT-54', 'Buyer country subdivision', 'BG-8', '0..1', 'text', 'BASIC WL'],
  ['BT-55', 'Buyer country code', 'BG-8', '1..1', 'code', 'BASIC WL'],
  ['BT-56', 'Buyer contact point', 'BG-9', '0..1', 'text', 'EN 16931'],
  ['BT-57', 'Buyer contact telephone number', 'BG-9', '0..1', 'text', 'EN 16931'],
  ['BT-58', 'Buyer contact email address', 'BG-9', '0..1', 'text', 'EN 16931'],
  ['BT-59', 'Payee name', 'BG-10', '1..1', 'text', 'BASIC WL'],
  ['BT-60', 'Payee identifier', 'BG-10', '0..1', 'identifier', 'BASIC WL', scheme],
  ['BT-61', 'Payee legal registration identifier', 'BG-10', '0..1', 'identifier', 'BASIC WL', scheme],
  ['BT-62', 'Seller tax representative name', 'BG-11', '1..1', 'text', 'BASIC WL'],
  ['BT-63', 'Seller tax representative VAT identifier', 'BG-11', '1..1', 'identifier', 'BASIC WL'],
  ['BT-64', 'Tax representative address line 1', 'BG-12', '0..1', 'text', 'BASIC WL'],
  ['BT-65', 'Tax representative address line 2', 'BG-12', '0..1', 'text', 'BASIC WL'],
  ['BT-164', 'Tax representative address line 3', 'BG-12', '0..1', 'text', 'BASIC WL'],
  ['BT-66', 'Tax representative city', 'BG-12', '0..1', 'text', 'BASIC WL'],
  ['BT-67', 'Tax representative post code', 'BG-12', '0..1', 'text', 'BASIC WL'],
  ['BT-68', 'Tax representative country subdivision', 'BG-12', '0..1', 'text', 'BASIC WL'],
  ['BT-69', 'Tax representative country code', 'BG-12', '1..1', 'code', 'BASIC WL'],
  ['BT-70', 'Deliver to party name', 'BG-13', '0..1', 'text', 'BASIC WL'],
  ['BT-71', 'Deliver to location identifier', 'BG-13', '0..1', 'identifier', 'BASIC WL', scheme],
  ['BT-72', 'Actual delivery date', 'BG-13', '0..1', 'date', 'BASIC WL'],
  ['BT-73', 'Invoicing period start date', 'BG-14', '0..1', 'date', 'BASIC WL'],
  ['BT-74', 'Invoicing period end date', 'BG-14', '0..1', 'date', 'BASIC WL'],
  ['BT-75', 'Deliver to address line 1', 'BG-15', '0..1', 'text', 'BASIC WL'],
  ['BT-76', 'Deliver to address line 2', 'BG-15', '0..1', 'text', 'BASIC WL'],
  ['BT-165', 'Deliver to address line 3', 'BG-15', '0..1', 'text', 'BASIC WL'],
  ['BT-77', 'Deliver to city', 'BG-15', '0..1', 'text', 'BASIC WL'],
  ['BT-78', 'Deliver to post code', 'BG-15', '0..1', 'text', 'BASIC WL'],
  ['BT-79', 'Deliver to country subdivision', 'BG-15', '0..1', 'text', 'BASIC WL'],
  ['BT-80', 'Deliver to country code', 'BG-15', '1..1', 'code', 'BASIC WL'],
  ['BT-81', 'Payment means type code', 'BG-16', '1..1', 'code', 'BASIC WL'],
  ['BT-82', 'Payment means text', 'BG-16', '0..1', 'text', 'EN 16931'],
  ['BT-83', 'Remittance information', 'BG-16', '0..1', 'text', 'BASIC WL'],
  ['BT-84', 'Payment account identifier', 'BG-17', '1..1', 'identifier', 'BASIC WL'],
  ['BT-85', 'Payment account name', 'BG-17', '0..1', 'text', 'EN 16931'],
  ['BT-86', 'Payment service provider identifier', 'BG-17', '0..1', 'identifier', 'EN 16931'],
  ['BT-87', 'Payment card primary account number', 'BG-18', '1..1', 'text', 'EN 16931'],
  ['BT-88', 'Payment card holder name', 'BG-18', '0..1', 'text', 'EN 16931'],
  ['BT-89', 'Mandate reference identifier', 'BG-19', '0..1', 'identifier', 'BASIC WL'],
  ['BT-90', 'Bank assigned creditor identifier', 'BG-19', '0..1', 'identifier', 'BASIC WL'],
  ['BT-91', 'Debited account identifier', 'BG-19', '0..1', 'identifier', 'BASIC WL'],
  ['BT-92', 'Document level allowance amount', 'BG-20', '1..1', 'amount', 'BASIC WL'],
  ['BT-93', 'Document level allowance base amount', 'BG-20', '0..1', 'amount', 'BASIC WL'],
  ['BT-94', 'Document level allowance percentage', 'BG-20', '0..1', 'percentage', 'BASIC WL'],
  ['BT-95', 'Document level allowance VAT category code', 'BG-20', '1..1', 'code', 'BASIC WL'],
  ['BT-96', 'Document level allowance VAT rate', 'BG-20', '0..1', 'percentage', 'BASIC WL'],
  ['BT-97', 'Document level allowance reason', 'BG-20', '0..1', 'text', 'BASIC WL'],
  ['BT-98', 'Document level allowance reason code', 'BG-20', '0..1', 'code', 'BASIC WL'],
  ['BT-99', 'Document level charge amount', 'BG-21', '1..1', 'amount', 'BASIC WL'],
  ['BT-100', 'Document level charge base amount', 'BG-21', '0..1', 'amount', 'BASIC WL'],
  ['BT-101', 'Document level charge percentage', 'BG-21', '0..1', 'percentage', 'BASIC WL'],
  ['BT-102', 'Document level charge VAT category code', 'BG-21', '1..1', 'code', 'BASIC WL'],
  ['BT-103', 'Document level charge VAT rate', 'BG-21', '0..1', 'percentage', 'BASIC WL'],
  ['BT-104', 'Document level charge reason', 'BG-21', '0..1', 'text', 'BASIC WL'],
  ['BT-105', 'Document level charge reason code', 'BG-21', '0..1', 'code', 'BASIC WL'],
  ['BT-106', 'Sum of invoice line net amount', 'BG-22', '1..1', 'amount', 'BASIC WL'],
  ['BT-107', 'Sum of allowances on document level', 'BG-22', '0..1', 'amount', 'BASIC WL'],
  ['BT-108', 'Sum of charges on document level', 'BG-22', '0..1', 'amount', 'BASIC WL'],
  ['BT-109', 'Invoice total amount without VAT', 'BG-22', '1..1', 'amount', 'MINIMUM'],
  ['BT-110', 'Invoice total VAT amount', 'BG-22', '0..1', 'amount', 'MINIMUM'],
  ['BT-111', 'Invoice total VAT amount in accounting currency', 'BG-22', '0..1', 'amount', 'BASIC WL'],
  ['BT-112', 'Invoice total amount with VAT', 'BG-22', '1..1', 'amount', 'MINIMUM'],
  ['BT-113', 'Paid amount', 'BG-22', '0..1', 'amount', 'BASIC WL'],
  ['BT-114', 'Rounding amount', 'BG-22', '0..1', 'amount', 'EN 16931'],
  ['BT-115', 'Amount due for payment', 'BG-22', '1..1', 'amount', 'MINIMUM'],
  ['BT-116', 'VAT category taxable amount', 'BG-23', '1..1', 'amount', 'BASIC WL'],
  ['BT-117', 'VAT category tax amount', 'BG-23', '1..1', 'amount', 'BASIC WL'],
  ['BT-118', 'VAT category code', 'BG-23', '1..1', 'code', 'BASIC WL'],
  ['BT-119', 'VAT category rate', 'BG-23', '0..1', 'percentage', 'BASIC WL'],
  ['BT-120', 'VAT exemption reason text', 'BG-23', '0..1', 'text', 'BASIC WL'],
  ['BT-121', 'VAT exemption reason code', 'BG-23', '0..1', 'code', 'BASIC WL'],
  ['BT-122', 'Supporting document reference', 'BG-24', '1..1', 'document reference', 'EN 16931'],
  ['BT-123', 'Supporting document description', 'BG-24', '0..1', 'text', 'EN 16931'],
  ['BT-124', 'External document location', 'BG-24', '0..1', 'text', 'EN 16931'],
  ['BT-125', 'Attached document', 'BG-24', '0..1', 'binary object', 'EN 16931', { mime: 'needed', filename: 'needed' }],
  ['BT-126', 'Invoice line identifier', 'BG-25', '1..1', 'identifier', 'BASIC'],
  ['BT-127', 'Invoice line note', 'BG-25', '0..1', 'text', 'BASIC'],
  ['BT-128', 'Invoice line object identifier', 'BG-25', '0..1', 'identifier', 'EN 16931', scheme],
  ['BT-129', 'Invoiced quantity', 'BG-25', '1..1', 'quantity', 'BASIC'],
  ['BT-130', 'Invoiced quantity unit of measure code', 'BG-25', '1..1', 'code', 'BASIC'],
  ['BT-131', 'Invoice line net amount', 'BG-25', '1..1', 'amount', 'BASIC'],
  ['BT-132', 'Referenced purchase order line reference', 'BG-25', '0..1', 'document reference', 'EN 16931'],
  ['BT-133', 'Invoice line buyer accounting reference', 'BG-25', '0..1', 'text', 'EN 16931'],
  ['BT-134', 'Invoice line period start date', 'BG-26', '0..1', 'date', 'BASIC'],
  ['BT-135', 'Invoice line period end date', 'BG-26', '0..1', 'date', 'BASIC'],
  ['BT-136', 'Invoice line allowance amount', 'BG-27', '1..1', 'amount', 'BASIC'],
  ['BT-137', 'Invoice line allowance base amount', 'BG-27', '0..1', 'amount', 'EN 16931'],
  ['BT-138', 'Invoice line allowance percentage', 'BG-27', '0..1', 'percentage', 'EN 16931'],
  ['BT-139', 'Invoice line allowance reason', 'BG-27', '0..1', 'text', 'BASIC'],
  ['BT-140', 'Invoice line allowance reason code', 'BG-27', '0..1', 'code', 'BASIC'],
  ['BT-141', 'Invoice line charge amount', 'BG-28', '1..1', 'amount', 'BASIC'],
  ['BT-142', 'Invoice line charge base amount', 'BG-28', '0..1', 'amount', 'EN 16931'],
  ['BT-143', 'Invoice line charge percentage', 'BG-28', '0..1', 'percentage', 'EN 16931'],
  ['BT-144', 'Invoice line charge reason', 'BG-28', '0..1', 'text', 'BASIC'],
  ['BT-145', 'Invoice line charge reason code', 'BG-28', '0..1', 'code', 'BASIC'],
  ['BT-146', 'Item net price', 'BG-29', '1..1', 'unit price amount', 'BASIC'],
  ['BT-147', 'Item price discount', 'BG-29', '0..1', 'unit price amount', 'BASIC'],
  ['BT-148', 'Item gross price', 'BG-29', '0..1', 'unit price amount', 'BASIC'],
  ['BT-149', 'Item price base quantity', 'BG-29', '0..1', 'quantity', 'BASIC'],
  ['BT-150', 'Item price base quantity unit of measure code', 'BG-29', '0..1', 'code', 'BASIC'],
  ['BT-151', 'Invoiced item VAT category code', 'BG-30', '1..1', 'code', 'BASIC'],
  ['BT-152', 'Invoiced item VAT rate', 'BG-30', '0..1', 'percentage', 'BASIC'],
  ['BT-153', 'Item name', 'BG-31', '1..1', 'text', 'BASIC'],
  ['BT-154', 'Item description', 'BG-31', '0..1', 'text', 'EN 16931'],
  ['BT-155', "Item seller's identifier", 'BG-31', '0..1', 'identifier', 'EN 16931'],
  ['BT-156', "Item buyer's identifier", 'BG-31', '0..1', 'identifier', 'EN 16931'],
  ['BT-157', 'Item standard identifier', 'BG-31', '0..1', 'identifier', 'BASIC', needsScheme],
  [
    'BT-158',
    'Item classification identifier',
    'BG-31',
    '0..n',
    'identifier',
    'EN 16931',
    { scheme: 'needed', version: 'optional' },
  ],
  ['BT-159', 'Item country of origin', 'BG-31', '0..1', 'code', 'EN 16931'],
  ['BT-160', 'Item attribute name', 'BG-32', '1..1', 'text', 'EN 16931'],
  ['BT-161', 'Item attribute value', 'BG-32', '1..1', 'text', 'EN 16931'],
];

/** The groups of EN 16931-1 by id, in the order of the standard. */
export const groups: ReadonlyMap<string, GroupDefinition> = new Map(
  groupRows.map(([id, name, parent, cardinality, profile]) => [id, { id, name, parent, cardinality, profile }]),
);

/** The terms of EN 16931-1 by id, in the order of the standard. */
export const terms: ReadonlyMap<string, TermDefinition> = new Map(
  termRows.map(([id, name, parent, cardinality, type, profile, qualifiers = {}]) => [
    id,
    { id, name, parent, cardinality, type, profile, qualifiers },
  ]),
);
