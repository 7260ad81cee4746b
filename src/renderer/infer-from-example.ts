// Stands in for a missing data schema: the example data show which members there are.
import { type Diagnostic, noSchemaCode } from '../contract/diagnostic.ts';
import type { JsonSchema } from '../contract/schema.ts';
import { inferSchema } from '../data/infer-schema.ts';
import { isObject } from '../json/is-object.ts';
import { saysNothing } from '../json/schema-parts.ts';
import type { TemplateSource } from './renderer.ts';

type Document = TemplateSource['document'];

/** The schema of the example data. Undefined: the template has a data schema, or no example. */
export function inferFromExample({ dataSchema, exampleData }: Document): JsonSchema | undefined {
  if (!saysNothing(dataSchema) || !hasMembers(exampleData)) return undefined;
  try {
    return inferSchema(exampleData, { allowNumbers: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it is nested too deep, which checking the example reports
    throw error;
  }
}

/** The warning about a template that uses data without a data schema. */
export function warnOfNoSchema({ exampleData }: Document): Diagnostic {
  const message = hasMembers(exampleData)
    ? 'There is no data schema: paths are checked against the example data only, and the data of documents is not checked. Describe the data in schema.json. "pdfgen templates create NAME --from-data FILE" makes a schema from an example.'
    : 'There is neither a data schema nor example data, so paths cannot be checked: a misspelt path prints nothing. Put an example of the data into example.json, or describe the data in schema.json.';
  return { severity: 'warning', code: noSchemaCode, pointer: '', message };
}

const hasMembers = (example: unknown): boolean => isObject(example) && Object.keys(example).length > 0;
