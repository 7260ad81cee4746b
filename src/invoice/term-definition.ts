// The definition of a business term and of a group.
import type { ProfileName } from '../contract/invoice-profiles.ts';

/** The profiles with which the first terms appear. */
export type FirstProfile = Extract<ProfileName, 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED'>;

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

/** `BT-X-…` and `BG-X-…` are numbers of Factur-X. */
export type TermId = `BT-${number}` | `BT-X-${number}`;
export type GroupId = `BG-${number}` | `BG-X-${number}`;

/** Members that qualify the value of a term. `needed`: EN 16931-1 demands it with the value. */
export type Qualifier = 'scheme' | 'version' | 'mime' | 'filename' | 'unit' | 'reason';

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

/** A row of the table of groups: id, name, parent, times, profile. */
export type GroupRow = readonly [GroupId, string, GroupId | undefined, Cardinality, FirstProfile];
/** A row of the table of terms: id, name, parent, times, type, profile, qualifiers. */
export type TermRow = readonly [
  TermId,
  string,
  GroupId | undefined,
  Cardinality,
  TermType,
  FirstProfile,
  TermDefinition['qualifiers']?,
];
