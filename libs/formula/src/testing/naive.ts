/**
 * A second evaluator, as simple as can be: a walk over the tree on fractions of integers and days
 * counted one by one. It shares nothing with the lib, so that the two can be compared.
 */

/** An exact number: numerator over a positive denominator. */
export interface Fraction {
  readonly kind: 'fraction';
  readonly n: bigint;
  readonly d: bigint;
}

export type Naive = Fraction | string | boolean | null;

/** `[name, …operands]`, a field `['field', name]`, a number, text, boolean or date as written. */
export type Expression =
  | { readonly literal: Naive; readonly text: string }
  | { readonly field: string }
  | { readonly apply: string; readonly operands: readonly Expression[] };

export function fraction(n: bigint, d = 1n): Fraction {
  return d < 0n ? { kind: 'fraction', n: -n, d: -d } : { kind: 'fraction', n, d };
}

function isFraction(value: Naive): value is Fraction {
  return typeof value === 'object' && value !== null;
}

function abs(n: bigint): bigint {
  return n < 0n ? -n : n;
}

/** The integer next to n/d, of two equally near the one farther from zero. */
function nearest({ n, d }: Fraction): bigint {
  const base = n / d;
  const distance = (k: bigint) => abs(n - k * d);
  return [base - 1n, base + 1n].reduce((best, k) => {
    const [a, b] = [distance(k), distance(best)];
    return a < b || (a === b && abs(k) > abs(best)) ? k : best;
  }, base);
}

function rounded(value: Fraction, digits: number): Fraction {
  const scale = 10n ** BigInt(Math.abs(digits));
  return digits >= 0
    ? fraction(nearest(fraction(value.n * scale, value.d)), scale)
    : fraction(nearest(fraction(value.n, value.d * scale)) * scale);
}

/** At most 30 digits either side of the point. */
function kept(value: Fraction): Naive {
  const result = rounded(value, 30);
  return abs(result.n) < 10n ** 30n * result.d ? result : null;
}

/** The integer not above n/d. */
function floor({ n, d }: Fraction): bigint {
  let k = n / d - 2n;
  while ((k + 1n) * d <= n) k += 1n;
  return k;
}

function less(a: Fraction, b: Fraction): boolean {
  return a.n * b.d < b.n * a.d;
}

