import { defaultOperators, toValue, toValueSync, type Context, type Operators } from 'liquidjs';
import { containsText } from './find-text.js';
import { STEP, type Meter } from './meter.js';
import { meterOf } from './metered-context.js';

type Binary = (left: unknown, right: unknown, context: Context) => unknown;

/**
 * Two texts are compared as far as the shorter goes; lists, and what becomes a text, as a whole.
 */
function chargeComparison(meter: Meter, left: unknown, right: unknown): void {
  const [a, b] = [toValue(left), toValue(right)];
  meter.charge(STEP);
  if (typeof a === 'string' && typeof b === 'string') meter.charge(Math.min(a.length, b.length));
  else {
    if (typeof a === 'object') meter.chargeWhole(a, STEP / 4);
    if (typeof b === 'object') meter.chargeWhole(b, STEP / 4);
  }
}

function metered(name: string): Binary {
  const plain = defaultOperators[name] as Binary;
  return (left, right, context) => {
    chargeComparison(meterOf(context), left, right);
    return plain(left, right, context);
  };
}

/** A list contains what equals one of its elements; a text what it reads somewhere in it. */
function contains(left: unknown, right: unknown, context: Context): unknown {
  const [holder, part] = [toValue(left), toValue(right)];
  const meter = meterOf(context);
  meter.charge(STEP);
  if (typeof holder !== 'string') {
    chargeComparison(meter, holder, part);
    if (Array.isArray(holder) && typeof part === 'string') meter.charge(holder.length * STEP);
    return (defaultOperators['contains'] as Binary)(left, right, context);
  }
  const searched = typeof part === 'string' ? part : textOf(meter, part);
  meter.charge((holder.length + searched.length) * 4);
  return containsText(holder, searched);
}

function textOf(meter: Meter, value: unknown): string {
  meter.chargeWhole(value, 4);
  return String(value);
}

/** The operators of Liquid, each charged by what it looks at. */
export const meteredOperators: Operators = {
  ...defaultOperators,
  ...Object.fromEntries(['==', '!=', '>', '<', '>=', '<='].map((name) => [name, metered(name)])),
  contains: contains as Operators[string],
} as Operators;

/** Whether two values are equal, as `==` says. */
export function areEqualInLiquid(context: Context, left: unknown, right: unknown): boolean {
  const equal = meteredOperators['=='] as Binary;
  return toValueSync(equal(left, right, context) as Generator<unknown, boolean>);
}
