// Prints the result of a check for a person.
import type { CheckFact, PdfFacts } from '../../inspect/facts.ts';
import { grouped } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';

/** A finding has its page, its rule, and what is wrong. */
export function printCheck(
  facts: PdfFacts,
  { standards, rules, findings, count }: CheckFact,
  { print, say, style }: Pick<CommandContext, 'print' | 'say' | 'style'>,
): void {
  for (const { rule, matterhorn, message, page } of findings) {
    const place = page === null ? '' : `page ${page}: `;
    const numbers = matterhorn === null ? rule : `${rule}, Matterhorn ${matterhorn}`;
    print(`${style.red('!!')}  ${toLine(`${place}${message}`)} ${style.dim(`(${numbers})`)}\n`);
  }
  if (count > findings.length) print(`and ${grouped(count - findings.length)} more\n`);
  if (rules === 0) {
    say('The file claims no standard and has no tags: there is nothing to check.');
    return;
  }
  const of = `${grouped(rules)} rules of ${standards.join(', ')}`;
  if (count === 0) print(`${style.green('ok')}  ${of}: no rule is broken\n`);
  else say(`${of}: ${grouped(count)} ${count === 1 ? 'finding' : 'findings'}`);
  if (!facts.producer?.startsWith('pdfgen'))
    say('The rules are made for files of pdfgen. A file of another program may break rules that are not checked here.');
}
