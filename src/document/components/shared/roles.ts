// The roles of components, and the elements that they become.
import { type CompiledText, findLanguageFault } from '../../expression/index.ts';
import { type ComponentNode, outlineOf } from '../../layout/component-node.ts';
import { type BoundScope, warnAt } from '../../layout/session.ts';
import { decoration, makeArtifact, openElement, openEntry, openLabel, openSlot } from '../../layout/structure.ts';
import type { StructureType, Tag, TagFacts } from '../../layout/tag.ts';
import type { roles } from '../../template/property-schemas.ts';
import { type CommonProps, type CompileContext, type ComponentDefinition, isRead, nameOf } from '../component.ts';
import { placeOfProperty } from './styled-behaviour.ts';

export type Role = (typeof roles)[number];

const types: Readonly<Record<Exclude<Role, 'artifact' | 'label'>, StructureType>> = {
  title: 'Title',
  paragraph: 'P',
  heading1: 'H1',
  heading2: 'H2',
  heading3: 'H3',
  heading4: 'H4',
  heading5: 'H5',
  heading6: 'H6',
  figure: 'Figure',
  caption: 'Caption',
  quote: 'BlockQuote',
  note: 'Note',
  code: 'Code',
  section: 'Sect',
  toc: 'TOC',
  list: 'L',
};

/** Opens the structure element of a text. `label`: what a text with the role of a label says. */
export function openText(tag: Tag | undefined, role: Role = 'paragraph', facts?: TagFacts, label?: string): Tag | undefined {
  // Blocks that hold paragraphs.
  if (role === 'quote' || role === 'section' || role === 'toc' || role === 'list')
    return openElement(openRole(tag, role), 'P', facts);
  return openRole(tag, role, facts, label);
}

/** Opens the element of a role. */
function openRole(tag: Tag | undefined, role: Role, facts?: TagFacts, label?: string): Tag | undefined {
  if (role === 'artifact') return makeArtifact(tag, decoration);
  if (role === 'label') return openLabel(tag, label, facts) ?? openElement(tag, 'P', facts);
  if (role === 'list') return openElement(tag, 'L', { ...facts, list: { numbering: 'None' } });
  // An inline element, which stands in a paragraph.
  return openElement(role === 'code' ? openElement(tag, 'P') : tag, types[role], facts);
}

/** Opens the figure of a picture. An `alt` without any text makes the picture decoration. */
export function openFigure(alt: CompiledText | undefined, scope: BoundScope): Tag | undefined {
  const { tag } = scope;
  if (alt && isDecoration(alt, scope)) return makeArtifact(tag, decoration);
  return openSaidFigure(readAlt(alt, scope), scope);
}

/** Opens the figure of a picture with the text that is read of it. */
export function openSaidFigure(text: string | undefined, { tag, link, heading }: BoundScope): Tag | undefined {
  if (text !== undefined) {
    link?.texts.push(text);
    heading?.push(text);
  }
  return openElement(tag, 'Figure', { alt: text });
}

/** Undefined: there is nothing to say. */
export const readAlt = (alt: CompiledText | undefined, scope: BoundScope): string | undefined =>
  alt?.printed(scope).trim() || undefined;

const isDecoration = (alt: CompiledText, scope: BoundScope) => alt.isLiteral && alt.printed(scope) === '';

/** Whether nothing inside of a component needs a description of its own. */
export function describesAll(definition: ComponentDefinition, { role, alt, link }: CommonProps): boolean {
  return role === 'artifact' || (alt !== undefined && !takesAlt(definition, link));
}

/** Whether a component uses `alt` itself. */
const takesAlt = ({ content }: ComponentDefinition, link: string | undefined) =>
  (content !== 'children' && content !== 'nothing') || link !== undefined;

/** Longer descriptions are not doubted. The limit also keeps the patterns below fast. */
const mostDoubtful = 200;
/** Words that say what kind of thing is seen, and not what it shows. */
const kinds =
  /^(?:an? |the )?(?:image|picture|photo(?:graph)?|graphics?|figure|chart|diagram|icon|logo|img|pic|bild|foto|grafik|abbildung)$/i;
const fileName = /^\S+\.(?:png|jpe?g|gif|svg|webp|avif|tiff?|bmp|heic|jxl|pdf)$/i;

/** Warns of a picture without a description, or with a doubtful one. */
export function checkAlt(
  { alt, src }: CommonProps & { readonly src?: string | undefined },
  context: CompileContext,
  pointer: string,
): void {
  if (alt === '' || !isRead(context)) return;
  const said = alt?.trim() ?? '';
  if (said !== '') {
    if (said.length > mostDoubtful) return;
    const bare = said.replace(/[.:!\d\s]+$/, '');
    if (!kinds.test(bare) && !fileName.test(said) && said !== src) return;
    const doubt = `"${said}" does not tell what the picture shows. Describe the picture, for example "Logo of Gratwerk", or write "alt": "" if it is decoration.`;
    context.template.report('warning', 'doubtful-alt', `${pointer}/alt`, doubt);
    return;
  }
  const message =
    'Screen readers have nothing to say here: add "alt" with a description, or "alt": "" if the picture is decoration.';
  context.template.report('warning', 'missing-alt', pointer, message);
}

