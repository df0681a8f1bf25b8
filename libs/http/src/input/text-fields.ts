import { isInstantText } from '@quittance/lists';
import { isCurrency } from '@quittance/money';
import { isLocalDate, unmeantDay } from '@quittance/calendar';
import { isUuid, parseInstant } from '@quittance/kernel';
import { isCountry } from '@quittance/registrations';
import { hasMoreThan, patternInWords } from '@quittance/work';
import { Transform } from 'class-transformer';
import { isEmail } from 'class-validator';
import {
  both,
  fault,
  field,
  readFromQueryAs,
  type InputFault,
  type BodyFieldOptions,
} from './field.js';

export interface TextOptions extends BodyFieldOptions {
  /** The most characters. */
  readonly max: number;
  /** The fewest characters, not counting blanks around; 1 unless said otherwise. */
  readonly min?: number;
  readonly pattern?: RegExp;
  /** One line, as a name is: control characters are refused, as in the texts of records. */
  readonly line?: true;
}

const CONTROL = /\p{Cc}/u;

const notText = fault('type', 'must be a string');

const unlike = (example: unknown): string =>
  typeof example === 'string' ? `must be written as in ${example}` : 'is not written as it must be';

export function checkText(options: TextOptions): (value: unknown) => InputFault | null {
  const { max, min = 1, pattern, line } = options;
  return (value) => {
    if (typeof value !== 'string') return notText;
    if (hasMoreThan(value, max)) {
      return fault('max_length', `must have at most ${max} characters`);
    }
    if (value.trim().length < min) {
      const message = min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
      return fault('min_length', message);
    }
    if (line && CONTROL.test(value)) return fault('format', 'must be one line');
    if (pattern && !pattern.test(value)) {
      const words = patternInWords(pattern.source);
      return fault('pattern', words ? `must be ${words}` : unlike(options.example));
    }
    return null;
  };
}

/** A text of bounded length. */
export function TextField(options: TextOptions): PropertyDecorator {
  const { max, min = 1, pattern } = options;
  const schema = { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source };
  return field(checkText(options), schema, options);
}

const COUNTRY = /^[A-Z]{2}$/;

/** A country: an assigned alpha-2 code of ISO 3166-1. */
export function CountryField(options: BodyFieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => {
    if (typeof value !== 'string') return notText;
    return isCountry(value) ? null : fault('enum', 'must be an ISO 3166 alpha-2 code such as DE');
  };
  const schema = { type: 'string', minLength: 1, maxLength: 2, pattern: COUNTRY.source };
  return field(check, schema, { example: 'DE', ...options });
}

export const checkId = (value: unknown): InputFault | null => {
  if (typeof value !== 'string') return notText;
  return isUuid(value) ? null : fault('format', 'must be a UUID');
};

const inLowerCase = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/** Ids are told apart by their text, alone or in a list. */
export const lowerCase = Transform(({ value }: { value: unknown }) =>
  Array.isArray(value) ? value.map(inLowerCase) : inLowerCase(value),
);

/** A UUID; arrives in lower case. */
export function IdField(options: BodyFieldOptions = {}): PropertyDecorator {
  return both(lowerCase, field(checkId, { type: 'string', format: 'uuid' }, options));
}

export interface DateOptions extends BodyFieldOptions {
  /** A day that is lived: of what was paid, delivered or planned, not the ends of the calendar. */
  readonly near?: boolean;
}

/** A calendar date `YYYY-MM-DD`. */
export function DateField({ near = false, ...options }: DateOptions = {}): PropertyDecorator {
  const check = (value: unknown) => {
    if (typeof value !== 'string') return notText;
    if (!isLocalDate(value)) return fault('format', 'must be a calendar date YYYY-MM-DD');
    return near ? unmeantDay(value) : null;
  };
  return field(check, { type: 'string', format: 'date' }, options);
}

/** An RFC 3339 instant; arrives in UTC with milliseconds. */
export function InstantField(options: BodyFieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => {
    if (typeof value !== 'string') return notText;
    return isInstantText(value) ? null : fault('format', 'must be an RFC 3339 instant');
  };
  const inUtc = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && isInstantText(value) ? parseInstant(value) : value,
  );
  return both(inUtc, field(check, { type: 'string', format: 'date-time' }, options));
}

export const checkEnum =
  (values: readonly string[]) =>
  (value: unknown): InputFault | null => {
    if (typeof value !== 'string') return notText;
    return values.includes(value) ? null : fault('enum', `must be one of ${values.join(', ')}`);
  };

/** One of the listed words. */
export function EnumField(
  values: readonly string[],
  options: BodyFieldOptions = {},
): PropertyDecorator {
  return field(checkEnum(values), { type: 'string', enum: [...values] }, options);
}

/**
 * An ISO 4217 code that may stand on a new document; lower case is accepted, upper case arrives.
 */
export function CurrencyField(options: BodyFieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => {
    if (typeof value !== 'string') return notText;
    return isCurrency(value) ? null : fault('enum', 'must be an ISO 4217 currency code');
  };
  const upperCase = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^[a-zA-Z]{3}$/.test(value) ? value.toUpperCase() : value,
  );
  const schema = { type: 'string', pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 };
  return both(upperCase, field(check, schema, options));
}

/** An ASCII e-mail address of at most 254 characters. */
export function EmailField(options: BodyFieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => {
    if (typeof value !== 'string') return notText;
    if (value.length > 254) return fault('max_length', 'must have at most 254 characters');
    const valid = isEmail(value, { allow_utf8_local_part: false });
    return valid ? null : fault('format', 'must be an e-mail address');
  };
  return field(check, { type: 'string', format: 'email', maxLength: 254 }, options);
}

export function BooleanField(options: BodyFieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) =>
    typeof value === 'boolean' ? null : fault('type', 'must be true or false');
  return both(readFromQueryAs('boolean'), field(check, { type: 'boolean' }, options));
}
