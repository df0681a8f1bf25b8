import {
  checkedVatIdCountry,
  isEin,
  isEuMember,
  isGstin,
  isPan,
  isTan,
  normalTaxId,
} from '@quittance/registrations';
import type { FieldError } from '@quittance/kernel';
import type { TaxRegistrations } from './ledger-account.js';

const VAT = /^[A-Z]{2}[A-Z0-9]{2,18}$/;

const CHECKS: Readonly<Record<keyof TaxRegistrations, (text: string) => boolean>> = {
  gstin: isGstin,
  pan: isPan,
  tan: isTan,
  // Numbers of countries outside the European Union are taken as they are written.
  vat: (text) => (isEuPrefix(text) ? checkedVatIdCountry(text) !== null : VAT.test(text)),
  ein: isEin,
};

/** Whether the prefix is a member state's, so that the number must have that state's format. */
function isEuPrefix(text: string): boolean {
  const prefix = text.slice(0, 2);
  return prefix === 'EL' || isEuMember(prefix);
}

/** The numbers without blanks and dashes, or what is wrong with them, all at once. */
export function readTaxRegistrations(given: TaxRegistrations): {
  readonly numbers: TaxRegistrations;
  readonly errors: readonly FieldError[];
} {
  const errors: FieldError[] = [];
  const numbers: Record<string, string | null> = {};
  for (const scheme of Object.keys(CHECKS) as (keyof TaxRegistrations)[]) {
    const text = given[scheme];
    const number = text === null ? null : normalTaxId(text);
    numbers[scheme] = number;
    if (number === null || CHECKS[scheme](number)) continue;
    const message = `is no valid ${scheme.toUpperCase()} number`;
    errors.push({ pointer: `/taxRegistration/${scheme}`, code: 'format', message });
  }
  const result = numbers as unknown as TaxRegistrations;
  if (errors.length === 0) errors.push(...contradictions(result));
  return { numbers: result, errors };
}

/** The PAN stands inside the GSTIN. */
function contradictions({ gstin, pan }: TaxRegistrations): FieldError[] {
  if (gstin === null || pan === null || gstin.slice(2, 12) === pan) return [];
  const message = 'is not the PAN within the GSTIN';
  return [{ pointer: '/taxRegistration/pan', code: 'mismatch', message }];
}