/** A component of a template. */
interface Placed {
  readonly definition: ComponentDefinition;
  readonly props: CommonProps;
  readonly context: CompileContext;
  readonly pointer: string;
}

/**
 * Puts a component that is not text into the element of its role, and says its language. An `alt` makes a figure of it, unless the component uses the
 * text otherwise.
 */
export function withRole(node: ComponentNode, { definition, props, context, pointer }: Placed): ComponentNode {
  const { content } = definition;
  const alt = takesAlt(definition, props.link) || props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
  const given = content === 'figure' && props.role === 'figure' ? undefined : props.role;
  const role = given ?? (alt ? 'figure' : undefined);
  const isList = definition.type === 'list';
  const isLost = (content === 'table' || isList) && (role === 'toc' || role === 'list');
  if (isLost) {
    const message = isList
      ? `"${role}" has no effect on a "list", which has the structure of a list already. Leave it out.`
      : `"${role}" has no effect on a table; use a "repeat".`;
    context.template.report('warning', 'no-effect', placeOfProperty(props, 'role', pointer), message);
  }
  if (role === 'figure' && props.alt === undefined && isRead(context)) {
    const message = 'A figure needs a description for screen readers: add "alt", or leave the role out.';
    context.template.report('warning', 'missing-alt', pointer, message);
  }
  if (content === 'text' && role === 'list') {
    const message = 'A text is a single item of a list. Write { "list": ["…", "…"] }.';
    context.template.report('warning', 'no-effect', placeOfProperty(props, 'role', pointer), message);
  }
  const lang = props.lang === undefined ? undefined : compileLang(props.lang, context, placeOfProperty(props, 'lang', pointer));
  if (content === 'text' || (role === undefined && !lang)) return node;
  const name = nameOf(props, pointer);
  const open = (scope: BoundScope): Tag | undefined => {
    const said = lang?.(scope);
    const place = said === undefined ? scope.tag : openSlot(scope.tag, said);
    if (role === undefined || isLost) return place;
    if (alt && isDecoration(alt, scope)) return makeArtifact(place, decoration);
    const tag = openRole(place, role, alt && { alt: readAlt(alt, scope) });
    nameRole(role, place, tag, name, scope);
    return tag;
  };
  return {
    build: (scope, width, session) => node.build({ ...scope, tag: open(scope) }, width, session),
    measure: (scope, session) => node.measure(scope, session),
    ...outlineOf(node),
  };
}

/** Notes which component gave an element its role. `place`: where the element was opened. */
export function nameRole(role: Role, place: Tag | undefined, tag: Tag | undefined, name: string, scope: BoundScope): void {
  scope.session.nameElement(tag, name, scope.place);
  if (role !== 'label' || tag === place || tag?.kind !== 'element' || tag.type === 'Lbl') return;
  const message =
    'The label stands in no item of a list, and is read as a paragraph. Write a "list", or give the "repeat" or "stack" around its item the role "list".';
  scope.session.warn('misplaced-role', name, scope.place, message);
}

/** Whether the children of a component are entries. */
export const hasEntries = (role: Role | undefined): boolean => role === 'toc' || role === 'list';

/** Puts each of a list of components into an entry, if they are the entries of a list or a table of contents. */
export function entriesOf(nodes: readonly ComponentNode[], role: Role | undefined): readonly ComponentNode[] {
  if (!hasEntries(role)) return nodes;
  return nodes.map((node) => ({
    build: (scope, width, session) => node.build(entryScope(scope), width, session),
    measure: (scope, session) => node.measure(scope, session),
    ...outlineOf(node),
  }));
}

/** The scope inside an entry of a list or a table of contents. */
export function entryScope(scope: BoundScope): BoundScope {
  return { ...scope, tag: openEntry(scope.tag) };
}

/** Compiles the language of a component. `at`: its place. Undefined for some data: no language is given. */
export function compileLang(source: string, context: CompileContext, at: string): (scope: BoundScope) => string | undefined {
  const compiled = context.text(source, at);
  const fault = compiled.isLiteral && source.trim() !== '' ? findLanguageFault(source.trim()) : undefined;
  if (fault !== undefined) context.template.report('error', 'unknown-lang', at, fault);
  return (scope) => {
    const lang = compiled.plain(scope).trim();
    if (lang === '') return undefined;
    const unknown = compiled.isLiteral ? undefined : findLanguageFault(lang);
    if (unknown === undefined) {
      scope.session.checkLanguage(lang, at, scope.place);
      return lang;
    }
    warnAt(scope, 'unknown-lang', at, `${unknown.replace(/[.?]?$/, (end) => end || '.')} No language is said for it.`);
    return undefined;
  };
}
