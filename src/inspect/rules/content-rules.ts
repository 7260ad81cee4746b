// The content of pages: whether all of it is tagged or an artifact, and whether its operators are allowed.
import type { ContentFault } from '../content/paint-log.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { a2and3, type Broken, type Rule } from './rule.ts';

const ofKind =
  (kind: ContentFault['kind'], describe: (detail: string) => string) =>
  ({ log }: OpenedPdf): readonly Broken[] =>
    log.faults.filter((fault) => fault.kind === kind).map(({ detail, page }) => ({ message: describe(detail), page }));

export const contentRules: readonly Rule[] = [
  {
    clauses: { 'UA-1': '7.1-3', 'UA-2': '8.2.2-1' },
    matterhorn: '01-005',
    says: 'All content is tagged, or is an artifact.',
    ofTags: true,
    find: ofKind('untagged', (detail) => `Neither tagged nor an artifact: ${detail}`),
  },
  {
    clauses: { 'UA-1': '7.1-1' },
    matterhorn: '01-003',
    says: 'No artifact stands inside of tagged content.',
    ofTags: true,
    find: ofKind('artifact-in-tag', (detail) => detail),
  },
  {
    clauses: { 'UA-1': '7.1-2' },
    matterhorn: '01-004',
    says: 'No tagged content stands inside of an artifact.',
    ofTags: true,
    find: ofKind('tag-in-artifact', (detail) => detail),
  },
  {
    clauses: { Tagged: '14.6.1' },
    says: 'BDC and EMC are balanced.',
    find: ofKind('unbalanced-marks', (detail) => detail),
  },
  {
    clauses: { Tagged: '14.7.5.1' },
    says: 'Each MCID stands once in its stream.',
    find: ofKind('mcid-twice', (detail) => detail),
  },
  {
    clauses: { 'A-1': '6.2.10-1', ...a2and3('6.2.2-1'), 'A-4': '6.2.2-1' },
    says: 'Content streams hold only operators that the standard defines.',
    find: ofKind('unknown-operator', (detail) => `Unknown operator ${detail}`),
  },
  {
    clauses: { 'A-1': '6.1.12-8', ...a2and3('6.1.13-8') },
    says: 'q and Q nest at most 28 deep.',
    find: ofKind('deep-q', (detail) => detail),
  },
];
