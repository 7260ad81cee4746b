// The facts about a PDF as plain values, in the form that `pdfgen inspect --json` prints.
import type { FieldKind } from '../pdf-file/acro-form/field-table.ts';
import type { FieldValue } from '../pdf-file/acro-form/read-fields.ts';
import type { PermissionName } from './permissions.ts';
import type { Signature } from './signatures.ts';
import type { Attribute } from './structure.ts';

export interface PageFact {
  /** From 1. */
  readonly number: number;
  readonly label: string | null;
  /** In pt, as the page is shown. */
  readonly width: number;
  readonly height: number;
}

export interface FontFact {
  readonly name: string;
  readonly type: string;
  readonly embedded: boolean;
  readonly subset: boolean;
}

export interface TagFact {
  readonly type: string;
  /** The type to which the role maps lead, if it differs from `type`. */
  readonly standardType?: string;
  readonly page?: number;
  readonly lang?: string;
  readonly title?: string;
  readonly alt?: string;
  readonly actualText?: string;
  /** By owner, such as `Table`. */
  readonly attributes?: Readonly<Record<string, Readonly<Record<string, Attribute>>>>;
  /** The text that stands directly in the element. */
  readonly text?: string;
  readonly kids?: readonly TagFact[];
}

export interface AttachmentFact {
  readonly name: string;
  readonly bytes: number | null;
  readonly mediaType: string | null;
  readonly relationship: string | null;
  readonly description: string | null;
}

export interface OutlineFact {
  readonly title: string;
  readonly page: number | null;
  readonly kids: readonly OutlineFact[];
}

export interface FieldFact {
  /** The full name, by which `pdfgen fill` takes a value. */
  readonly name: string;
  readonly kind: FieldKind;
  /** What the field asks for, in words. */
  readonly label: string | null;
  /** In the form in which `pdfgen fill` takes it; null: the field is empty. */
  readonly value: FieldValue;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly multiline: boolean;
  readonly maxLength: number | null;
  /** The export values of a choice, of radio buttons and of check boxes, with their texts. */
  readonly options: readonly { readonly value: string; readonly label?: string }[];
  /** The pages that show the field. */
  readonly pages: readonly number[];
}

export interface RuleFinding {
  /** The standard and its clause, numbered as in veraPDF's profiles: `UA-1 7.1-3`. */
  readonly rule: string;
  /** The failure condition of the Matterhorn protocol: `01-005`. */
  readonly matterhorn: string | null;
  /** What the rule asks for. */
  readonly says: string;
  /** How the file breaks it. */
  readonly message: string;
  readonly page: number | null;
}

export interface CheckFact {
  /** The standards whose rules were checked, such as `UA-1`. */
  readonly standards: readonly string[];
  readonly rules: number;
  readonly findings: readonly RuleFinding[];
  /** Number of all findings. The list has at most 20 for each rule. */
  readonly count: number;
}

export interface XmpFact {
  /** With its prefix: `acme:order`. */
  readonly name: string;
  readonly namespace: string;
  /** A text, a list, or texts by language. Null: a structure. */
  readonly value: string | readonly string[] | Readonly<Record<string, string>> | null;
}

/** Metadata without a member of its own. */
export interface MetadataFact {
  /** Entries of the information dictionary. */
  readonly info: Readonly<Record<string, string>>;
  readonly xmp: readonly XmpFact[];
}

export interface PdfFacts {
  readonly bytes: number;
  /** Such as `1.7`. */
  readonly version: string;
  readonly encrypted: boolean;
  /** What people may do without the owner password; null: the file is not encrypted. */
  readonly permissions: readonly PermissionName[] | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  readonly created: string | null;
  readonly modified: string | null;
  readonly language: string | null;
  readonly metadata: MetadataFact;
  /** The standards that the metadata claims, such as `PDF/A-3b`. */
  readonly standards: readonly string[];
  readonly pages: readonly PageFact[];
  readonly fonts: readonly FontFact[];
  readonly viewer: Readonly<Record<string, Attribute>>;
  readonly attachments: readonly AttachmentFact[];
  readonly signatures: readonly Signature[];
  /** The fields of the form. */
  readonly fields: readonly FieldFact[];
  readonly outline: readonly OutlineFact[];
  /** Null: the file has no tags. */
  readonly tags: readonly TagFact[] | null;
  /** With `read`: the lines that a screen reader says. */
  readonly reading?: readonly string[];
  /** With `check`. */
  readonly check?: CheckFact;
}
