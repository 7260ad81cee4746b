// Compiles the footnotes of a text, and checks that it may have notes and refers to them.
import { pointerStep } from '../../../json/json-pointer.ts';
import { suggest } from '../../../words/nearest.ts';
import type { NoteNumber } from '../../layout/outline.ts';
import type { BoundScope } from '../../layout/session.ts';
import { textProperties } from '../../text/text-properties.ts';
import { type CompileContext, siteAt } from '../component.ts';
import { boundStyle } from '../shared/bound-values/bound-style.ts';
import { type InlineSpan, isNoteName, plainSpan } from './inline-marks.ts';
import { isBlank } from './is-blank.ts';
import { noteAnchor, referenceAnchor, TextFootnotes } from './number-footnotes.ts';
import { TextNode } from './text-node.ts';
import { compileSource, type NoteReference } from './text-source.ts';

/** The style of notes, if the template has one. */
const noteStyle = 'footnote';
/** Size of notes, as a part of the size of the base style. */
const noteSize = 0.8;

/** `references`: those of the text, in their order. Undefined: the text refers to no notes. */
export function compileNotes(
  given: Readonly<Record<string, string>> | undefined,
  references: readonly NoteReference[],
  context: CompileContext,
  pointer: string,
): TextFootnotes | undefined {
  const { report, outline } = context.template;
  const written = given ?? {};
  for (const { name, offset, pointer: place } of references) {
    if (Object.hasOwn(written, name)) continue;
    const remedy = suggest(name, Object.keys(written)) || `: write "footnotes": { "${name}": "…" } beside the text.`;
    report('error', 'unknown-note', place, `There is no note "${name}"${remedy} To print "[^" write "\\\\[^".`, offset);
  }
  const referred = new Set(references.map(({ name }) => name));
  const names = [...referred].filter((name) => Object.hasOwn(written, name));
  for (const name of Object.keys(written)) {
    if (referred.has(name)) continue;
    const at = `${pointer}/footnotes${pointerStep(name)}`;
    if (!isNoteName(name)) {
      const message = `No reference can name the note "${name}": a name has one sign at least, no spaces, and none of [ ] { } ^.`;
      report('error', 'wrong-value', at, message);
      continue;
    }
    const message = `Nothing in the text refers to the note: write [^${name}] where its number should stand, with "format": "inline".`;
    report('warning', 'unused-note', at, message);
  }
  if (names.length === 0) return undefined;
  const inLink = references.find(({ isInLink }) => isInLink);
  if (inLink) report('error', 'note-misplaced', inLink.pointer, misplaced('a link holds no other link'), inLink.offset);
  if (context.noNotes !== undefined) report('error', 'note-misplaced', `${pointer}/footnotes`, misplaced(context.noNotes));
  outline.noteTexts++;
  const site = context.way + pointer;
  outline.addSite(site);
  const inside = noteContext(context);
  const notes: TextFootnotes = new TextFootnotes(
    site,
    names.map((name, i) => {
      const place = `${pointer}/footnotes${pointerStep(name)}`;
      if (isBlank(written[name]!))
        report('error', 'wrong-value', place, 'The note has no text. Write one, or take the note away.');
      const source = compileSource(written[name]!, 'inline', inside, place, undefined);
      for (const { offset } of source.notes ?? [])
        report('error', 'note-misplaced', place, misplaced('a note holds no other notes'), offset);
      const node = new TextNode({
        source: {
          ...source,
          notes: [],
          spans: (scope) => {
            const spans = source.spans(scope);
            const rest = typeof spans === 'string' ? [{ ...plainSpan, text: spans }] : spans;
            if (rest.every(({ text }) => isBlank(text))) warnOfEmpty(scope, place);
            return labelled(rest, notes.numberOf(i, scope));
          },
        },
        context: inside,
        name: place,
        written: { site: siteAt(context, place), kind: 'note' },
        cut: undefined,
        dir: undefined,
        role: undefined,
        alt: undefined,
        lang: undefined,
      });
      const { style } = inside;
      return {
        name,
        colorOf: (scope) => (style.fixed ?? style.resolve(scope)).properties.color,
        // A note has its number at least, so it has lines.
        build: (scope, width, tag) =>
          node.buildBox({ ...scope, tag, link: undefined, heading: undefined }, width, scope.session, tag)!,
      };
    }),
  );
  return notes;
}

/** The message for a note that may not stand at its place. `why`: a clause. */
export const misplaced = (why: string): string =>
  `No footnote can stand here, because ${why}. Write it as a text of its own, or in brackets.`;

/** The note after its number, which leads back to the first reference. */
function labelled(spans: readonly InlineSpan[], { number, id }: NoteNumber): readonly InlineSpan[] {
  const text = String(number);
  const link = { target: `#${referenceAnchor(id)}`, text, anchor: noteAnchor(id) };
  const label: InlineSpan = {
    ...plainSpan,
    position: 'super',
    text,
    link,
    isLabel: true,
    marks: [{ kind: 'link' }],
  };
  return [label, { ...plainSpan, text: '\u00a0' }, ...spans];
}

function warnOfEmpty({ session, place }: BoundScope, component: string): void {
  const message =
    'The note has no text with these data, so its number stands alone at the foot of the page. Check the data, or give the value a default.';
  session.warn('empty-note', component, place, message);
}

/** The context of footnotes: they all look alike, whatever the style of the texts that refer to them. */
function noteContext(context: CompileContext): CompileContext {
  const { styles, report } = context.template;
  const { size } = styles.base.fixed!.properties;
  const small = styles.derive(context.base, [], { size: size * noteSize }, undefined, context.style.fixed?.style.lang);
  const named = Object.hasOwn(styles.styles, noteStyle) ? { style: noteStyle } : {};
  for (const property of Object.keys(styles.styles[noteStyle] ?? {})) {
    if (Object.hasOwn(textProperties, property)) continue;
    const message = `The style "${noteStyle}" gives notes their text properties: its "${property}" has no effect.`;
    report('warning', 'no-effect', `/styles/${noteStyle}/${property}`, message);
  }
  const style = styles.derive(small, Object.values(named), {}, boundStyle(named, `/styles/${noteStyle}`, context));
  // Notes stand outside of what has widths of its own.
  return { ...context, style, printedPage: undefined, dropsEmpty: false };
}
