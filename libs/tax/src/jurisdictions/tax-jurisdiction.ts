import { lookup, picklist, text } from '@quittance/fields';
import {
  describeNoun,
  optional,
  preset,
  required,
  stamped,
  texts,
  versioned,
  type DraftOf,
  type RowOf,
} from '@quittance/nouns';
import { invalidFields, type FieldError, type Id } from '@quittance/kernel';
import { isPostalPattern } from '../rate-books/postal-pattern.js';
import { JURISDICTION_LEVELS, type JurisdictionLevel } from '../rate-books/rate-book-data.js';

export type TaxJurisdictionId = Id<'tax-jurisdiction'>;

const LEVELS: Readonly<Record<JurisdictionLevel, string>> = {
  country: 'Country',
  state: 'State',
  county: 'County',
  city: 'City',
};

/** A place with taxes of its own: country → state → county or city. */
export const taxJurisdictionNoun = describeNoun({
  name: 'tax-jurisdiction',
  label: 'Jurisdiction',
  pluralLabel: 'Jurisdictions',
  path: '/tax/jurisdictions',
  table: 'tax.jurisdiction',
  alias: 't',
  defaultSort: 'name',
  members: {
    ...versioned<TaxJurisdictionId>(),
    // Where it lies never changes: rates and exemptions were made for that place.
    parentId: optional(lookup<TaxJurisdictionId>('Lies in', 'tax-jurisdiction'), {
      once: true,
      advice: 'Null for a country only.',
    }),
    level: required(picklist('Level', LEVELS), { once: true }),
    code: required(
      text('Code', {
        searched: true,
        maxLength: 40,
        help: 'ISO 3166-1 alpha-2 of a country, the ISO 3166-2 suffix of a state.',
      }),
      { example: 'CA' },
    ),
    name: required(text('Name', { searched: true, maxLength: 100 })),
    postalPatterns: preset(
      [],
      texts('Postal codes', {
        maxItems: 1000,
        maxLength: 13,
        help: 'Postal codes within it: # is a digit, ? any sign, * at the end any rest.',
      }),
      { example: ['945##', '90*'] },
    ),
    ...stamped(),
  },
});

/** A jurisdiction as the API shows it. */
export type TaxJurisdiction = RowOf<typeof taxJurisdictionNoun.members>;
export type NewTaxJurisdiction = DraftOf<typeof taxJurisdictionNoun.members>;

const CODES: Readonly<Record<JurisdictionLevel, RegExp>> = {
  country: /^[A-Z]{2}$/,
  state: /^[A-Z0-9]{1,3}$/,
  county: /^[A-Za-z0-9._-]{1,40}$/,
  city: /^[A-Za-z0-9._-]{1,40}$/,
};

/**
 * Checks a jurisdiction against the one it lies in.
 * @throws DomainError validation_failed
 */
export function checkJurisdiction(
  jurisdiction: TaxJurisdiction,
  parent: Pick<TaxJurisdiction, 'level'> | null,
): void {
  const { level, code, postalPatterns } = jurisdiction;
  const errors: FieldError[] = [];
  if (!CODES[level].test(code)) {
    const message = `is no code of a ${level}: use ISO 3166 for countries and states`;
    errors.push({ pointer: '/code', code: 'format', message });
  }
  const depth = (each: JurisdictionLevel) => JURISDICTION_LEVELS.indexOf(each);
  if (parent ? depth(parent.level) >= depth(level) : level !== 'country') {
    const message = 'must be a jurisdiction of a higher level; only countries have none';
    errors.push({ pointer: '/parentId', code: 'level', message });
  }
  postalPatterns.forEach((pattern, i) => {
    if (isPostalPattern(pattern)) return;
    const message = 'must be capitals and digits, # for a digit, ? for a sign, * at the end';
    errors.push({ pointer: `/postalPatterns/${i}`, code: 'format', message });
  });
  if (errors.length > 0) throw invalidFields(errors);
}