function order(a: Naive, b: Naive): number {
  if (isFraction(a) && isFraction(b)) return less(a, b) ? -1 : less(b, a) ? 1 : 0;
  const [x, y] = [String(a), String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Shortest decimal text, for fractions whose denominator divides a power of ten. */
export function shown(value: Naive): string {
  if (value === null) return '';
  if (!isFraction(value)) return typeof value === 'string' ? value : value ? 'TRUE' : 'FALSE';
  const digits = ((abs(value.n) * 10n ** 40n) / value.d).toString().padStart(41, '0');
  const fractionPart = digits.slice(-40).replace(/0+$/, '');
  const whole = digits.slice(0, -40);
  return `${value.n < 0n ? '-' : ''}${whole}${fractionPart && `.${fractionPart}`}`;
}

function toFraction(text: string): Naive {
  const parts = /^([+-]?)(\d{0,30})\.?(\d{0,30})$/.exec(text.trim());
  if (!parts || !/\d/.test(text)) return null;
  const n = BigInt(`${parts[2]}${parts[3]}`);
  return fraction(parts[1] === '-' ? -n : n, 10n ** BigInt(parts[3]?.length ?? 0));
}

function daysOf(year: number): number {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 366 : 365;
}

function monthLengths(year: number): readonly number[] {
  return [31, daysOf(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
}

/** Days since the first of January 1900, counted year by year. */
function dayNumber(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  let days = day - 1;
  for (let y = 1900; y < year; y += 1) days += daysOf(y);
  for (const length of monthLengths(year).slice(0, month - 1)) days += length;
  return days;
}

function asDate(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function dayText(days: number): string {
  let [rest, year, month] = [days, 1900, 1];
  for (; rest >= daysOf(year); year += 1) rest -= daysOf(year);
  for (const length of monthLengths(year)) {
    if (rest < length) break;
    rest -= length;
    month += 1;
  }
  return asDate(year, month, rest + 1);
}

function monthLater(date: string, months: number): string {
  let [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const wasLast = day === monthLengths(year)[month - 1];
  for (let i = 0; i < months; i += 1) {
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  const last = monthLengths(year)[month - 1] ?? 0;
  return asDate(year, month, wasLast ? last : Math.min(day, last));
}

type Apply = (values: readonly Naive[]) => Naive;

/** What has no value as soon as an operand has none. */
const STRICT = {
  '+': ([a, b]: readonly Fraction[]) => kept(fraction(a!.n * b!.d + b!.n * a!.d, a!.d * b!.d)),
  '-': ([a, b]: readonly Fraction[]) => kept(fraction(a!.n * b!.d - b!.n * a!.d, a!.d * b!.d)),
  '*': ([a, b]: readonly Fraction[]) => kept(fraction(a!.n * b!.n, a!.d * b!.d)),
  '/': ([a, b]: readonly Fraction[]) =>
    b!.n === 0n ? null : kept(rounded(fraction(a!.n * b!.d, a!.d * b!.n), 20)),
  '%': ([a]: readonly Fraction[]) => kept(fraction(a!.n, a!.d * 100n)),
  neg: ([a]: readonly Fraction[]) => fraction(-a!.n, a!.d),
  ABS: ([a]: readonly Fraction[]) => fraction(abs(a!.n), a!.d),
  ROUND: ([a, b]: readonly Fraction[]) => kept(rounded(a!, Number(b!.n))),
  FLOOR: ([a]: readonly Fraction[]) => fraction(a!.n / a!.d),
  CEILING: ([a]: readonly Fraction[]) => {
    const away = -floor(fraction(-abs(a!.n), a!.d));
    return fraction(a!.n < 0n ? -away : away);
  },
  MFLOOR: ([a]: readonly Fraction[]) => fraction(floor(a!)),
  INT: ([a]: readonly Fraction[]) => fraction(floor(a!)),
  MCEILING: ([a]: readonly Fraction[]) => fraction(-floor(fraction(-a!.n, a!.d))),
  REVERSE: ([a]: readonly string[]) => Array.from(a!).reduce((all, each) => each + all, ''),
  WEEKDAY: ([a]: readonly string[]) => fraction(BigInt(((dayNumber(a!) + 1) % 7) + 1)),
  DAYOFYEAR: ([a]: readonly string[]) =>
    fraction(BigInt(dayNumber(a!) - dayNumber(`${a!.slice(0, 4)}-01-01`) + 1)),
  MOD: ([a, b]: readonly Fraction[]) => {
    if (b!.n === 0n) return null;
    const times = floor(fraction(a!.n * b!.d, a!.d * b!.n));
    return fraction(a!.n * b!.d - times * b!.n * a!.d, a!.d * b!.d);
  },
  '<': ([a, b]: readonly Naive[]) => order(a!, b!) < 0,
  '>=': ([a, b]: readonly Naive[]) => order(a!, b!) >= 0,
  UPPER: ([a]: readonly string[]) => a!.toUpperCase(),
  LEFT: ([a, b]: readonly [string, Fraction]) =>
    b.n < 0n
      ? null
      : Array.from(a)
          .slice(0, Number(b.n / b.d))
          .join(''),
  SUBSTITUTE: ([a, b, c]: readonly string[]) => (b === '' ? a! : a!.replaceAll(b!, () => c!)),
  VALUE: ([a]: readonly string[]) => toFraction(a!),
  TEXT: ([a]: readonly Naive[]) => shown(a!),
  ADDDAYS: ([a, b]: readonly [string, Fraction]) => dayText(dayNumber(a) + Number(b.n / b.d)),
  ADDMONTHS: ([a, b]: readonly [string, Fraction]) => monthLater(a, Number(b.n / b.d)),
  DATEDIFF: ([a, b]: readonly string[]) => fraction(BigInt(dayNumber(b!) - dayNumber(a!))),
  MONTH: ([a]: readonly string[]) => fraction(BigInt(a!.slice(5, 7))),
} as unknown as Readonly<Record<string, Apply>>;

function blank(value: Naive): boolean {
  return value === null || value === '';
}

function same(a: Naive, b: Naive): boolean {
  return blank(a) || blank(b) ? blank(a) && blank(b) : order(a, b) === 0;
}

const LENIENT: Readonly<Record<string, Apply>> = {
  '&': ([a, b]) => shown(a ?? null) + shown(b ?? null),
  '=': ([a, b]) => same(a ?? null, b ?? null),
  '<>': ([a, b]) => !same(a ?? null, b ?? null),
  '!=': ([a, b]) => !same(a ?? null, b ?? null),
  '&&': ([a, b]) => a === true && b === true,
  '||': ([a, b]) => a === true || b === true,
  '!': ([a]) => a !== true,
  XOR: ([a, b]) => (a === true) !== (b === true),
  IFS: ([a, b, c, d, e]) => (a === true ? b! : c === true ? d! : e!),
  COALESCE: (values) => values.find((value) => !blank(value)) ?? null,
  CONCAT: (values) => values.map(shown).join(''),
  FIND: ([a, b]) => {
    const before = shown(b ?? null).split(shown(a ?? null))[0] ?? '';
    const stands = shown(b ?? null).includes(shown(a ?? null));
    return fraction(BigInt(stands ? (blank(a ?? null) ? 1 : Array.from(before).length + 1) : 0));
  },
  SWITCH: ([a, b, c, d]) => (same(a!, b!) ? c! : d!),
  AND: (values) => values.every((value) => value === true),
  OR: (values) => values.some((value) => value === true),
  NOT: ([a]) => a !== true,
  IF: ([a, b, c]) => (a === true ? b! : c!),
  ISBLANK: ([a]) => blank(a ?? null),
  BLANKVALUE: ([a, b]) => (blank(a ?? null) ? b! : a!),
  LEN: ([a]) => fraction(BigInt(Array.from(shown(a ?? null)).length)),
  CONTAINS: ([a, b]) => shown(a ?? null).includes(shown(b ?? null)),
  MIN: (values) => values.filter((v) => v !== null).sort(order)[0] ?? null,
  MAX: (values) =>
    values
      .filter((v) => v !== null)
      .sort(order)
      .at(-1) ?? null,
  CASE: ([a, b, c, d]) => (same(a!, b!) ? c! : d!),
};

export function naive(expression: Expression, fields: ReadonlyMap<string, Naive>): Naive {
  if ('literal' in expression) return expression.literal;
  if ('field' in expression) return fields.get(expression.field) ?? null;
  const values = expression.operands.map((operand) => naive(operand, fields));
  const lenient = LENIENT[expression.apply];
  if (lenient) return lenient(values);
  if (values.includes(null)) return null;
  return STRICT[expression.apply]!(values);
}

/** The text of an expression, every operator in brackets or by what binds tighter. */
export function written(expression: Expression): string {
  if ('literal' in expression) return expression.text;
  if ('field' in expression) return expression.field;
  const operands = expression.operands.map(written);
  if (expression.apply === 'neg') return `-(${operands[0]})`;
  if (expression.apply === '!') return `!(${operands[0]})`;
  if (expression.apply === '%') return `(${operands[0]})%`;
  return /^\w/.test(expression.apply)
    ? `${expression.apply}(${operands.join(', ')})`
    : `(${operands.join(` ${expression.apply} `)})`;
}
