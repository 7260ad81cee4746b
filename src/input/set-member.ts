// Sets a member in the text of a JSON object and leaves the rest as it is written.
import { walkJson } from '../json/walk-json.ts';

/** The text with this member: in its old place, else at the end. */
export function setMember(text: string, name: string, value: unknown): string {
  const written = JSON.stringify(value);
  let depth = 0;
  let members = 0;
  let start: number | undefined;
  let old: readonly [number, number] | undefined;
  walkJson(text, {
    enter(key, at) {
      if (depth++ !== 1) return;
      members++;
      if (key === name) start = at;
    },
    leave(end) {
      if (--depth !== 1 || start === undefined) return;
      old ??= [start, end];
    },
  });
  if (old) return text.slice(0, old[0]) + written + text.slice(old[1]);
  const end = text.lastIndexOf('}');
  return `${text.slice(0, end).trimEnd()}${members > 0 ? ',' : ''}${JSON.stringify(name)}:${written}${text.slice(end)}`;
}
