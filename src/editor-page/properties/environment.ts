// What the controls of all properties need to know of the template and of the page.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** A value of the data, as an expression names it at the place of the part. */
export interface FieldPath {
  /** `line.name` */
  readonly path: string;
  /** What it is, in plain words: `text`, `list`. */
  readonly type: string;
  readonly isList: boolean;
  /** Of the example data. Empty: none. */
  readonly example: string;
}

export interface Environment {
  /** The unit of lengths: `mm`. */
  readonly unit: string;
  /** The template's colours by name, as they are written. */
  readonly colors: Readonly<Record<string, unknown>>;
  readonly fonts: readonly string[];
  readonly styles: readonly string[];
  /** The definitions of blocks. */
  readonly blocks: Readonly<Record<string, unknown>>;
  /** Names of files that are pictures. */
  readonly pictures: readonly string[];
  /** What the pictures are called for people, by their names in the pages. */
  readonly pictureNames: ReadonlyMap<string, string>;
  /** Names of all files. */
  readonly files: readonly string[];
  readonly fields: readonly FieldPath[];
  /** Opens the JSON at the place of a property. `pointer`: below the part, such as `/border`. */
  openCode(pointer: string): void;
  /** Lets the person choose or add a picture. `used`: the name of the one that is there. Undefined: none was chosen. */
  choosePicture(used: string | undefined): Promise<string | undefined>;
}

export const EnvironmentContext = createContext<Environment | undefined>(undefined);

export const useEnvironment = (): Environment => useContext(EnvironmentContext)!;

let gestures = 0;

/** The name of a gesture: what is written by one visit of a field is one step of undo. */
export const nextGesture = (): string => `property ${++gestures}`;
