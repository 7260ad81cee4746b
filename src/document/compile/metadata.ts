// Custom metadata of the document: entries of the information dictionary and properties of XMP. Their schema, checks of the template, and the values for
// given data.

import { PdfgenError } from '../../contract/errors.ts';
import { type FromSchema, type JsonSchema, objectOf } from '../../contract/schema.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { utf8Length } from '../../platform/bytes.ts';
import { counted, grouped } from '../../words/counts.ts';
import { suggest } from '../../words/nearest.ts';
import { showJson } from '../../words/show-json.ts';
import { findCharacterFault } from '../../words/xml-characters.ts';
import type { CompileContext } from '../components/component.ts';
import { findLanguageFault } from '../expression/index.ts';
import type { Scope } from '../expression/scope.ts';
import type { CustomMetadata, XmpProperty, XmpSchema, XmpValue } from '../layout/fragment.ts';
import { text } from '../template/property-schemas.ts';
import { findKnownNamespace, findReserved, type KnownForm, type KnownNamespace, type XmpForm } from './xmp-namespaces.ts';

/** Under PDF/A-2, a string has at most 32,767 bytes, and a character may take two (ISO 19005-2, 6.1.13). */
const maxCharacters = 10_000;
/** ISO 32000-1, Annex C.2. */
const maxNameBytes = 127;
const maxEntries = 100;
const maxItems = 1000;

const given = { ...text, minLength: 1, maxLength: maxCharacters } as const satisfies JsonSchema;
const items = { type: 'array', items: given, minItems: 1, maxItems } as const satisfies JsonSchema;

export const xmpPropertySchema = objectOf([], {
  text: { ...given, description: 'The value is this text.' },
  seq: { ...items, description: 'The value is a list of texts in this order.' },
  bag: { ...items, description: 'The value is a list of texts without an order.' },
  languages: {
    type: 'object',
    additionalProperties: given,
    description:
      'The value is a text in several languages: `{ "en": "Order", "de": "Auftrag" }`. The first one is the default, unless there is an `x-default`.',
  },
  description: {
    type: 'string',
    minLength: 1,
    maxLength: maxCharacters,
    description: 'What the property says, for readers of an archive. PDF/A-1 to 3 hold it. Default: the name of the property.',
  },
});

export const xmpSchema = objectOf(['prefix', 'properties'], {
  prefix: {
    type: 'string',
    pattern: '^[A-Za-z_][A-Za-z0-9_.-]{0,99}$',
    description:
      'Prefix of the properties: letters, digits, `_`, `.` and `-`, such as `acme`. `dc` and `xmpRights` stand for Dublin Core and for the rights management of XMP.',
  },
  namespace: {
    type: 'string',
    maxLength: 1000,
    pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[!#-;=?-\\[\\]_a-z~]+$',
    description:
      'URI of the namespace that the properties belong to. It ends in `#` or `/`: `https://example.com/ns/orders#`. Not needed for `dc` and `xmpRights`.',
  },
  description: {
    type: 'string',
    minLength: 1,
    maxLength: maxCharacters,
    description: 'What the properties are about, for readers of an archive. PDF/A-1 to 3 hold it. Default: the prefix.',
  },
  properties: {
    type: 'object',
    additionalProperties: {
      oneOf: [given, xmpPropertySchema],
      description: 'A text, or an object with one of `text`, `seq`, `bag` and `languages`.',
    },
    description: 'The properties by name. A value is a text, or an object for lists and languages.',
  },
});

export const metadataSchema = objectOf([], {
  info: {
    type: 'object',
    additionalProperties: given,
    description:
      'Entries of the information dictionary by name: `{ "Order": "{{ number }}" }`. An entry is left out if the data has no value for it. PDF/A-4 and PDF/UA-2 have no such dictionary.',
  },
  xmp: {
    type: 'array',
    items: xmpSchema,
    maxItems: maxEntries,
    description: 'Properties of XMP, by namespace. A property is left out if the data has no value for it.',
  },
});

type MetadataProps = FromSchema<typeof metadataSchema>;
type SchemaProps = FromSchema<typeof xmpSchema>;
type PropertyProps = FromSchema<typeof xmpPropertySchema>;

/** Gives the custom metadata of one document. Raises METADATA_INVALID. */
export type BindMetadata = (scope: Scope) => CustomMetadata;

/** Compiles `document.metadata`. Faults of the template are reported; faults of the data are raised when a document is made. */
export function compileMetadata(settings: MetadataProps, root: CompileContext): BindMetadata {
  const info = compileInfo(settings.info ?? {}, root);
  const { xmp = [] } = settings;
  const schemas = xmp.map((schema, i) => compileSchema(schema, root, `/document/metadata/xmp/${i}`));
  checkTwice(xmp, root);
  return (scope) => ({
    info: info.flatMap(({ name, bind }) => {
      const value = bind(scope);
      return value === undefined ? [] : [{ name, value }];
    }),
    schemas: schemas.map((bind) => bind(scope)).filter(({ properties }) => properties.length > 0),
  });
}

/** The entries of the dictionary that other members set, by their names in small letters. */
const standardEntries: ReadonlyMap<string, string> = new Map(
  Object.entries({
    title: 'Write "title" in "document"',
    author: 'Write "author" in "document"',
    subject: 'Write "subject" in "document"',
    keywords: 'Write "keywords" in "document"',
    creator: 'Write "creator" in "document"',
    producer: 'pdfgen writes it: leave it out',
    creationdate: 'The date of the document sets it (--date): leave it out',
    moddate: 'It is for programs that change the file: leave it out',
    trapped: 'It is for programs that prepare the file for print: leave it out',
  }),
);

type BindText = (scope: Scope) => string | undefined;

function compileInfo(info: NonNullable<MetadataProps['info']>, root: CompileContext) {
  const place = '/document/metadata/info';
  checkCount(Object.keys(info).length, 'entries', place, root);
  return Object.entries(info).map(([name, source]) => {
    const pointer = `${place}${pointerStep(name)}`;
    const fault = findEntryFault(name);
    if (fault !== undefined) root.template.report('error', 'metadata-name', pointer, fault);
    return { name, bind: compileValue(source, root, pointer) };
  });
}

function findEntryFault(name: string): string | undefined {
  const remedy = standardEntries.get(name.toLowerCase());
  if (remedy !== undefined) return `${showJson(name)} is an entry with a meaning of its own. ${remedy}`;
  if (!/^[\p{L}\p{N}]/u.test(name) || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name))
    return `the name of an entry begins with a letter or a digit and has no line breaks or control characters, got ${showJson(name)}`;
  if (utf8Length(name) > maxNameBytes) return `the name of an entry has at most ${maxNameBytes} bytes in UTF-8`;
  return undefined;
}

