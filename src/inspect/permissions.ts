// What people may do with an encrypted file without its owner password.
import type { Dict } from '../pdf-file/objects.ts';

/** The permissions, as templates and `--permissions` name them. */
const names = ['print', 'printDraft', 'change', 'copy', 'annotate', 'fillForms', 'assemble'] as const;

export type PermissionName = (typeof names)[number];

/** The permissions of an encryption dictionary (ISO 32000-2, table 22). Null: the file is not encrypted. */
export function readPermissions(encryption: Dict | undefined): readonly PermissionName[] | null {
  if (!encryption) return null;
  const flags = encryption.number('P') ?? 0;
  // Revision 2 knows only the bits up to 6.
  const isOld = encryption.number('R') === 2;
  const has = (bit: number) => (flags & (1 << (bit - 1))) !== 0;
  const granted: Readonly<Record<PermissionName, boolean>> = {
    print: has(3) && (isOld || has(12)),
    printDraft: has(3),
    change: has(4),
    copy: has(5),
    annotate: has(6),
    fillForms: has(6) || (!isOld && has(9)),
    assemble: isOld ? has(4) : has(11),
  };
  return names.filter((name) => granted[name]);
}
