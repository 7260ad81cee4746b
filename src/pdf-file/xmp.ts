// The metadata of a file as XMP (ISO 16684-1): its properties, and the standards that the file claims.
import { readNamespaceXml } from '../xml/read-xml.ts';

/** A property at the top of the packet, or a field of a structure in it. */
export interface XmpProperty {
  /** URI of its namespace. */
  readonly namespace: string;
  readonly prefix: string;
  readonly name: string;
  /** The text. Of a list: its first item. Of alternatives: the item of `x-default`. */
  readonly text: string;
  readonly form: XmpForm;
  /** All items of a list or of alternatives. */
  readonly items: readonly XmpItem[];
}

/** A value is a text, a list, alternatives, or has fields. */
export type XmpForm = 'text' | 'Seq' | 'Bag' | 'Alt' | 'structure';

export interface XmpItem {
  readonly text: string;
  /** Empty: the item has no language. */
  readonly lang: string;
}

export interface Xmp {
  readonly properties: readonly XmpProperty[];
  /** Namespaces with the properties that extension schemas of PDF/A describe, each with the type of its value. */
  readonly extensions: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly fault: string | undefined;
  /** The attributes of the header of the packet, such as `bytes`. */
  readonly header: string;
}

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const extensionNamespace = 'http://www.aiim.org/pdfa/ns/extension/';
const schemaNamespace = 'http://www.aiim.org/pdfa/ns/schema#';
const propertyNamespace = 'http://www.aiim.org/pdfa/ns/property#';
const maxDepth = 100;

interface OpenElement {
  readonly uri: string;
  readonly local: string;
  readonly prefix: string;
  readonly lang: string;
  text: string;
  form: XmpForm;
  readonly items: XmpItem[];
}

/** Reads a packet. A packet that is not XML has a `fault` and the properties before it. */
export function readXmp(bytes: Uint8Array): Xmp {
  const source = new TextDecoder('utf-8').decode(bytes).replace(/^\uFEFF/, '');
  const properties: XmpProperty[] = [];
  const extensions = new Map<string, Map<string, string>>();
  const open: OpenElement[] = [];
  let fault: string | undefined;
  let described: string | undefined;
  let types = new Map<string, string>();
  let property = { name: '', type: '' };
  const describe = (namespace: string) => {
    extensions.set(namespace, new Map([...(extensions.get(namespace) ?? []), ...types]));
    [described, types] = [undefined, new Map()];
  };
  const reader = readNamespaceXml(
    {
      fault(message) {
        fault ??= message;
      },
      open(tag) {
        if (open.length > maxDepth) throw new Error('The elements are nested too deeply.');
        const attributes = Object.values(tag.attributes);
        const attribute = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value ?? '';
        if (tag.uri === rdf && tag.local === 'Description' && open.at(-1)?.local === 'RDF')
          for (const { uri, prefix, local, value } of attributes)
            if (uri !== '' && uri !== rdf && prefix !== 'xmlns' && prefix !== 'xml')
              properties.push({ namespace: uri, prefix, name: local, text: value, form: 'text', items: [] });
        const { uri, local, prefix } = tag;
        open.push({ uri, local, prefix, lang: attribute('xml:lang'), text: attribute('rdf:resource'), form: 'text', items: [] });
      },
      text(text) {
        const last = open.at(-1);
        if (last) last.text += text;
      },
      close() {
        const closed = open.pop()!;
        const above = open.at(-1);
        if (closed.uri === rdf && closed.local === 'li') {
          // The list stands inside its property: Bag, Seq or Alt, then the property.
          const whole = open.at(-2);
          whole?.items.push({ text: closed.text.trim(), lang: closed.lang });
          if (whole && closed.form !== 'text') whole.form = 'structure';
          if (property.name !== '') types.set(property.name, property.type);
          property = { name: '', type: '' };
          return;
        }
        const { uri, local, prefix, form, items } = closed;
        if (above && uri === rdf && (local === 'Seq' || local === 'Bag' || local === 'Alt')) {
          if (above.form === 'text') above.form = local;
          return;
        }
        if (above) above.form = 'structure';
        const text = (items.find(({ lang }) => lang === 'x-default') ?? items[0])?.text ?? closed.text.trim();
        if (uri === schemaNamespace && local === 'namespaceURI') described = text;
        if (uri === propertyNamespace && local === 'name') property.name = text;
        if (uri === propertyNamespace && local === 'valueType') property.type = text;
        if (uri === schemaNamespace && local === 'property' && described !== undefined) describe(described);
        // A schema may name its namespace after its properties.
        if (uri === schemaNamespace && local === 'namespaceURI' && types.size > 0) describe(text);
        if (above?.uri === rdf && above.local === 'Description' && open.at(-2)?.local === 'RDF' && uri !== extensionNamespace)
          properties.push({ namespace: uri, prefix, name: local, text, form, items });
      },
    },
    { fragment: true },
  );
  try {
    reader.write(source.replace(/<\?xpacket[^>]*\?>/g, ''));
    reader.end();
  } catch (error) {
    fault ??= (error as Error).message;
  }
  return { properties, extensions, fault, header: /<\?xpacket begin[^>]*\?>/.exec(source)?.[0] ?? '' };
}

/** The text of a property. */
export const xmpText = (xmp: Xmp | undefined, namespace: string, name: string): string | undefined =>
  xmp?.properties.find((one) => one.namespace === namespace && one.name === name)?.text;

export const xmpNamespaces = {
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  facturX: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
} as const;

/** The standards that a file claims. */
export interface Claims {
  readonly ua: number | undefined;
  /** `level`: A, B, U, E, F; empty for PDF/A-4 alone. */
  readonly a: { readonly part: number; readonly level: string } | undefined;
  /** The profile of an electronic invoice, such as `EN 16931`. */
  readonly invoice: string | undefined;
}

export function readClaims(xmp: Xmp | undefined): Claims {
  const part = (namespace: string) => {
    const value = xmpText(xmp, namespace, 'part');
    return value !== undefined && /^\d$/.test(value) ? Number(value) : undefined;
  };
  const [ua, a] = [part(xmpNamespaces.pdfuaid), part(xmpNamespaces.pdfaid)];
  return {
    ua,
    a: a === undefined ? undefined : { part: a, level: xmpText(xmp, xmpNamespaces.pdfaid, 'conformance') ?? '' },
    invoice: xmpText(xmp, xmpNamespaces.facturX, 'ConformanceLevel'),
  };
}

/** `PDF/A-3b`, `PDF/UA-1`, `Factur-X EN 16931`. */
export function nameClaims({ ua, a, invoice }: Claims): readonly string[] {
  return [
    a && `PDF/A-${a.part}${a.level.toLowerCase()}`,
    ua !== undefined && `PDF/UA-${ua}`,
    invoice !== undefined && `Factur-X ${invoice}`,
  ].filter((one): one is string => typeof one === 'string');
}
