import {
  DateField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { NewTaxExemption, TaxExemption, TaxExemptionPatch } from '@quittance/tax/host';

type JurisdictionIds = TaxExemption['jurisdictionIds'];

const CERTIFICATE = { max: 100, example: 'ST-105 4711' } as const;
const REASON = { max: 300, nullable: true } as const;
const PLACES = { maxItems: 500, description: 'Empty: exempt everywhere.' } as const;
const UNTIL = { nullable: true, description: 'Inclusive; null while it has no end.' } as const;
const optional = { optional: true } as const;

export class UpdateTaxExemptionDto implements TaxExemptionPatch {
  @TextField({ ...CERTIFICATE, ...optional }) certificate?: string;
  @TextField({ ...REASON, ...optional }) reason?: string | null;
  @IdsField({ ...PLACES, ...optional }) jurisdictionIds?: JurisdictionIds;
  @DateField(optional) validFrom?: LocalDate;
  @DateField({ ...UNTIL, ...optional }) validTo?: LocalDate | null;
}

export class CreateTaxExemptionDto extends UpdateTaxExemptionDto implements NewTaxExemption {
  @IdField() accountId: AccountId;
  @TextField(CERTIFICATE) declare certificate: string;
  @DateField() declare validFrom: LocalDate;
}

export class TaxExemptionDto implements TaxExemption {
  @IdField() id: TaxExemption['id'];
  @IntegerField() version: number;
  @IdField() accountId: AccountId;
  @TextField(CERTIFICATE) certificate: string;
  @TextField(REASON) reason: string | null;
  @IdsField(PLACES) jurisdictionIds: JurisdictionIds;
  @DateField() validFrom: LocalDate;
  @DateField(UNTIL) validTo: LocalDate | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}