function checkCount(count: number, what: string, pointer: string, root: CompileContext): void {
  if (count > maxEntries)
    root.template.report('error', 'wrong-value', pointer, `must have at most ${maxEntries} ${what}, has ${count}`);
}

function compileSchema(schema: SchemaProps, root: CompileContext, pointer: string): (scope: Scope) => XmpSchema {
  const { prefix, properties } = schema;
  const { report } = root.template;
  const named = findKnownNamespace(prefix);
  const namespace = schema.namespace ?? named?.uri;
  const known = named?.uri === namespace ? named : undefined;
  if (namespace === undefined)
    report('error', 'missing-property', pointer, 'needs "namespace", a URI of your own such as "https://example.com/ns/orders#"');
  else if (!known) checkNamespace(prefix, namespace, root, pointer);
  const entries = Object.entries(properties);
  if (entries.length === 0)
    report('error', 'wrong-value', `${pointer}/properties`, 'must have a property: "properties": { "name": "value" }');
  checkCount(entries.length, 'properties', `${pointer}/properties`, root);
  const bind = entries.map(([name, value]) =>
    compileProperty(name, value, known, root, `${pointer}/properties${pointerStep(name)}`),
  );
  return (scope) => ({
    name: schema.description ?? prefix,
    namespace: namespace ?? '',
    prefix,
    isPredefined: known !== undefined,
    properties: bind.flatMap((one) => one(scope) ?? []),
  });
}

