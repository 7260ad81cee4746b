// The descriptions of properties, which a few messages repeat.
import type { JsonSchema } from '../../contract/schema.ts';

/** The description of a schema. In the bundle for browsers, another module replaces this one and loads the texts only when a message needs them. */
export const descriptionOf = ({ description }: JsonSchema): string | undefined => description;
