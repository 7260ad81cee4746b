// What rendering needs from outside: bytes by name. The engine brings an implementation; the document core opens nothing itself.

export interface Resource {
  /** Distinct for distinct bytes, cheap to compare: SHA-256 in hex. */
  readonly key: string;
  readonly bytes: Uint8Array;
}

export interface Resources {
  /** A font file by the name a template uses ("Inter.ttf"), or undefined. */
  font(name: string): Resource | undefined;
  /** An image by the name a template uses ("logo.png"), or undefined. */
  image(name: string): Resource | undefined;
  /** Names of fonts or images there are, for a message that suggests the nearest. */
  names(kind: 'font' | 'image'): readonly string[];
}
