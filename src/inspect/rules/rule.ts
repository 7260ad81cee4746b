// The form of a rule.
import type { OpenedPdf } from '../opened-pdf.ts';

/**
 * A part of a standard with rules of its own. `A-2u` and `A-2a` are what these levels ask for beyond `A-2`. `Tagged`: what ISO 32000 asks of every
 * tagged file.
 */
export type Standard =
  | 'UA-1'
  | 'UA-2'
  | 'A-1'
  | 'A-1a'
  | 'A-2'
  | 'A-2u'
  | 'A-2a'
  | 'A-3'
  | 'A-3u'
  | 'A-3a'
  | 'A-4'
  | 'A-4f'
  | 'Factur-X'
  | 'Tagged';

export type Clauses = Readonly<Partial<Record<Standard, string>>>;

/** A place that breaks a rule. */
export interface Broken {
  readonly message: string;
  readonly page?: number | undefined;
}

export interface Rule {
  /** Clause and test number in the profile of veraPDF for each standard that has the rule. */
  readonly clauses: Clauses;
  /** Failure condition of the Matterhorn protocol 1.1, which is about PDF/UA-1. */
  readonly matterhorn?: string;
  /** What the rule asks for. */
  readonly says: string;
  /** The rule holds for every tagged file, because tags are of little use without it. */
  readonly ofTags?: true;
  find(opened: OpenedPdf): Iterable<Broken>;
}

/** PDF/A-2 and PDF/A-3 share their clauses but for attachments. */
export const a2and3 = (clause: string): Clauses => ({ 'A-2': clause, 'A-3': clause });

/** The only breach of a rule about the whole file, if there is one. */
export const brokenIf = (isBroken: boolean, message: string, page?: number): readonly Broken[] =>
  isBroken ? [{ message, page }] : [];
