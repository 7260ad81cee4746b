// A team as --json prints it.
import type { Admin } from '../../engine/administration/admin.ts';
import { toPrintedTime } from './data-dir.ts';

type Team = Awaited<ReturnType<Admin['teams']['get']>>;

export interface WireTeam {
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
  readonly createdAt: string;
}

export function toWireTeam({ id, name, origins, createdMs }: Team): WireTeam {
  return { id, name, origins, createdAt: toPrintedTime(createdMs) };
}
