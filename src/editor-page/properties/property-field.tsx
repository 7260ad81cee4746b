// A property with the control that shows its value.
import { Alignment, Choice, Toggle } from './choice-controls.tsx';
import { canShow, controlsOf } from './controls.ts';
import type { ControlProps } from './frame.tsx';
import { Arguments, Members, Sides, Written } from './group-controls.tsx';
import { pointerOf } from './property.ts';
import { TextControl } from './text-controls.tsx';

/** A fault at a property. `pointer`: below the part. */
export interface PropertyFault {
  readonly pointer: string;
  readonly message: string;
}

interface PropertyFieldProps extends Omit<ControlProps, 'faults'> {
  readonly faults: readonly PropertyFault[];
  /** What the part says, by the names of its properties. */
  readonly members: Readonly<Record<string, unknown>>;
}

export function PropertyField({ faults, members, ...props }: PropertyFieldProps) {
  const { property, value } = props;
  const control = controlsOf(property.member, property.schema).find((one) => canShow(one, value));
  const at = pointerOf(property);
  const isInner = control?.kind === 'members' || (control?.kind === 'arguments' && !Array.isArray(value));
  const messages = faults
    .filter(({ pointer }) => pointer === at || (!isInner && pointer.startsWith(`${at}/`)))
    .map(({ message }) => message);
  const common = { ...props, faults: messages };
  if (!control) return <Written {...common} />;
  const show = (inner: Omit<ControlProps, 'faults'>) => (
    <PropertyField key={inner.property.member} {...inner} faults={faults} members={members} />
  );
  switch (control.kind) {
    case 'toggle':
      return <Toggle {...common} control={control} />;
    case 'choice':
      return <Choice {...common} control={control} />;
    case 'alignment':
      return <Alignment {...common} control={control} />;
    case 'sides':
      return <Sides {...common} control={control} show={show} />;
    case 'members':
      return <Members {...common} control={control} show={show} />;
    case 'arguments':
      return <Arguments {...common} control={control} show={show} block={members.use} />;
    case 'code':
      return <Written {...common} />;
    default:
      return <TextControl {...common} control={control} />;
  }
}
