import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import {
  SUPPLY_KINDS,
  type NewTaxCode,
  type TaxCode,
  type TaxCodePatch,
} from '@quittance/tax/host';
import type { SupplyKind } from '@quittance/tax';

const CODE = { max: 50, pattern: /^[A-Za-z0-9._-]+$/, example: 'standard' } as const;
const DESCRIPTION = { max: 500, nullable: true } as const;
const DEFAULT = { description: 'For lines with neither a code nor a rate; one per company.' };
const KIND = {
  nullable: true,
  description:
    'What is sold under it, where it is one thing alone: it decides the category of supplies abroad. ' +
    'The type of a line’s product counts before it.',
} as const;
const optional = { optional: true } as const;

export class UpdateTaxCodeDto implements TaxCodePatch {
  @TextField({ max: 100, ...optional }) name?: string;
  @TextField({ ...DESCRIPTION, ...optional }) description?: string | null;
  @EnumField(SUPPLY_KINDS, { ...KIND, ...optional }) kind?: SupplyKind | null;
  @BooleanField({ ...DEFAULT, ...optional }) isDefault?: boolean;
}

export class CreateTaxCodeDto extends UpdateTaxCodeDto implements NewTaxCode {
  @TextField({ ...CODE, description: 'Documents carry it; never changes.' }) code: string;
  @TextField({ max: 100 }) declare name: string;
}

export class TaxCodeDto implements TaxCode {
  @IdField() id: TaxCode['id'];
  @IntegerField() version: number;
  @TextField(CODE) code: string;
  @TextField({ max: 100 }) name: string;
  @TextField(DESCRIPTION) description: string | null;
  @EnumField(SUPPLY_KINDS, KIND) kind: SupplyKind | null;
  @BooleanField(DEFAULT) isDefault: boolean;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}
