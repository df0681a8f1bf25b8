import {
  currencyDigits,
  formatUnits,
  isCurrency,
  parseMinor,
  pow10,
  type Currency,
} from '@quittance/money';
import {
  MAX_PRECISION,
  MAX_SCALE,
  compareDecimals,
  decimalText,
  exactDecimal,
  integerDigits,
  readDecimal,
} from './exact-number.js';
import {
  fine,
  wrong,
  type Fault,
  type FieldKind,
  type JsonSchema,
  type ReadContext,
  type Reading,
  type SettingReader,
} from './field-kind.js';
import type { Field, FieldSettings } from './field.js';
import { currencyCodeReader, wholeReader } from './setting-readers.js';

const DEFAULT_PRECISION = 18;
const DEFAULT_SCALE = 2;
/** A JSON number of so many digits is exact. */
const INTEGER_DIGITS = 15;
const MAX_INTEGER = 10 ** INTEGER_DIGITS - 1;
/** Minor units fit a `bigint` with room for sums. */
const MONEY_DIGITS = 18;

type Exact = NonNullable<ReturnType<typeof exactDecimal>>;

const bound: SettingReader = (value) => {
  const read = readDecimal(value);
  if (read.faults) return read;
  if (read.value.scale > MAX_SCALE || integerDigits(read.value) > MAX_PRECISION) {
    return wrong('precision', `must have at most ${MAX_SCALE} decimals`);
  }
  return fine(decimalText(read.value));
};

function boundFaults({ min, max }: FieldSettings): Fault[] {
  const [low, high] = [exactDecimal(min), exactDecimal(max)];
  if (!low || !high || compareDecimals(low, high) <= 0) return [];
  return [{ inside: '/min', code: 'range', message: 'must not be above max' }];
}

function digitFaults(settings: FieldSettings): Fault[] {
  const { precision = DEFAULT_PRECISION, scale = DEFAULT_SCALE } = settings;
  const faults = boundFaults(settings);
  if (scale > precision) {
    faults.push({ inside: '/scale', code: 'range', message: 'must not be above precision' });
  }
  return faults;
}

function withinBounds(value: Exact, { min, max }: FieldSettings): Fault | undefined {
  const [low, high] = [exactDecimal(min), exactDecimal(max)];
  if (low && compareDecimals(value, low) < 0) {
    return { code: 'min', message: `must be at least ${min}` };
  }
  if (high && compareDecimals(value, high) > 0) {
    return { code: 'max', message: `must be at most ${max}` };
  }
  return undefined;
}

function scaleFault(scale: number): { faults: Fault[] } {
  return wrong(
    'precision',
    scale === 0
      ? 'must have no decimals'
      : `must have at most ${scale} decimal${scale === 1 ? '' : 's'}`,
  );
}

function readNumber(value: unknown, { settings }: Field): Reading {
  const read = readDecimal(value);
  if (read.faults) return read;
  const { precision = DEFAULT_PRECISION, scale = DEFAULT_SCALE } = settings;
  if (read.value.scale > scale) return scaleFault(scale);
  if (integerDigits(read.value) > precision - scale) {
    return wrong('precision', `must have at most ${precision - scale} digits before the point`);
  }
  const fault = withinBounds(read.value, settings);
  return fault ? { faults: [fault] } : fine(decimalText(read.value));
}

/** Bounds of texts are not a matter of JSON Schema. */
function boundsOf({ min, max }: FieldSettings): JsonSchema {
  return {
    ...(min === undefined ? {} : { 'x-minimum': min }),
    ...(max === undefined ? {} : { 'x-maximum': max }),
  };
}

/** Decimal text of so many digits before the point and behind it. */
function digitsSchema(before: number, behind: number): JsonSchema {
  const whole = before > 0 ? `\\d{1,${before}}` : '0';
  const fraction = behind > 0 ? `(\\.\\d{1,${behind}})?` : '';
  return { pattern: `^-?${whole}${fraction}$` };
}

function numberLimits({ settings }: Field): JsonSchema {
  const { precision = DEFAULT_PRECISION, scale = DEFAULT_SCALE } = settings;
  const digits = { 'x-precision': precision, 'x-scale': scale };
  return { ...digitsSchema(precision - scale, scale), ...digits, ...boundsOf(settings) };
}

