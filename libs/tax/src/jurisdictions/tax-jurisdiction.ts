import { invalidFields, type FieldError } from '@quittance/kernel';
import { isPostalPattern } from '../rate-books/postal-pattern.js';
import { JURISDICTION_LEVELS, type JurisdictionLevel } from '../rate-books/rate-book-data.js';
import type { TaxJurisdictionEntity, TaxJurisdictionId } from './tax-jurisdiction.entity.js';

/** A jurisdiction as the API shows it. */
export type TaxJurisdiction = Omit<TaxJurisdictionEntity, 'companyId'>;

export interface NewTaxJurisdiction {
  readonly parentId?: TaxJurisdictionId | null;
  readonly level: JurisdictionLevel;
  readonly code: string;
  readonly name: string;
  readonly postalPatterns?: readonly string[];
}

/** Where it lies never changes: rates and exemptions were made for that place. */
export type TaxJurisdictionPatch = Partial<Omit<NewTaxJurisdiction, 'parentId' | 'level'>>;

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
