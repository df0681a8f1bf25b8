import { Context, Liquid, type Template } from 'liquidjs';
import { longDate, moneyText } from './formats.js';

/** What one template may cost: beyond it rendering is refused, so that no text can stop the product. */
const LIMITS = { parseLimit: 200_000, memoryLimit: 2_000_000 };
/** Rounds of loops and parts in them; counted, because by the clock a busy machine breaks a letter. */
const MOST_STEPS = 100_000;

/** Tags and filters with no use in an e-mail: other files, and output that is not escaped. */
const NO_TAGS = ['include', 'render', 'layout', 'block'];
/** And those that evaluate an expression for each item, which nothing counts. */
const BY_EXPRESSION = ['where', 'reject', 'group_by', 'has', 'find', 'find_index'];
const NO_FILTERS = ['raw', ...BY_EXPRESSION.map((name) => `${name}_exp`)];

const MOST_KEPT = 500;

/** Liquid of one kind of text, with the templates it has parsed before. */
export interface Engine {
  /** @throws LiquidError with the place of the fault */
  parse(source: string): Template[];
  render(source: string, data: object, locale: string): string;
  readonly liquid: Liquid;
}

function engine(escaped: boolean): Engine {
  const liquid = new Liquid({
    ...LIMITS,
    ...(escaped ? { outputEscape: 'escape' as const } : {}),
    strictFilters: true,
    ownPropertyOnly: true,
    // An empty set in memory instead of the file system.
    templates: {},
    relativeReference: false,
    dynamicPartials: false,
    timezoneOffset: 0,
    locale: 'en',
  });
  for (const tag of NO_TAGS) delete liquid.tags[tag];
  for (const filter of NO_FILTERS) liquid.unregisterFilter(filter);
  liquid.registerFilter('money', function (value: unknown, currency: unknown) {
    return moneyText(value, currency, localeOf(this.context.globals));
  });
  liquid.registerFilter('long_date', function (value: unknown) {
    return longDate(value, localeOf(this.context.globals));
  });
  const parsed = new Map<string, Template[]>();
  const parse = (source: string): Template[] => {
    const known = parsed.get(source);
    if (known) return known;
    const made = liquid.parse(source);
    if (parsed.size >= MOST_KEPT) parsed.clear();
    parsed.set(source, made);
    return made;
  };
  const render = (source: string, data: object, locale: string): string =>
    String(liquid.renderSync(parse(source), bounded(liquid, data, { [LOCALE]: locale })));
  return { liquid, parse, render };
}

/** What a text is rendered with; its limit is asked at every step, and counts instead of looking at a clock. */
function bounded(liquid: Liquid, data: object, globals: object): Context {
  const context = new Context(data, liquid.options, { globals, sync: true }, { liquid });
  const { renderLimit } = context;
  let steps = 0;
  renderLimit.check = () => {
    steps += 1;
    if (steps > MOST_STEPS) throw new Error('template render limit exceeded');
  };
  return context;
}

/** No name that a template could write. */
const LOCALE = 'locale of the e-mail';

function localeOf(globals: object): string {
  return String((globals as Record<string, unknown>)[LOCALE] ?? 'en');
}

export const htmlEngine = engine(true);
export const textEngine = engine(false);
