// A compiled payment, for the nodes of its kinds.
import type { CompiledText } from '../../expression/index.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { Fault, PaymentInput } from '../../payment/faults.ts';

export interface PaymentPlan {
  readonly name: string;
  givenFor(scope: BoundScope): PaymentInput;
  readonly alt: CompiledText | undefined;
  /** The property that keeps a payment away from the edges of its place, in messages: `"margin"`. */
  readonly spacing: string | undefined;
  /** Warns that nothing is drawn. Returns no boxes. */
  leaveOut(reason: string, scope: BoundScope, session: LayoutSession): readonly [];
  /** As `leaveOut`, for faults of the values. */
  refuse(faults: readonly Fault[], scope: BoundScope, session: LayoutSession): readonly [];
}
