// Checks the links that a template writes without bindings.
import { explainDropped, isLinkTarget } from '../../layout/link-target.ts';
import type { CompileContext } from '../component.ts';

/** Warns of a link that leads nowhere, and would be left out of every document. */
export function checkLink(written: string, { template }: CompileContext, pointer: string): void {
  const target = written.trim();
  if (target === '' || isLinkTarget(target)) return;
  template.report('warning', 'wrong-link', pointer, explainDropped(target));
}
