import {
  toValue,
  toValueSync,
  TypeGuards,
  type Context,
  type Emitter,
  type Output,
  type Template,
} from 'liquidjs';
import { isTooCostly } from './meter.js';

type Key = string | number;
type Filter = Output['value']['filters'][number];

/** Reads a value that is written out, or looks a name up. */
type Read = (context: Context) => unknown;

/**
 * Renders what is put out by its name alone, with filters whose arguments are names and literals:
 * `{{ invoice.total | money: invoice.currency }}`. Liquid goes through seven generators for it, as
 * any of its parts could have to be waited for, and half of a letter's time is spent in them.
 * Undefined for any other part. What fails here is rendered as Liquid does, which says where it
 * failed and fails again: it has put out nothing yet.
 */
export function plainRendering(template: Template): Template['render'] | undefined {
  const { value } = template as Partial<Output>;
  const [token, ...others] = value?.initial.postfix ?? [];
  const initial = others.length === 0 ? readOf(token) : undefined;
  const filters = value?.filters.map(filtering);
  if (!initial || !filters || !filters.every((each) => each !== undefined)) return undefined;
  const slowly = template.render.bind(template);
  return (context: Context, emitter: Emitter) => {
    try {
      let shown = initial(context);
      for (const filter of filters) shown = filter(shown, context);
      emitter.write(toValueSync(toValue(shown) as never));
    } catch (error) {
      if (isTooCostly(error)) throw error;
      return slowly(context, emitter);
    }
  };
}

function readOf(token: unknown): Read | undefined {
  if (typeof token !== 'object' || token === null) return undefined;
  if ('content' in token) {
    const { content } = token;
    return () => content;
  }
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable) return undefined;
  const names = token.props.map((prop) => ('content' in prop ? prop.content : undefined));
  return names.every(isKey) ? (context) => context.getSync(names) : undefined;
}

const isKey = (name: unknown): name is Key => typeof name === 'string' || typeof name === 'number';

function filtering(filter: Filter): ((value: unknown, context: Context) => unknown) | undefined {
  const { handler, token, liquid } = filter as unknown as FilterParts;
  const args = filter.args.map((arg) => (Array.isArray(arg) ? undefined : readOf(arg)));
  if (!args.every((arg) => arg !== undefined)) return undefined;
  return (value, context) => {
    const given = args.map((read) => read(context));
    return toValueSync(handler.apply({ context, token, liquid }, [value, ...given]) as never);
  };
}

/** What Liquid keeps to itself of a filter. */
interface FilterParts {
  readonly handler: (this: object, ...values: unknown[]) => unknown;
  readonly token: unknown;
  readonly liquid: unknown;
}
