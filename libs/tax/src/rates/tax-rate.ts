import { invalidFields, type FieldError } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { TAX_KINDS } from '../calculation/pricing.js';
import type { TaxJurisdictionId } from '../jurisdictions/tax-jurisdiction.entity.js';
import type { RateKind, TaxRateEntity } from './tax-rate.entity.js';

/** A rate as the API shows it. */
export type TaxRate = Omit<TaxRateEntity, 'companyId'>;

/** UTGST is charged by the rates of SGST, and a rate that came with a line is none of the set-up. */
export const RATE_KINDS = TAX_KINDS.filter(
  (kind): kind is RateKind => kind !== 'line_rate' && kind !== 'gst_utgst',
);

export interface NewTaxRate {
  readonly jurisdictionId: TaxJurisdictionId;
  readonly taxCode: string;
  readonly kind: RateKind;
  /** Percent, at most 6 decimals. */
  readonly rate: string;
  readonly compound?: boolean;
  readonly priority?: number;
  readonly validFrom: LocalDate;
  readonly validTo?: LocalDate | null;
  readonly source?: string | null;
  readonly sourceDate?: LocalDate | null;
}

/** A new percentage is a new rate: end this one with `validTo`. */
export type TaxRatePatch = Partial<Omit<NewTaxRate, 'jurisdictionId' | 'taxCode'>>;

const WITHOUT_TAX: readonly RateKind[] = ['zero', 'exempt', 'reverse_charge'];

/** @throws DomainError validation_failed */
export function checkRate({ kind, rate, validFrom, validTo }: TaxRate): void {
  const errors: FieldError[] = [];
  if (WITHOUT_TAX.includes(kind) && !/^0+(\.0+)?$/.test(rate)) {
    errors.push({ pointer: '/rate', code: 'max', message: `must be 0 for the kind ${kind}` });
  }
  if (validTo !== null && validTo < validFrom) {
    errors.push({ pointer: '/validTo', code: 'min', message: 'must not be before validFrom' });
  }
  if (errors.length > 0) throw invalidFields(errors);
}
