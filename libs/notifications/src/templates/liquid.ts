import { Liquid, type Template } from 'liquidjs';
import { longDate, moneyText } from './formats.js';

/** What one template may cost: beyond it rendering is refused, so that no text can stop the product. */
const LIMITS = {
  parseLimit: 200_000,
  // Milliseconds by the clock on the wall: a machine that is busy must not break an honest letter.
  renderLimit: 2000,
  memoryLimit: 2_000_000,
};

/** Tags and filters with no use in an e-mail: other files, and output that is not escaped. */
const NO_TAGS = ['include', 'render', 'layout', 'block'];
const NO_FILTERS = ['raw'];

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
    String(liquid.renderSync(parse(source), data, { globals: { [LOCALE]: locale } }));
  return { liquid, parse, render };
}

/** No name that a template could write. */
const LOCALE = 'locale of the e-mail';

function localeOf(globals: object): string {
  return String((globals as Record<string, unknown>)[LOCALE] ?? 'en');
}

export const htmlEngine = engine(true);
export const textEngine = engine(false);
