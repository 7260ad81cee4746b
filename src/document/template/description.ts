// The descriptions of properties, which a few messages repeat.
import type { JsonSchema } from '../../contract/schema.ts';

/** What a schema says of itself. The bundle for browsers has a module in place of this one, since it loads the texts only for such a message. */
export const descriptionOf = ({ description }: JsonSchema): string | undefined => description;