function checkNamespace(prefix: string, namespace: string, root: CompileContext, pointer: string): void {
  const { report } = root.template;
  const reserved = findReserved(prefix, namespace);
  if (reserved)
    report('error', 'reserved-namespace', `${pointer}${reserved.of === 'prefix' ? '/prefix' : '/namespace'}`, reserved.message);
  // XMP specification (2005), Namespace URI termination: readers of RDF join the URI and the name.
  else if (!/[#/]$/.test(namespace))
    report(
      'warning',
      'namespace-end',
      `${pointer}/namespace`,
      `A namespace of XMP ends in "#" or "/", so that programs can tell the URI from the names of its properties. Change it to ${showJson(`${namespace}#`)}, unless a reader of your files asks for it as it is.`,
    );
}

/** Reports prefixes and namespaces that stand in two schemas. */
function checkTwice(schemas: readonly SchemaProps[], root: CompileContext): void {
  for (const member of ['prefix', 'namespace'] as const) {
    for (const [i, schema] of schemas.entries()) {
      const value = schema[member];
      const first = schemas.findIndex((one) => one[member] === value);
      if (value === undefined || first === i) continue;
      const message = `/document/metadata/xmp/${first} has the ${member} ${showJson(value)} too. Put the properties together, or choose another ${member}`;
      root.template.report('error', 'metadata-twice', `/document/metadata/xmp/${i}/${member}`, message);
    }
  }
}

const forms = ['text', 'seq', 'bag', 'languages'] as const;

const formExamples: Readonly<Record<KnownForm, string>> = {
  text: '"value"',
  bag: '{ "bag": ["one", "another"] }',
  languages: '{ "languages": { "en": "value" } }',
};

type BindProperty = (scope: Scope) => XmpProperty | undefined;

function compileProperty(
  name: string,
  given: string | PropertyProps,
  known: KnownNamespace | undefined,
  root: CompileContext,
  pointer: string,
): BindProperty {
  const { report } = root.template;
  const settings: PropertyProps = typeof given === 'string' ? { text: given } : given;
  const found = forms.filter((form) => settings[form] !== undefined);
  const form = found[0];
  if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/.test(name)) {
    const plain = name.replace(/^[^A-Za-z_]+|[^A-Za-z0-9_.-]+/g, '').slice(0, 100);
    const meant = plain === '' ? '' : `; did you mean ${showJson(plain)}?`;
    const rule = 'the name of a property begins with a letter or "_" and holds letters (A to Z), digits, "_", "." and "-"';
    report('error', 'metadata-name', pointer, `${rule}, got ${showJson(name)}${meant}`);
  } else if (known) checkKnown(name, found.length === 1 ? form : undefined, known, root, pointer);
  if (form === undefined || found.length > 1) {
    const what = found.length === 0 ? 'needs' : `has ${found.map((one) => `"${one}"`).join(' and ')}, but takes only`;
    report('error', 'metadata-value', pointer, `${what} one of "text", "seq", "bag" and "languages"`);
    return () => undefined;
  }
  const bind = compileForm(settings, form, root, typeof given === 'string' ? pointer : `${pointer}/${form}`);
  return (scope) => {
    const value = bind(scope);
    return value === undefined ? undefined : { name, value, category: 'external', description: settings.description ?? name };
  };
}

/** Reports a property that the namespace does not have, or that takes another form of value. */
function checkKnown(
  name: string,
  form: XmpForm | undefined,
  { prefix, properties, ownProperties }: KnownNamespace,
  root: CompileContext,
  pointer: string,
): void {
  const { report } = root.template;
  const remedy = ownProperties.get(name);
  const wanted = properties.get(name);
  if (remedy !== undefined) report('error', 'reserved-namespace', pointer, `pdfgen writes ${prefix}:${name} itself. ${remedy}`);
  else if (wanted === undefined) {
    const names = [...properties.keys()];
    const hint = suggest(name, names) || `; known: ${names.join(', ')}. Put other properties into a namespace of your own`;
    report('error', 'unknown-property', pointer, `${prefix} has no property "${name}" that can be set${hint}`);
  } else if (form !== undefined && form !== wanted)
    report('error', 'metadata-value', pointer, `${prefix}:${name} is written as ${formExamples[wanted]}`);
}

/** Compiles the value of an XMP property in its form: a text, a text in several languages, or a list. */
function compileForm(
  settings: PropertyProps,
  form: XmpForm,
  root: CompileContext,
  pointer: string,
): (scope: Scope) => XmpValue | undefined {
  if (form === 'text') {
    const bind = compileValue(settings.text!, root, pointer);
    return (scope) => {
      const value = bind(scope);
      return value === undefined ? undefined : { form, text: value };
    };
  }
  if (form === 'languages') {
    const entries = Object.entries(settings.languages!);
    if (entries.length === 0) root.template.report('error', 'wrong-value', pointer, 'must have a language: { "en": "value" }');
    checkCount(entries.length, 'languages', pointer, root);
    const langs = entries.map(([lang]) => lang.toLowerCase());
    const bind = entries.map(([lang, source], i) => {
      const at = `${pointer}${pointerStep(lang)}`;
      const fault =
        lang === 'x-default' ? undefined : lang === '' ? 'the name of a language is missing' : findLanguageFault(lang);
      if (fault !== undefined) root.template.report('error', 'unknown-lang', at, fault);
      if (langs.indexOf(langs[i]!) < i) root.template.report('error', 'metadata-twice', at, 'the language stands here twice');
      return { lang, bind: compileValue(source, root, at) };
    });
    return (scope) => {
      const texts = bind.flatMap((one) => {
        const value = one.bind(scope);
        return value === undefined ? [] : [{ lang: one.lang, text: value }];
      });
      const first = texts.find(({ lang }) => lang === 'x-default') ?? texts[0];
      if (first === undefined) return undefined;
      // XMP specification, part 1, 8.2.2.4: the default stands first.
      return { form, texts: [{ ...first, lang: 'x-default' }, ...texts.filter(({ lang }) => lang !== 'x-default')] };
    };
  }
  const bind = settings[form]!.map((source, i) => compileValue(source, root, `${pointer}/${i}`));
  return (scope) => {
    const texts = bind.flatMap((one) => one(scope) ?? []);
    return texts.length === 0 ? undefined : { form, items: texts };
  };
}

/** Compiles a text. Its value is undefined where the data makes it empty. */
function compileValue(source: string, root: CompileContext, pointer: string): BindText {
  const compiled = root.text(source, pointer);
  if (compiled.isLiteral) {
    const fault = source.trim() === '' ? 'must not be empty' : findCharacterFault(source);
    if (fault !== undefined) root.template.report('error', 'metadata-value', pointer, fault);
  }
  return (scope) => {
    const value = compiled.plain(scope).trim();
    const fault =
      value.length > maxCharacters
        ? `has ${counted(value.length, 'character')}, and metadata has at most ${grouped(maxCharacters)}`
        : findCharacterFault(value);
    if (fault !== undefined) throw new PdfgenError('METADATA_INVALID', `The value of ${pointer} ${fault}.`);
    return value === '' ? undefined : value;
  };
}
