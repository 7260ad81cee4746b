// JSON of a value as templates see it, in bounded time and space.
import { decimalText, isDecimal } from './decimal.ts';

/** Deeper values are cut: documents of data are refused long before. */
const maxDepth = 200;

/** JSON of a value, decimals as plain numbers; cut at `limit` characters. */
export function writeJson(value: unknown, limit: number): string {
  const text: string[] = [];
  let length = 0;
  const add = (piece: string) => {
    text.push(piece);
    length += piece.length;
  };
  const write = (one: unknown, depth: number): void => {
    if (length > limit) return;
    if (typeof one === 'string') add(JSON.stringify(one.slice(0, limit)));
    else if (typeof one === 'boolean') add(one ? 'true' : 'false');
    else if (isDecimal(one)) add(decimalText(one));
    else if (typeof one !== 'object' || one === null || depth > maxDepth) add('null');
    else if (Array.isArray(one)) {
      add('[');
      for (let i = 0; i < one.length && length <= limit; i++) {
        if (i > 0) add(',');
        write(one[i], depth + 1);
      }
      add(']');
    } else {
      let isFirst = true;
      add('{');
      for (const [name, member] of Object.entries(one)) {
        if (length > limit) break;
        if (member === undefined) continue;
        add(`${isFirst ? '' : ','}${JSON.stringify(name.slice(0, limit))}:`);
        isFirst = false;
        write(member, depth + 1);
      }
      add('}');
    }
  };
  write(value, 0);
  return text.join('').slice(0, limit);
}
