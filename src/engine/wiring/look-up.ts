// Looks up the template or pair in a call's path before the body is read, so that a body for a missing template takes no memory.
import type { OperationShape } from '../../contract/operation-shape.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import type { Deps } from '../deps.ts';
import { findEmbedded, type Pair } from '../embedded/find-embedded.ts';

/** The parts of a call that are known before its body. */
export interface CallHead {
  readonly params: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | undefined;
}

type LookUp = (deps: Deps, head: CallHead) => Promise<unknown>;

const uuidOf = ({ params }: CallHead, name: string): string => String(params[name]).toLowerCase();

const pairOf = (head: CallHead): Pair => ({
  baseTemplateUuid: uuidOf(head, 'baseTemplateUuid'),
  externalUuid: uuidOf(head, 'externalUuid'),
});

const lookUps: Readonly<Record<NonNullable<OperationShape['lookUp']>, LookUp>> = {
  template: (deps, head) => deps.templates.get(uuidOf(head, 'uuid')),
  pair: (deps, head) => findEmbedded(deps, pairOf(head)),
  // An existing pair is enough, even if its base was deleted.
  async pairOrBase(deps, head) {
    const { baseTemplateUuid, externalUuid } = pairOf(head);
    const { embedded } = await deps.openState();
    return (await embedded.find(baseTemplateUuid, externalUuid)) ?? deps.templates.get(baseTemplateUuid);
  },
};

/** Raises TEMPLATE_NOT_FOUND or EMBEDDED_TEMPLATE_NOT_FOUND, as the call would, if the template or pair in its path is missing. */
export async function lookUp(deps: Deps, id: OperationId, head: CallHead): Promise<void> {
  const operation: OperationShape = operations[id];
  if (operation.lookUp === undefined) return;
  // A repeated call is answered even if its template is gone. Only its body shows whether it is a repeat or a conflict.
  if (head.idempotencyKey !== undefined && takesKey(operation) && (await (await deps.openState()).hasKey(head.idempotencyKey)))
    return;
  await lookUps[operation.lookUp](deps, head);
}

const takesKey = ({ headers }: OperationShape): boolean => headers?.properties?.['idempotency-key'] !== undefined;
