import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import { fine, wrong, type FieldKind, type Reading } from './field-kind.js';
import { countryCode, domain, listReader } from './setting-readers.js';
import { plainText } from './text-kinds.js';

const MAX_EMAIL = 254;
const MAX_LOCAL = 64;
const MAX_PHONE = 50;
const MAX_URL = 2_048;
const MAX_DOMAINS = 100;

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

function readEmail(value: unknown): Reading<string> {
  const text = plainText(value, MAX_EMAIL);
  if (text.faults) return text;
  const email = text.value.trim().toLowerCase();
  if (email.length > MAX_EMAIL)
    return wrong('max_length', `must have at most ${MAX_EMAIL} characters`);
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0));
  const valid =
    local.length <= MAX_LOCAL && LOCAL.test(local) && !domain(email.slice(at + 1)).faults;
  return valid ? fine(email) : wrong('format', 'must be an e-mail address');
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL_TEXT =
  `^(?=[^@]{1,${MAX_LOCAL}}@.{1,253}$)` + `${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`;

/** An address in lower case, so that the same one is the same text. */
export const emailKind: FieldKind = {
  type: 'email',
  column: 'text',
  listedAs: 'text',
  settings: { allowedDomains: listReader(domain, MAX_DOMAINS) },
  read(value, { settings: { allowedDomains } }) {
    const read = readEmail(value);
    if (read.faults || !allowedDomains) return read;
    const host = read.value.slice(read.value.lastIndexOf('@') + 1);
    return allowedDomains.includes(host)
      ? read
      : wrong('enum', `must be at one of ${allowedDomains.join(', ')}`);
  },
  schema: () => ({ type: 'string', format: 'email', maxLength: MAX_EMAIL }),
  limits({ settings: { allowedDomains } }) {
    if (!allowedDomains) return { pattern: EMAIL_TEXT };
    const hosts = allowedDomains.map((host) => host.replaceAll('.', '\\.'));
    return {
      pattern: EMAIL_TEXT,
      allOf: [{ pattern: `@(?:${hosts.join('|')})$` }],
      'x-allowedDomains': allowedDomains,
    };
  },
};

/** A phone number in E.164: `+4930123456`. */
export const phoneKind: FieldKind = {
  type: 'phone',
  column: 'text',
  listedAs: 'text',
  settings: { defaultCountry: countryCode },
  read(value, { settings: { defaultCountry } }) {
    const text = plainText(value, MAX_PHONE);
    if (text.faults) return text;
    const number = parsePhoneNumberFromString(text.value, {
      extract: false,
      ...(defaultCountry === undefined ? {} : { defaultCountry: defaultCountry as CountryCode }),
    });
    if (number?.ext) return wrong('format', 'must be a number without an extension');
    if (number?.isPossible()) return fine(number.number);
    return wrong(
      'format',
      defaultCountry === undefined
        ? 'must be a phone number with its country, such as +49 30 123456'
        : `must be a phone number of ${defaultCountry}, or one that begins with +`,
    );
  },
  schema: () => ({ type: 'string', maxLength: MAX_PHONE }),
  limits: ({ settings: { defaultCountry } }) => ({
    pattern: '^\\+[1-9]\\d{1,14}$',
    // How many digits a number has is another matter in every country.
    'x-format': 'e164',
    examples: ['+4930123456', '+12015550123'],
    ...(defaultCountry === undefined ? {} : { 'x-defaultCountry': defaultCountry }),
  }),
};

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:']);

const WEB_ADDRESS =
  '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\p{Cc}\\p{Cs}\\\\/?#@]+(?:[/?#][^\\s\\p{Cc}\\p{Cs}]*)?$';

/** A web address; no other scheme, no password in it. */
export const urlKind: FieldKind = {
  type: 'url',
  column: 'text',
  listedAs: 'text',
  settings: {},
  read(value) {
    const text = plainText(value, MAX_URL);
    if (text.faults) return text;
    const given = text.value.trim();
    // The parser would drop line ends and blanks inside, so that another address were kept.
    if (/[\s\p{Cc}]/u.test(given) || !URL.canParse(given)) return notUrl();
    const url = new URL(given);
    if (!SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return notUrl();
    return url.href.length > MAX_URL
      ? wrong('max_length', `must have at most ${MAX_URL} characters`)
      : fine(url.href);
  },
  schema: () => ({ type: 'string', format: 'uri', maxLength: MAX_URL }),
  limits: () => ({ pattern: WEB_ADDRESS }),
};

function notUrl() {
  return wrong('format', 'must be an address that begins with http:// or https://');
}
