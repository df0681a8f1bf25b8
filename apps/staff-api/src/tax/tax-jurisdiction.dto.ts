import {
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
  TextsField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import {
  JURISDICTION_LEVELS,
  type JurisdictionLevel,
  type NewTaxJurisdiction,
  type TaxJurisdiction,
  type TaxJurisdictionPatch,
} from '@quittance/tax/host';

type Id = TaxJurisdiction['id'];

const CODE = {
  max: 40,
  description: 'ISO 3166-1 alpha-2 of a country, the ISO 3166-2 suffix of a state.',
  example: 'CA',
} as const;
const PATTERNS = {
  max: 13,
  maxItems: 1000,
  description: 'Postal codes within it: # is a digit, ? any sign, * at the end any rest.',
  example: ['945##', '90*'],
} as const;
const optional = { optional: true } as const;

export class UpdateTaxJurisdictionDto implements TaxJurisdictionPatch {
  @TextField({ ...CODE, ...optional }) code?: string;
  @TextField({ max: 100, ...optional }) name?: string;
  @TextsField({ ...PATTERNS, ...optional }) postalPatterns?: string[];
}

export class CreateTaxJurisdictionDto
  extends UpdateTaxJurisdictionDto
  implements NewTaxJurisdiction
{
  @IdField({ nullable: true, ...optional, description: 'Null for a country only.' })
  parentId?: Id | null;
  @EnumField(JURISDICTION_LEVELS) level: JurisdictionLevel;
  @TextField(CODE) declare code: string;
  @TextField({ max: 100 }) declare name: string;
}

export class TaxJurisdictionDto implements TaxJurisdiction {
  @IdField() id: Id;
  @IntegerField() version: number;
  @IdField({ nullable: true }) parentId: Id | null;
  @EnumField(JURISDICTION_LEVELS) level: JurisdictionLevel;
  @TextField(CODE) code: string;
  @TextField({ max: 100 }) name: string;
  @TextsField(PATTERNS) postalPatterns: readonly string[];
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}
