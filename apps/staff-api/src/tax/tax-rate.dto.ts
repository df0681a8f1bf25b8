import {
  BooleanField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { RATE_KINDS, type NewTaxRate, type TaxRate, type TaxRatePatch } from '@quittance/tax/host';

const PERCENT = { scale: 6, min: '0', max: '100', example: '19' } as const;
const COMPOUND = { description: 'On top of the taxes before it.' } as const;
const PRIORITY = { min: 0, max: 1000, description: 'Lower comes first.' } as const;
const UNTIL = { nullable: true, description: 'Inclusive; null while it has no end.' } as const;
const SOURCE = { max: 300, nullable: true, description: 'Where the rate was published.' } as const;
const optional = { optional: true } as const;

export class UpdateTaxRateDto implements TaxRatePatch {
  @EnumField(RATE_KINDS, optional) kind?: TaxRate['kind'];
  @DecimalField({ ...PERCENT, ...optional }) rate?: string;
  @BooleanField({ ...COMPOUND, ...optional }) compound?: boolean;
  @IntegerField({ ...PRIORITY, ...optional }) priority?: number;
  @DateField(optional) validFrom?: LocalDate;
  @DateField({ ...UNTIL, ...optional }) validTo?: LocalDate | null;
  @TextField({ ...SOURCE, ...optional }) source?: string | null;
  @DateField({ nullable: true, ...optional }) sourceDate?: LocalDate | null;
}

export class CreateTaxRateDto extends UpdateTaxRateDto implements NewTaxRate {
  @IdField() jurisdictionId: TaxRate['jurisdictionId'];
  @TextField({ max: 50 }) taxCode: string;
  @EnumField(RATE_KINDS) declare kind: TaxRate['kind'];
  @DecimalField(PERCENT) declare rate: string;
  @DateField() declare validFrom: LocalDate;
}

export class TaxRateDto implements TaxRate {
  @IdField() id: TaxRate['id'];
  @IntegerField() version: number;
  @IdField() jurisdictionId: TaxRate['jurisdictionId'];
  @TextField({ max: 50 }) taxCode: string;
  @EnumField(RATE_KINDS) kind: TaxRate['kind'];
  @DecimalField(PERCENT) rate: string;
  @BooleanField(COMPOUND) compound: boolean;
  @IntegerField(PRIORITY) priority: number;
  @DateField() validFrom: LocalDate;
  @DateField(UNTIL) validTo: LocalDate | null;
  @TextField(SOURCE) source: string | null;
  @DateField({ nullable: true }) sourceDate: LocalDate | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}
