// Adds the team to each call of the renderer.
import type { RenderCall, Renderer } from '../../renderer/renderer.ts';

/** A renderer that names the team in each call, because waiting teams take turns at the threads. */
export function forTeam(renderer: Renderer, team: string): Renderer {
  const of = (call: RenderCall | undefined): RenderCall => ({ ...call, team });
  return {
    lint: (template, call) => renderer.lint(template, of(call)),
    validate: (request, call) => renderer.validate(request, of(call)),
    validateItems: (request, call) => renderer.validateItems(request, of(call)),
    inspectAsset: (bytes, limits, call) => renderer.inspectAsset(bytes, limits, of(call)),
    fontFamilies: (template, call) => renderer.fontFamilies(template, of(call)),
    render: (request, call) => renderer.render(request, of(call)),
    writeInvoice: (request, call) => renderer.writeInvoice(request, of(call)),
    close: () => renderer.close(),
  };
}
