// Checks a file against the rules of the standards that it claims, and against the rules of tags.

import type { Claims } from '../pdf-file/xmp.ts';
import type { CheckFact, RuleFinding } from './facts.ts';
import type { OpenedPdf } from './opened-pdf.ts';
import { rules } from './rules/index.ts';
import type { Rule, Standard } from './rules/rule.ts';

/** Findings of one rule that are listed; all are counted. */
const mostListed = 20;

export function checkPdf(opened: OpenedPdf): CheckFact {
  const isTagged = opened.tree !== undefined;
  const claimed = claimedStandards(opened.claims);
  // The rules of PDF/UA check the tags even if the file does not claim PDF/UA. Files with namespaces have the types of PDF/UA-2.
  const namesUa = claimed.some((standard) => standard.startsWith('UA'));
  const ofTags: Standard = opened.file.catalog.dict('StructTreeRoot')?.has('Namespaces') ? 'UA-2' : 'UA-1';
  const findings: RuleFinding[] = [];
  let count = 0;
  let checked = 0;
  for (const rule of rules) {
    const standards = standardsOfCheck(rule, claimed, isTagged, namesUa ? undefined : ofTags);
    if (standards.length === 0) continue;
    checked++;
    let listed = 0;
    for (const { message, page } of rule.find(opened)) {
      count++;
      if (++listed > mostListed) continue;
      findings.push({
        rule: standards.map((standard) => `${standard} ${rule.clauses[standard]}`).join(', '),
        matterhorn: rule.matterhorn ?? null,
        says: rule.says,
        message,
        page: page ?? null,
      });
    }
  }
  const names = [...claimed, ...(isTagged && !namesUa ? ['tags' as const] : [])];
  return { standards: names, rules: checked, findings, count };
}

/** The standards for which the opened file is checked by a rule. None: the rule is passed over. */
function standardsOfCheck(rule: Rule, claimed: readonly Standard[], isTagged: boolean, ofTags: Standard | undefined): Standard[] {
  const found = claimed.filter((standard) => rule.clauses[standard] !== undefined);
  if (!isTagged) return found;
  if (rule.clauses.Tagged !== undefined) found.push('Tagged');
  if (found.length === 0 && ofTags !== undefined && rule.ofTags && rule.clauses[ofTags] !== undefined) found.push(ofTags);
  return found;
}

/** The parts of standards that a file claims. A level includes the levels below it: 2a is 2u and 2b too. */
export function claimedStandards({ ua, a, invoice }: Claims): Standard[] {
  const found: Standard[] = [];
  if (ua === 1) found.push('UA-1');
  if (ua === 2) found.push('UA-2');
  if (invoice !== undefined) found.push('Factur-X');
  if (!a) return found;
  if (a.part === 1) found.push('A-1', ...(a.level === 'A' ? (['A-1a'] as const) : []));
  for (const part of [2, 3] as const) {
    if (a.part !== part) continue;
    found.push(`A-${part}`);
    if (a.level !== 'B') found.push(`A-${part}u`);
    if (a.level === 'A') found.push(`A-${part}a`);
  }
  if (a.part === 4) found.push('A-4', ...(a.level === 'F' ? (['A-4f'] as const) : []));
  return found;
}
