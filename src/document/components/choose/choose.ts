// The component `choose`: the first of several cases whose condition holds.

import { isObject } from '../../../json/is-object.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { component, expression } from '../../template/property-schemas.ts';
import { defineComponent } from '../component.ts';
import { contextUnless, contextWhere } from '../shared/context.ts';
import { firstSubject } from '../shared/stack-nodes.ts';
import { usualBox } from '../shared/usual-properties.ts';

export const choose = defineComponent({
  type: 'choose',
  content: 'children',
  knownAs: ['condition', 'if', 'switch'],
  group: 'layout',
  usual: usualBox,
  summary: 'Shows the first child whose condition holds.',
  properties: {
    choose: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: component,
      description: 'The children, in order. The first one whose `when` holds is shown; a child without `when` always holds.',
    },
  },
  required: [],
  example: { choose: [{ text: 'Please pay {{ total | money }}.', when: 'total > 0' }, 'Nothing is due.'] },
  compile(props, outer, pointer) {
    const { report } = outer.template;
    const children = props.choose as readonly unknown[];
    const last = children.findIndex((child) => whenOf(child) === undefined);
    if (last >= 0 && last < children.length - 1) {
      const message = 'It is never shown: a child without "when" stands before it, and always holds. Move that child to the end.';
      report('warning', 'never-reached', `${pointer}/choose/${last + 1}`, message);
    }
    let context = outer;
    const cases = children.map((child, i) => {
      const at = `${pointer}/choose/${i}`;
      const when = whenOf(child);
      if (when === undefined) return { when: undefined, node: context.compile(child, at, context) };
      // The condition is tested here, once.
      const { when: _when, ...rest } = child as Readonly<Record<string, unknown>>;
      const isGood = context.template.check(expression, when, `${at}/when`);
      const names = i === children.length - 1 ? context.names : { ...context.names, otherwise: 'a later child' };
      const condition = isGood ? { ...context, names }.expression(when as string, `${at}/when`) : undefined;
      const node = context.compile(rest, at, contextWhere(condition, context));
      if (condition) context = contextUnless(condition, context);
      return { when: condition, node };
    });
    const chosen = (scope: Parameters<ComponentNode['build']>[0]) =>
      cases.find(({ when }) => when === undefined || when.test(scope))?.node;
    return {
      subject: firstSubject(cases.map(({ node }) => node)),
      build: (scope, width, session) => chosen(scope)?.build(scope, width, session) ?? [],
      measure: (scope, session) => chosen(scope)?.measure(scope, session) ?? { min: 0, max: 0 },
      ...(cases.some(({ node }) => node.outline) && { outline: (scope, walk) => chosen(scope)?.outline?.(scope, walk) }),
    };
  },
});

const whenOf = (child: unknown): unknown => (isObject(child) ? child.when : undefined);
