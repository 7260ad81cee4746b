// The number of a heading or clause: the property `number` of a text, or of its style.
import { counted } from '../../../words/counts.ts';
import type { HeadingNumber } from '../../layout/component-node.ts';
import type { StyleBook } from '../../template/styles.ts';
import { isBound } from '../../text/text-properties.ts';
import type { CommonProps, CompileContext } from '../component.ts';
import { literalStyleNames } from './bound-values/bound-style.ts';
import { type NumberPattern, readNumberPattern } from './number-pattern.ts';
import { placeOfProperty } from './styled-behaviour.ts';

interface TextProps extends CommonProps {
  readonly number?: string | undefined;
  readonly level?: number | undefined;
  readonly numberWidth?: number | undefined;
}

/** 1 to 6; NaN for a component that is not a heading. */
export const headingLevel = ({ role }: CommonProps): number => Number(/^heading([1-6])$/.exec(role ?? '')?.[1]);

/** The level with whose headings a text counts: that of its role, or its `level`. */
const countingLevel = (props: TextProps): number | undefined => headingLevel(props) || props.level;

/** The number of a text. Undefined: the text is not numbered. */
export function headingNumber(props: TextProps, { template, hasOrder }: CompileContext): HeadingNumber | undefined {
  const { own, styled } = patternsOf(props, template.styles);
  const level = countingLevel(props);
  if (!level || !hasOrder || (own ?? styled ?? 'none') === 'none') return undefined;
  const goesOn = own === 'continue';
  const pattern = patternOf(goesOn ? styled : (own ?? styled));
  if (!pattern && !goesOn) return undefined;
  return { level, sign: pattern?.sign, outer: pattern?.outer ?? 0, write: goesOn ? undefined : pattern!.write };
}

/** Reports a number that cannot count or that counts nothing, and settings of a number that is not there. */
export function checkHeadingNumber(props: TextProps, { template, hasOrder }: CompileContext, pointer: string): void {
  const { own, styled, isDefault } = patternsOf(props, template.styles);
  const given = own ?? styled;
  const warn = (at: string, message: string) => template.report('warning', 'no-effect', at, message);
  const levelAt = placeOfProperty(props, 'level', pointer);
  if (props.level !== undefined && headingLevel(props) && levelAt !== '/styles/text/level')
    warn(levelAt, '"level" has no effect on a heading, whose role says its level: leave it out.');
  if (given === undefined) {
    for (const property of ['level', 'numberWidth'] as const) {
      if (props[property] === undefined) continue;
      // In other tools, a level makes a heading.
      const remedy = property === 'level' && !props.role ? `. For a heading, write "role": "heading${props.level}"` : '';
      warn(placeOfProperty(props, property, pointer), `"${property}" has no effect without a "number"${remedy}.`);
    }
    return;
  }
  if (given === 'none') return;
  const at = own === undefined ? `${pointer}/style` : `${pointer}/number`;
  const level = countingLevel(props);
  if (!level) {
    const remedy =
      'give it a "level" from 1 to 6, with whose headings it counts, or make it a heading by a role from "heading1" to "heading6".';
    const message =
      own === undefined
        ? `The "number" of the style has no effect, because the text has no level: ${remedy}`
        : `The number of a text needs a level: ${remedy}`;
    template.report(own === undefined ? 'warning' : 'error', own === undefined ? 'no-effect' : 'missing-property', at, message);
    return;
  }
  if (!hasOrder) {
    if (isDefault) return;
    const message =
      'The text has no number: headers, footers, backgrounds, overlays and separators repeat, so they stand in no order. Put it into the body, or take the number away.';
    template.report('error', 'misplaced-number', at, message);
    return;
  }
  const pattern = patternOf(given);
  if (pattern && pattern.outer >= level) {
    const shown = pattern.outer + 1;
    const right = headingLevel(props)
      ? `the heading the role "heading${Math.min(shown, 6)}"`
      : `the text the level ${Math.min(shown, 6)}`;
    const message = `"${given}" shows ${counted(shown, 'level')}, and a text of level ${level} has ${level === 1 ? 'no outer one' : `only ${level - 1} above it`}: take ${shown - level} of the counting signs away, or give ${right}.`;
    template.report('error', 'wrong-number-pattern', at, message);
  }
}

/** Reports a pattern in which nothing counts. */
export function checkNumberPattern(given: string, report: (code: string, message: string) => void): void {
  if (given === 'none' || given === 'continue') return;
  const foreign = /[{}%#]|(?<![\p{L}\p{N}])[2-9](?![\p{L}\p{N}])/u.exec(given)?.[0];
  if (foreign !== undefined && patternOf(given) && !isBound(given)) {
    const message = `"${foreign}" in "${given}" would be printed as it stands, and is no counting sign: write 1 for each level, as in "1.1" or "§ 1.1.1".`;
    report('wrong-number-pattern', message);
    return;
  }
  if (patternOf(given) && !isBound(given)) return;
  if (isBound(given)) {
    report('wrong-number-pattern', 'The pattern of a number cannot be a binding: write it, such as "1.1".');
    return;
  }
  const message = `Nothing in "${given}" counts: write one of the signs 1, a, A, i and I beside no other letter or digit, as in "1.1", "§ 1", "a)" or "Appendix A".`;
  report('wrong-number-pattern', message);
}

/** `isDefault`: the pattern is that of all texts, of which headings and the texts of headers are some. */
function patternsOf(props: TextProps, styles: StyleBook) {
  const own = props.number;
  const styled = styles.find(literalStyleNames(props), 'number');
  return { own, styled: styled?.value, isDefault: own === undefined && styled?.style === 'text' };
}

const patternOf = (given: string | undefined): NumberPattern | undefined =>
  given === undefined || given === 'continue' ? undefined : readNumberPattern(given);
