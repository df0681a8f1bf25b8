import { isCountry } from '@quittance/registrations';
import { isCurrency } from '@quittance/money';
import { fine, wrong, type Fault, type Reading, type SettingReader } from './field-kind.js';

/** A whole number within limits. */
export function wholeReader(min: number, max: number): SettingReader {
  return (value) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return wrong('type', 'must be a whole number');
    }
    if (value < min || value > max) return wrong('range', `must be ${min} to ${max}`);
    return fine(value);
  };
}

export const flagReader: SettingReader = (value) =>
  typeof value === 'boolean' ? fine(value) : wrong('type', 'must be true or false');

export function wordsReader(maxLength: number): SettingReader {
  return (value) => {
    if (typeof value !== 'string') return wrong('type', 'must be a string');
    if (value.length === 0 || value.length > maxLength) {
      return wrong('max_length', `must have 1 to ${maxLength} characters`);
    }
    return fine(value);
  };
}

export function oneOfReader(choices: readonly string[]): SettingReader {
  return (value) =>
    typeof value === 'string' && choices.includes(value)
      ? fine(value)
      : wrong('enum', `must be one of ${choices.join(', ')}`);
}

/** A list without repetitions, every item of which is read alike. */
export function listReader(item: SettingReader, maxItems: number): SettingReader {
  return (value) => {
    if (!Array.isArray(value)) return wrong('type', 'must be a list');
    if (value.length === 0 || value.length > maxItems) {
      return wrong('range', `must have 1 to ${maxItems} items`);
    }
    return gather(value, item);
  };
}

function gather(items: readonly unknown[], read: SettingReader): Reading<unknown> {
  const faults: Fault[] = [];
  const values = new Set<unknown>();
  for (const [i, item] of items.entries()) {
    const reading = read(item);
    if (reading.faults) {
      for (const fault of reading.faults) {
        faults.push({ ...fault, inside: `/${i}${fault.inside ?? ''}` });
      }
    } else values.add(reading.value);
  }
  return faults.length > 0 ? { faults } : fine([...values]);
}

/** The value that a reader of fields would give: bounds are read like the values they bound. */
export const currencyCodeReader: SettingReader = (value) =>
  isCurrency(value) ? fine(value) : wrong('enum', 'must be an ISO 4217 code');

export const countryCode: SettingReader = (value) =>
  isCountry(value) ? fine(value) : wrong('enum', 'must be an ISO 3166 alpha-2 code');

const DOMAIN =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

export const domain: SettingReader = (value) => {
  if (typeof value !== 'string') return wrong('type', 'must be a string');
  const lower = value.toLowerCase();
  return DOMAIN.test(lower) ? fine(lower) : wrong('format', 'must be a domain such as example.com');
};

const MIME = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,126})$/;

export const mimeType: SettingReader = (value) => {
  if (typeof value !== 'string') return wrong('type', 'must be a string');
  const lower = value.toLowerCase();
  return MIME.test(lower)
    ? fine(lower)
    : wrong('format', 'must be a media type such as application/pdf or image/*');
};
