import type { AccountId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { TaxJurisdictionId } from '../jurisdictions/tax-jurisdiction.entity.js';
import type { TaxExemptionEntity } from './tax-exemption.entity.js';

/** An exemption as the API shows it. */
export type TaxExemption = Omit<TaxExemptionEntity, 'companyId'>;

export interface NewTaxExemption {
  readonly accountId: AccountId;
  readonly certificate: string;
  readonly reason?: string | null;
  readonly jurisdictionIds?: readonly TaxJurisdictionId[];
  readonly validFrom: LocalDate;
  readonly validTo?: LocalDate | null;
}

export type TaxExemptionPatch = Partial<Omit<NewTaxExemption, 'accountId'>>;
