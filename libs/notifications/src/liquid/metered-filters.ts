import { filters, type FilterImplOptions, type Liquid } from 'liquidjs';
import { STEP, type Meter } from './meter.js';
import { meterOf } from './metered-context.js';

type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>;

/** What a filter costs beyond its name, charged before it is asked. */
type Charge = (meter: Meter, value: unknown, args: readonly unknown[]) => void;

const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : 1;

/** What goes through its value once, and turns lists into texts. */
const whole: Charge = (meter, value, args) => {
  meter.chargeWhole(value, 4);
  for (const arg of args) meter.chargeWhole(arg, 4);
};

/** What moves elements and never looks into them. */
const outer: Charge = (meter, value, args) => {
  for (const each of [value, ...args]) meter.chargeOuter(each);
};

const nothing: Charge = () => undefined;

/** What searches its value for a text: the platform does so by comparing at every place. */
const searching: Charge = (meter, value, args) => {
  const text = meter.chargeWhole(value, 4);
  const [part = 0] = args.map((arg) => meter.chargeWhole(arg, 1));
  meter.charge((text * part) / 16);
};

/** What compares its elements with one another. */
const sorting: Charge = (meter, value, args) => {
  byProperty(meter, value, args);
  const rounds = Math.ceil(Math.log2(lengthOf(value) + 1));
  meter.charge(meter.chargeWhole(value, 4) * rounds);
  meter.charge(lengthOf(value) * rounds * 50);
};

/** What reads a member of each element, whose name is taken apart for each. */
const byProperty: Charge = (meter, value, args) => {
  whole(meter, value, args);
  const path = typeof args[0] === 'string' ? args[0].length : 0;
  meter.charge(lengthOf(value) * (STEP * 3 + path * 100));
};

/** What takes its value apart by tables of letters. */
const slow: Charge = (meter, value, args) => {
  whole(meter, value, args);
  meter.chargeWhole(value, 8);
};

const DATE = 5_000;
const OF_ZONE = 15_000;
const DIRECTIVE = 2_000;
/** Words of a language, for which a format is made each time. */
const WORDED = 15_000;
const DIRECTIVES = /%[-_0^#:]*\d*[EO]?(.)/g;

const dated: Charge = (meter, value, args) => {
  whole(meter, value, args);
  const [format, zone] = args;
  meter.charge(DATE + (zone === undefined ? 0 : OF_ZONE));
  for (const [, letter = ''] of String(format ?? '%A%B%P%Y').matchAll(DIRECTIVES)) {
    meter.charge('aAbBcxXZ'.includes(letter) ? WORDED : DIRECTIVE);
  }
};

const named = (names: string, charge: Charge) =>
  Object.fromEntries(names.split(' ').map((name) => [name, charge]));

const CHARGES: Readonly<Record<string, Charge>> = {
  ...named('size first last default abs at_least at_most ceil floor', nothing),
  ...named('reverse compact concat push unshift pop shift', outer),
  ...named('split remove remove_first remove_last', searching),
  ...named('replace replace_first replace_last', searching),
  ...named('sort sort_natural sample', sorting),
  ...named('map sum where reject group_by has find find_index', byProperty),
  ...named('slugify number_of_words url_encode cgi_escape uri_escape', slow),
  ...named('date date_to_xmlschema date_to_rfc822 date_to_string date_to_long_string', dated),
};

/** Puts the filter in place of the one of that name, charged by what it is asked for. */
export function registerMetered(liquid: Liquid, name: string, handler: Handler): void {
  const charge = CHARGES[name] ?? whole;
  liquid.registerFilter(name, function (value: unknown, ...args: unknown[]): unknown {
    const meter = meterOf(this.context);
    meter.charge(STEP);
    charge(meter, value, args);
    return handler.call(this, value, ...args) as unknown;
  });
}

/** Meters all filters of Liquid but those without a use in an e-mail. */
export function meterFilters(liquid: Liquid, unwanted: readonly string[]): void {
  for (const [name, filter] of Object.entries(filters as Record<string, FilterImplOptions>)) {
    if (unwanted.includes(name)) liquid.unregisterFilter(name);
    else registerMetered(liquid, name, typeof filter === 'function' ? filter : filter.handler);
  }
}
