// The document of a template that a person named.
import type { Template } from '../../contract/engine.ts';
import type { OpenedTemplate } from '../context.ts';

/** As it stands, or as the version that was named has it. Raises TEMPLATE_NOT_FOUND. */
export function getTemplate({ engine, uuid, version }: Pick<OpenedTemplate, 'engine' | 'uuid' | 'version'>): Promise<Template> {
  return version === undefined
    ? engine.getTemplate({ params: { uuid } })
    : engine.getTemplateVersion({ params: { uuid, version } });
}
