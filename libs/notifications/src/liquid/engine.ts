import { Liquid, toValueSync, type Context, type LiquidOptions, type Template } from 'liquidjs';
import { longDate, moneyText, shortDate } from './formats.js';
import { Meter, TooCostly } from './meter.js';
import { MeteredContext, meterOf } from './metered-context.js';
import { meterFilters, registerMetered } from './metered-filters.js';
import { meteredOperators } from './metered-operators.js';
import { MeteredParser } from './metered-parser.js';
import { METERED_TAGS } from './metered-tags.js';
import { findPositionsFast } from './positions.js';

/** Characters of one text. */
const LONGEST_SOURCE = 200_000;
/** Characters that it may come to: what the log shows and a mail server takes. */
export const LONGEST_RESULT = 1_000_000;

/** Tags and filters with no use in an e-mail: other files, and output that is not escaped. */
const NO_TAGS = ['include', 'render', 'layout', 'block'];
/** And those that evaluate an expression for each item. */
const BY_EXPRESSION = ['where', 'reject', 'group_by', 'has', 'find', 'find_index'];
const NO_FILTERS = ['raw', ...BY_EXPRESSION.map((name) => `${name}_exp`)];

/** Characters of the texts whose parts are kept: parsed they take some hundred times as much. */
const MOST_KEPT = 500_000;

/** Liquid of one kind of text, with the texts it has parsed before. */
export interface Engine {
  /** @throws LiquidError with the place of the fault, TooCostly */
  parse(source: string): Template[];
  /** @throws LiquidError with the place of the fault, TooCostly */
  render(source: string, data: object, terms: RenderTerms): string;
  readonly liquid: Liquid;
}

export interface RenderTerms {
  /** A BCP 47 tag for money and dates. */
  readonly locale: string;
  /** One for all texts of an e-mail. */
  readonly meter: Meter;
}

/** What a filter knows of the rendering that it is part of. */
interface Filtering {
  readonly context: Context;
}

/** What is put out, a list as its elements one after the other. */
type Shown = (this: Filtering, value: unknown) => unknown;

const shownPlain: Shown = function (value) {
  meterOf(this.context).chargeWhole(value, 2);
  return value;
};

const shownEscaped: Shown = function (value) {
  meterOf(this.context).chargeWhole(value, 10);
  return escaped(textOf(value));
};

function textOf(value: unknown): string {
  const plain = value instanceof Object && 'valueOf' in value ? value.valueOf() : value;
  if (plain === null || plain === undefined) return '';
  return Array.isArray(plain) ? plain.map(textOf).join('') : String(plain);
}

/** As it stands in HTML, within quotes too. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;');
}

function money(this: Filtering, value: unknown, currency: unknown): string {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  meterOf(this.context).chargeFormat(`${String(currency)} ${decimals}`);
  return moneyText(value, currency, localeOf(this.context.globals));
}

function writtenDate(this: Filtering, value: unknown): string {
  meterOf(this.context).chargeFormat('date');
  return longDate(value, localeOf(this.context.globals));
}

function tableDate(this: Filtering, value: unknown): string {
  meterOf(this.context).chargeFormat('short date');
  return shortDate(value, localeOf(this.context.globals));
}

function engine(shown: Shown): Engine {
  findPositionsFast();
  const liquid = new Liquid({
    parseLimit: LONGEST_SOURCE,
    outputEscape: shown as LiquidOptions['outputEscape'],
    operators: meteredOperators,
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
  for (const [name, tag] of Object.entries(METERED_TAGS)) liquid.registerTag(name, tag);
  meterFilters(liquid, NO_FILTERS);
  registerMetered(liquid, 'money', money);
  registerMetered(liquid, 'long_date', writtenDate);
  registerMetered(liquid, 'short_date', tableDate);
  const parse = keeping((source) => new MeteredParser(liquid).parse(source));
  const render = (source: string, data: object, { locale, meter }: RenderTerms): string => {
    // Counters change the data that they are in.
    const context = MeteredContext.of(liquid, meter, { ...data }, { [LOCALE]: locale });
    const { renderer } = liquid;
    const text = String(toValueSync(renderer.renderTemplates(parse(source), context)));
    if (text.length > LONGEST_RESULT) throw new TooCostly();
    return text;
  };
  return { liquid, parse, render };
}

/** Keeps what the last sources were parsed to. */
function keeping(parse: (source: string) => Template[]): (source: string) => Template[] {
  const parsed = new Map<string, Template[]>();
  let kept = 0;
  return (source) => {
    const known = parsed.get(source);
    if (known) return known;
    const made = parse(source);
    if (kept + source.length > MOST_KEPT) {
      parsed.clear();
      kept = 0;
    }
    parsed.set(source, made);
    kept += source.length;
    return made;
  };
}

/** No name that a template could write. */
const LOCALE = 'locale of the e-mail';

function localeOf(globals: object): string {
  return String((globals as Record<string, unknown>)[LOCALE] ?? 'en');
}

export const htmlEngine = engine(shownEscaped);
export const textEngine = engine(shownPlain);
