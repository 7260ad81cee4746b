// Every kind of part in the panel of properties, as a browser shows it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPartSchemas } from '../editor-page/properties/every-part.ts';
import { type OpenedPanel, openPanel } from '../support/properties-panel.ts';

let panel: OpenedPanel;
beforeAll(async () => {
  panel = await openPanel();
});
afterAll(() => panel?.close());

const parts = listPartSchemas().map(({ pointer, schema }) => [`${schema.key} ${schema.added?.place ?? ''}`, pointer] as const);

test.each(parts)('%s is shown with all its properties, and axe finds nothing', async (_, pointer) => {
  expect(await panel.findFaults(pointer)).toEqual([]);
});
