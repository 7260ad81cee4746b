// Where a link may lead.
import type { BoundScope, Session } from './session.ts';

const allowed = /^(?:https?:\/\/[^\s]+|mailto:[^\s]+|tel:[+\d().\-\s]+|#[^\s]+)$/i;

/** The target of a link if it is a http, https, mailto or tel address or an anchor; others are dropped with a warning. */
export function checkedTarget(
  target: string | undefined,
  component: string,
  scope: BoundScope,
  session: Session,
): string | undefined {
  const trimmed = target?.trim();
  if (!trimmed) return undefined;
  if (trimmed.length <= 2000 && allowed.test(trimmed)) return trimmed;
  session.warn(
    'link-dropped',
    component,
    scope.place,
    `The link "${trimmed.slice(0, 80)}" is not a http, https, mailto or tel address nor an #anchor and is left out.`,
  );
  return undefined;
}
