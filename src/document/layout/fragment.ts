// The pages of placed items that layout hands to paint. Plain data, in pt, origin at the top left, y down. Layout has decided everything; paint only
// draws the items, in order.
import type { Alignment, FieldFlagName, FieldType } from '../../pdf-file/acro-form/field-table.ts';
import type { Anchors, Marks, PageScope } from '../expression/scope.ts';
import type { ImageSource } from '../image/image-source.ts';
import type { Face, Segment, TypingFont } from '../text/shaped-text.ts';
import type { Paint } from '../vector/gradient.ts';
import type { FillRule, Path, Radius } from '../vector/path.ts';
import type { Cap, Join } from '../vector/stroke-ends.ts';
import type { PageOrigins } from './origin.ts';
import type { Element, Tag } from './tag.ts';

export interface Stroke {
  readonly width: number;
  readonly color: string;
  /** Lengths of dashes and gaps; empty: solid. */
  readonly dash: readonly number[];
  /** The ends of lines and dashes. Default: `butt`. */
  readonly cap?: Cap | undefined;
  /** Default: `miter`. */
  readonly join?: Join | undefined;
}

export interface TextItem {
  readonly kind: 'text';
  /** Origin of the box that the segment's own x is relative to. */
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly segment: Segment;
  readonly tag: Tag | undefined;
  /** It is read and not painted. */
  readonly isHidden?: true | undefined;
}

export interface RectItem {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Paint | undefined;
  readonly stroke: Stroke | undefined;
  readonly radius: Radius;
  readonly tag: Tag | undefined;
}

/** Lines and curves. `x` and `y`: where the origin of the path lies. */
export interface PathItem {
  readonly kind: 'path';
  readonly x: number;
  readonly y: number;
  readonly path: Path;
  readonly fill: Paint | undefined;
  readonly rule: FillRule;
  readonly stroke: Stroke | undefined;
  readonly tag: Tag | undefined;
}

export interface LineItem {
  readonly kind: 'line';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly stroke: Stroke;
  readonly tag: Tag | undefined;
}

/** A filled shape of axis-parallel rectangles in its own units (barcode modules), `[x, y, width, height]` each, scaled into place. */
export interface ModulesItem {
  readonly kind: 'modules';
  readonly x: number;
  readonly y: number;
  /** pt per unit. */
  readonly scaleX: number;
  readonly scaleY: number;
  readonly rects: readonly number[];
  readonly fill: string;
  readonly tag: Tag | undefined;
}

export interface ImageItem {
  readonly kind: 'image';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly image: ImageSource;
  readonly tag: Tag | undefined;
}

/** A clickable area. `target`: a URI already checked, or `#name` of an anchor. */
export interface LinkItem {
  readonly kind: 'link';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly target: string;
  readonly source: LinkSource;
  /** Its element. Items with the same element are one link. Undefined: the link is not part of the structure. */
  readonly tag: Element | undefined;
  /** The words that screen readers say for the link: its text, or the `alt` of the component. */
  readonly contents: string;
}

/** A form field: the place in which people fill it in. What stands around it, such as its border, are other items. */
export interface FieldItem {
  readonly kind: 'field';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Full stops join the names of groups and of the field. */
  readonly name: string;
  /** Says what to fill in, for screen readers. */
  readonly description: string;
  readonly form: FieldForm;
  /** Headers, footers and the like show it on each of their sheets. */
  readonly isRepeated: boolean;
  readonly source: LinkSource;
  readonly tag: Element | undefined;
}

/** A text note: an icon that viewers open as a window with a text. */
export interface AnnotationItem {
  readonly kind: 'annotation';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly contents: string;
  readonly author: string | undefined;
  /** ISO 32000-2, table 175. */
  readonly icon: 'Comment' | 'Help' | 'Note';
  readonly color: string;
  readonly isOpen: boolean;
  /** The icon, from its top left corner. */
  readonly look: readonly PageItem[];
  readonly tag: Element | undefined;
}

/** The kind of values that a field takes, and its look with its value. */
export interface FieldForm {
  readonly type: FieldType;
  readonly flags: readonly FieldFlagName[];
  /** For radio buttons and check boxes: the `option` of the pressed button. */
  readonly value?: string | undefined;
  /** Most characters. */
  readonly maxLength?: number | undefined;
  readonly options?: readonly FieldOption[] | undefined;
  /** Index of the option that a list shows first. */
  readonly firstOption?: number | undefined;
  /** The look of typed text. Undefined: no text can be typed. */
  readonly typing?: FieldTyping | undefined;
  readonly button?: FieldButton | undefined;
  /** From its top left corner. Of a button: as it is when it is on. */
  readonly look: readonly PageItem[];
}

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

export interface FieldTyping {
  readonly face: Face;
  /** Undefined: a standard font. */
  readonly font: TypingFont | undefined;
  readonly size: number;
  readonly color: string;
  readonly align: Alignment;
}

export interface FieldButton {
  /** The value of its field when it is on. */
  readonly option: string;
  /** What it stands for in its group. */
  readonly label: string | undefined;
}

/** The component that made a link, an anchor or a field, for messages. */
export interface LinkSource {
  readonly component: string;
  /** JSON Pointer of the repeated element; null: not inside one. */
  readonly dataPath: string | null;
  /** For messages: the uses in whose definitions it stands. */
  readonly uses?: string;
}

