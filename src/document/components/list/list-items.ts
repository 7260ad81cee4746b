// The items of a list: written in the template, or one for each element of a list of the data.
import { isObject } from '../../../json/is-object.ts';
import type { CompiledExpression } from '../../expression/index.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { expression } from '../../template/property-schemas.ts';
import type { CompileContext } from '../component.ts';
import { contextWhere } from '../shared/context.ts';
import { compileEmptiness } from '../shared/empty-texts.ts';
import { compileElements, type ElementProps } from '../shared/lists/element-context.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';

/** An item for some data. */
export interface Item {
  readonly node: ComponentNode;
  readonly scope: BoundScope;
}

export interface Items {
  /** The context that a marker for each item sees. */
  readonly context: CompileContext;
  /** The items that are there, one after the other. */
  listed(scope: BoundScope, session: LayoutSession): Iterable<Item>;
  /** At least as many as there are. */
  most(scope: BoundScope, session: LayoutSession): number;
  /** An item may hold headings, counters or anchors. */
  readonly hasOutline: boolean;
}

export interface ItemProps extends ElementProps {
  readonly list: string | readonly unknown[];
  readonly body?: unknown;
}

/** The content of an item, and whether it is there. */
interface Content {
  readonly when: CompiledExpression | undefined;
  readonly node: ComponentNode;
  /** It has nothing but bindings, and they print nothing. */
  isEmpty(scope: BoundScope): boolean;
}

/** The properties of a list whose items come from the data. */
const ofData = ['as', 'where', 'sort', 'let', 'body'] as const;

/** Compiles the items. `outer`: the context of the list. `inside`: makes the context of the items of one. */
export function compileItems(
  props: ItemProps,
  outer: CompileContext,
  inside: (context: CompileContext) => CompileContext,
  pointer: string,
): Items {
  const { report } = outer.template;
  const { list } = props;
  if (typeof list === 'string') {
    if (props.body === undefined)
      report(
        'error',
        'missing-property',
        pointer,
        `needs "body", because "list" is a list of the data. An item alone is written "list": [${JSON.stringify(list)}].`,
      );
    const elements = compileElements(list, props, outer, pointer, 'list');
    const content = compileContent(props.body ?? '', inside(elements.context), `${pointer}/body`);
    return {
      context: elements.context,
      *listed(scope, session) {
        const found = elements.list(scope, session);
        for (let i = 0; i < found.length; i++) {
          const own = elements.scopeOf(scope, found, i);
          if (isThere(content, own)) yield { node: content.node, scope: own };
        }
      },
      most: (scope, session) => elements.list(scope, session).length,
      hasOutline: content.node.outline !== undefined,
    };
  }
  for (const name of ofData) {
    if (props[name] === undefined) continue;
    const message = `"${name}" belongs to a list of the data, such as "list": "tasks". Each item that is written here says what it holds.`;
    report('error', 'no-effect', `${pointer}/${name}`, message);
  }
  const contents = list.map((item, i) => {
    const place = `${pointer}/list/${i}`;
    if (i > 0 && isObject(item) && item.list !== undefined) {
      const message =
        'The item is a list and nothing else, so it has a marker of its own before that list. To put the list below the item before it, write both as one item: ["…", { "list": … }].';
      report('warning', 'list-alone', place, message);
    }
    return compileContent(item, inside(outer), place);
  });
  return {
    context: outer,
    *listed(scope) {
      for (const content of contents) if (isThere(content, scope)) yield { node: content.node, scope };
    },
    most: () => contents.length,
    hasOutline: contents.some(({ node }) => node.outline),
  };
}

const isThere = ({ when, isEmpty }: Content, scope: BoundScope): boolean => (!when || when.test(scope)) && !isEmpty(scope);

function compileContent(given: unknown, outer: CompileContext, place: string): Content {
  const { template } = outer;
  const condition = isObject(given) ? given.when : undefined;
  const isGood = condition !== undefined && template.check(expression, condition, `${place}/when`);
  const when = isGood ? outer.expression(condition as string, `${place}/when`) : undefined;
  // The condition is tested here, once.
  const rest = isObject(given) ? Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'when')) : given;
  const context = contextWhere(when, outer);
  const { dropsEmpty, isEmpty } = compileEmptiness(rest, context, place);
  const dropping = dropsEmpty ? { ...context, dropsEmpty } : context;
  return {
    when,
    node: stackNodes(compileChildren(rest, dropping, place), 0),
    isEmpty,
  };
}