const DECIMAL_TEXT = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };

const numberSettings = {
  precision: wholeReader(1, MAX_PRECISION),
  scale: wholeReader(0, MAX_SCALE),
  min: bound,
  max: bound,
};

/** An exact decimal, kept as text. */
export const numberKind: FieldKind = {
  type: 'number',
  column: 'numeric',
  listedAs: 'decimal',
  settings: numberSettings,
  check: digitFaults,
  read: readNumber,
  schema: () => DECIMAL_TEXT,
  limits: numberLimits,
};

/** A percentage: `12.5` is an eighth. */
export const percentKind: FieldKind = { ...numberKind, type: 'percent' };

/** A whole number that JSON keeps exactly. */
export const integerKind: FieldKind = {
  type: 'integer',
  column: 'bigint',
  listedAs: 'integer',
  settings: { min: bound, max: bound },
  check: boundFaults,
  read(value, { settings }) {
    const read = readDecimal(value, 'a whole number such as 12');
    if (read.faults) return read;
    if (read.value.scale > 0) return scaleFault(0);
    if (integerDigits(read.value) > INTEGER_DIGITS) {
      return wrong('precision', `must have at most ${INTEGER_DIGITS} digits`);
    }
    const fault = withinBounds(read.value, settings);
    return fault ? { faults: [fault] } : fine(Number(read.value.units));
  },
  schema: ({ settings: { min, max } }) => ({
    type: 'integer',
    ...(min === undefined ? {} : { minimum: Number(min) }),
    ...(max === undefined ? {} : { maximum: Number(max) }),
  }),
  limits: ({ settings: { min, max } }) => ({
    minimum: Math.max(Number(min ?? -MAX_INTEGER), -MAX_INTEGER),
    maximum: Math.min(Number(max ?? MAX_INTEGER), MAX_INTEGER),
  }),
};

/** The currency an amount is in; undefined while the field that says it is wrong. */
export function currencyOf(
  field: Field,
  context: Pick<ReadContext, 'valueOf' | 'baseCurrency'>,
): Currency | undefined {
  const { currency, currencyField } = field.settings;
  if (currency !== undefined) return currency;
  if (currencyField === undefined) return context.baseCurrency;
  const given = context.valueOf(currencyField);
  if (given === null) return context.baseCurrency;
  return isCurrency(given) ? given : undefined;
}

/** An amount with exactly the decimals of its currency. */
export const currencyKind: FieldKind = {
  type: 'currency',
  column: 'bigint',
  listedAs: 'decimal',
  settings: { currency: currencyCodeReader, min: bound, max: bound },
  check: boundFaults,
  read(value, field, context) {
    const read = readDecimal(value);
    if (read.faults) return read;
    const currency = currencyOf(field, context);
    if (currency === undefined) return fine(decimalText(read.value));
    const digits = currencyDigits(currency);
    if (read.value.scale > digits) {
      return wrong('precision', `must have at most ${digits} decimals, as ${currency} has`);
    }
    if (integerDigits(read.value) > MONEY_DIGITS - digits) {
      return wrong(
        'precision',
        `must have at most ${MONEY_DIGITS - digits} digits before the point`,
      );
    }
    const fault = withinBounds(read.value, field.settings);
    const minor = read.value.units * pow10(digits - read.value.scale);
    return fault ? { faults: [fault] } : fine(formatUnits(minor, digits));
  },
  schema: () => DECIMAL_TEXT,
  limits({ settings }, { baseCurrency }) {
    const { currencyField, currency = baseCurrency } = settings;
    if (currencyField !== undefined) {
      return { 'x-currencyField': currencyField, ...boundsOf(settings) };
    }
    const digits = currencyDigits(currency);
    const known = { 'x-currency': currency, 'x-precision': MONEY_DIGITS, 'x-scale': digits };
    return { ...digitsSchema(MONEY_DIGITS - digits, digits), ...known, ...boundsOf(settings) };
  },
};

/**
 * Minor units of a canonical amount, for standard fields that keep them beside their currency.
 * @throws TypeError for a text that was never read.
 */
export function minorOf(value: string, currency: Currency): bigint {
  const minor = parseMinor(value, currency);
  if (minor === undefined) throw new TypeError(`${value} is no amount of ${currency}`);
  return minor;
}