/** A named place, for `#name` links and for the outline. */
export interface AnchorItem {
  readonly kind: 'anchor';
  readonly x: number;
  readonly y: number;
  /** Of the area that it names. */
  readonly width: number;
  readonly height: number;
  readonly name: string | undefined;
  readonly source: LinkSource;
  /** Set: an outline entry of this title; `level` from 1. `fromHeading`: the template does not ask for it. */
  readonly bookmark: { readonly title: string; readonly level: number; readonly fromHeading?: boolean } | undefined;
}

export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Default: square corners. */
  readonly radius?: Radius;
}

/** Items scaled, turned, moved, clipped and faded together. Rotation is clockwise, in degrees, about the group's origin. */
export interface GroupItem {
  readonly kind: 'group';
  readonly x: number;
  readonly y: number;
  readonly rotate: number;
  /** Default: 1. */
  readonly scale?: number | undefined;
  readonly clip: Clip | undefined;
  /** From 0 to 1. The items together have it, so that they do not show through each other. Default: 1. */
  readonly opacity?: number | undefined;
  readonly items: readonly PageItem[];
}

export type PageItem =
  | TextItem
  | RectItem
  | LineItem
  | PathItem
  | ModulesItem
  | ImageItem
  | LinkItem
  | AnchorItem
  | FieldItem
  | AnnotationItem
  | GroupItem;

/** Facts that are known when all pages are laid out. */
export interface AllPages {
  readonly total: number;
  readonly anchors: Anchors;
}

/** Facts about a page that are known when it is filled. */
export interface OpenPage extends PageScope {
  readonly number: number;
  readonly label: string;
  readonly side: 'left' | 'right';
  readonly part: { readonly number: number; readonly total: undefined };
  readonly total: undefined;
}

/** Facts about a page that are known when all pages are laid out. */
export interface KnownPage extends AllPages {
  readonly number: number;
  readonly label: string;
  readonly side: 'left' | 'right';
  readonly part: { readonly number: number; readonly total: number };
  readonly marks?: Marks | undefined;
}

/** One sheet. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly items: readonly PageItem[];
  /** Items that are laid out when all pages are. They are painted above `items`. */
  readonly late: ((all: AllPages) => readonly PageItem[]) | undefined;
  /** The labels that begin with this page. */
  readonly labels?: PageLabels;
  /** Set if origins are asked for. */
  readonly origins?: PageOrigins;
}

export const labelStyles = ['decimal', 'upperRoman', 'lowerRoman', 'upperLetters', 'lowerLetters', 'none'] as const;

/** What a viewer calls pages: `A-1`, `A-2` … */
export interface PageLabels {
  readonly style: (typeof labelStyles)[number];
  readonly prefix: string;
  /** Number of the first page. */
  readonly start: number;
}

/** What a viewer can be asked for when it opens and prints a document. */
export const viewerChoices = {
  zoom: ['fit', 'fitWidth'],
  pageMode: ['none', 'outline', 'thumbnails', 'attachments', 'fullScreen'],
  pageLayout: ['singlePage', 'oneColumn', 'twoColumnsLeft', 'twoColumnsRight', 'twoPagesLeft', 'twoPagesRight'],
  printScaling: ['none', 'appDefault'],
  duplex: ['simplex', 'flipShortEdge', 'flipLongEdge'],
} as const;

/** How a viewer opens and prints the document. Undefined: as the viewer likes. */
export type Viewer = {
  readonly [K in Exclude<keyof typeof viewerChoices, 'zoom'>]?: (typeof viewerChoices)[K][number] | undefined;
} & {
  /** The first of two pages side by side lies at the right. */
  readonly isRightToLeft?: boolean | undefined;
  /** The page that is shown first, from 1. */
  readonly page?: number | undefined;
  /** How many levels of the outline are open at first. Undefined: all. */
  readonly outlineLevels?: number | undefined;
  /** A number is a percentage. */
  readonly zoom?: (typeof viewerChoices.zoom)[number] | number | undefined;
};

/** How an attachment relates to its document (ISO 32000-2, table 43). */
export const relationships = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const;

/** A file in the document. */
export interface Attachment {
  /** A plain name, different from the others. */
  readonly filename: string;
  readonly description: string | undefined;
  readonly mimeType: string;
  readonly relationship: (typeof relationships)[number];
  readonly bytes: Uint8Array;
}

export interface Metadata {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly subject: string | undefined;
  readonly keywords: readonly string[];
  readonly creator: string | undefined;
  /** BCP 47. */
  readonly lang: string | undefined;
  /** The document's date; undefined: no date is written (the clock is never read). */
  readonly date: Date | undefined;
  /** The electronic invoice among the attachments. */
  readonly invoice?: { readonly filename: string; readonly profile: string; readonly version: string } | undefined;
  readonly custom?: CustomMetadata | undefined;
}

/** Metadata that has no member of its own. Names and values are checked. */
export interface CustomMetadata {
  /** Entries of the information dictionary. */
  readonly info: readonly { readonly name: string; readonly value: string }[];
  readonly schemas: readonly XmpSchema[];
}

/** Properties of XMP in a namespace of their own. */
export interface XmpSchema {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  /** PDF/A knows the namespace without a description. */
  readonly isPredefined: boolean;
  readonly properties: readonly XmpProperty[];
}

export interface XmpProperty {
  readonly name: string;
  readonly value: XmpValue;
  /** `internal`: derived from the file; `external`: given by people. */
  readonly category: 'internal' | 'external';
  readonly description: string;
}

export type XmpValue =
  | { readonly form: 'integer'; readonly number: number }
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'seq' | 'bag'; readonly items: readonly string[] }
  /** The first text is the default: its `lang` is `x-default`. */
  | { readonly form: 'languages'; readonly texts: readonly { readonly lang: string; readonly text: string }[] };
