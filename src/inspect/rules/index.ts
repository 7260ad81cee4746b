// All rules of the checker.
import { annotationRules } from './annotation-rules.ts';
import { attachmentRules } from './attachment-rules.ts';
import { contentRules } from './content-rules.ts';
import { fileRules } from './file-rules.ts';
import { fontRules } from './font-rules.ts';
import { graphicsRules } from './graphics-rules.ts';
import { invoiceRules } from './invoice-rules.ts';
import { metadataRules } from './metadata-rules.ts';
import type { Rule } from './rule.ts';
import { tableRules } from './table-rules.ts';
import { tagRules } from './tag-rules.ts';

export const rules: readonly Rule[] = [
  ...fileRules,
  ...metadataRules,
  ...tagRules,
  ...tableRules,
  ...contentRules,
  ...annotationRules,
  ...fontRules,
  ...graphicsRules,
  ...attachmentRules,
  ...invoiceRules,
];
