import { parseDecimal, roundToScale, type Decimal } from '@quittance/money';
import { Transform } from 'class-transformer';
import {
  both,
  fault,
  field,
  readFromQueryAs,
  type InputFault,
  type BodyFieldOptions,
} from './field.js';

/**
 * How many digits may stand before the point: what fits a `bigint` of minor units with room for
 * sums.
 */
const MAX_INTEGER_DIGITS = 15;
const PLAIN = /^-?(\d+)(?:\.(\d+))?$/;

export interface DecimalOptions extends BodyFieldOptions {
  /** The most digits after the point. */
  readonly scale: number;
  readonly min?: string;
  readonly max?: string;
  /** The value must be greater than this. */
  readonly above?: string;
}

export interface AmountOptions extends BodyFieldOptions {
  /** `not-negative` unless said otherwise. */
  readonly sign?: 'any' | 'not-negative' | 'positive';
}

/**
 * JSON numbers become the text a person would write; what has no such text is left to the check.
 */
const asDecimalText = Transform(({ value }: { value: unknown }) =>
  typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value,
);

const compare = (a: Decimal, b: Decimal): number => {
  const scale = Math.max(a.scale, b.scale);
  const difference = roundToScale(a, scale) - roundToScale(b, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};

function limits(value: Decimal, options: DecimalOptions): InputFault | null {
  const against = (text: string) => compare(value, parseDecimal(text) as Decimal);
  const { min, max, above } = options;
  if (min !== undefined && against(min) < 0) return fault('min', `must be at least ${min}`);
  if (above !== undefined && against(above) <= 0) {
    return fault('min', `must be greater than ${above}`);
  }
  if (max !== undefined && against(max) > 0) return fault('max', `must be at most ${max}`);
  return null;
}

export function checkDecimal(options: DecimalOptions): (value: unknown) => InputFault | null {
  return (value) => {
    if (typeof value === 'number') return fault('precision', 'must be sent as a decimal string');
    if (typeof value !== 'string') return fault('type', 'must be a decimal string or a number');
    const parts = value.length <= 64 ? PLAIN.exec(value) : null;
    if (!parts) return fault('format', 'must be a plain decimal such as 1234.50');
    if ((parts[1] ?? '').length > MAX_INTEGER_DIGITS) {
      return fault('max', `must have at most ${MAX_INTEGER_DIGITS} digits before the point`);
    }
    if ((parts[2] ?? '').length > options.scale) {
      return fault('precision', `must have at most ${options.scale} digits after the point`);
    }
    return limits(parseDecimal(value) as Decimal, options);
  };
}

/** An exact decimal, sent as text or number; arrives as text. */
export function DecimalField(options: DecimalOptions): PropertyDecorator {
  const schema = {
    type: 'string',
    pattern: `^-?\\d{1,${MAX_INTEGER_DIGITS}}(\\.\\d{1,${options.scale}})?$`,
    description: `A decimal with at most ${options.scale} digits after the point.`,
  };
  return both(asDecimalText, field(checkDecimal(options), schema, options));
}

/** The most digits any currency has; the operation checks against its own currency. */
const MAX_CURRENCY_DIGITS = 4;

/** Money in major units, sent as decimal text or as a number; arrives as text. */
export function AmountField(options: AmountOptions = {}): PropertyDecorator {
  const { sign = 'not-negative', ...rest } = options;
  const bounds = sign === 'any' ? {} : sign === 'positive' ? { above: '0' } : { min: '0' };
  const decimal = { scale: MAX_CURRENCY_DIGITS, ...bounds, ...rest };
  const schema = {
    type: 'string',
    pattern: `^-?\\d{1,${MAX_INTEGER_DIGITS}}(\\.\\d{1,${MAX_CURRENCY_DIGITS}})?$`,
    description: 'Major units of the currency beside it, no more digits than the currency has.',
    example: '1234.50',
  };
  return both(asDecimalText, field(checkDecimal(decimal), schema, options));
}

export interface IntegerOptions extends BodyFieldOptions {
  readonly min?: number;
  readonly max?: number;
}

/** Whole numbers within bounds. */
export function checkInteger({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
}: Pick<IntegerOptions, 'min' | 'max'>) {
  return (value: unknown) => {
    if (typeof value !== 'number') return fault('type', 'must be a whole number');
    if (!Number.isInteger(value)) return fault('format', 'must be a whole number');
    if (value < min) return fault('min', `must be at least ${min}`);
    return value > max ? fault('max', `must be at most ${max}`) : null;
  };
}

export function IntegerField(options: IntegerOptions = {}): PropertyDecorator {
  const check = checkInteger(options);
  const schema = { type: 'integer', minimum: options.min, maximum: options.max };
  return both(readFromQueryAs('number'), field(check, schema, options));
}
