import type { TaxRounding } from '@quittance/company';
import {
  AmountField,
  BooleanField,
  CountryField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import { BUYER_KINDS, type BuyerKind } from '@quittance/registrations';
import type { LocalDate } from '@quittance/calendar';
import {
  FALLBACK_REASONS,
  type SupplyKind,
  type FallbackReason,
  TAX_CATEGORIES,
  TAX_REASONS,
  type TaxCategory,
  type TaxReason,
} from '@quittance/tax';
import {
  PLACE_GROUNDS,
  type PlaceGround,
  SUPPLY_KINDS,
  type SuppliedAt,
  TAX_KINDS,
  TAX_WARNINGS,
  type TaxWarning,
  type TaxWarningCode,
  type LineTaxView,
  type TaxCalculation,
  type TaxGroupView,
  type TaxKind,
  type DecisionStep,
  type TaxResult,
} from '@quittance/tax/host';
import { AddressDto } from '../company/company.dto.js';

const ROUNDINGS = ['document', 'line'] as const;
const PERCENT = { scale: 6, min: '0', max: '100' } as const;
const clearable = { nullable: true, optional: true } as const;
const optional = { optional: true } as const;

export class SupplyPlaceDto {
  @CountryField({ example: 'DE' }) country: string;
  @TextField({ max: 100, ...clearable }) region: string | null;
  @TextField({ max: 20, ...clearable }) postalCode: string | null;
}

export class TaxLineDto {
  @AmountField({ sign: 'any', description: 'The price of the whole line.' }) amount: string;
  @DecimalField({
    scale: 6,
    ...optional,
    description: 'Told for the record; taxes are on amounts.',
  })
  quantity?: string;
  @TextField({ max: 50, ...clearable }) taxCode?: string | null;
  @DecimalField({ ...PERCENT, ...clearable, description: 'Used where there is no rate for it.' })
  taxRate?: string | null;
  @EnumField(SUPPLY_KINDS, { ...clearable, description: 'What is sold, else what the code says.' })
  supply?: SupplyKind | null;
  @ObjectField(() => SupplyPlaceDto, {
    ...clearable,
    description: 'Where an immovable lies, an event is held, a way begins.',
  })
  placeOf?: SupplyPlaceDto | null;
  @BooleanField({ ...optional, description: 'A sale of B to C of what A sends to C.' })
  triangular?: boolean;
}

export class TaxCustomerDto {
  @IdField({ ...optional, description: 'Whose exemptions apply.' }) accountId?: string;
  @TextField({ max: 30, ...clearable }) taxRegistration?: string | null;
  @EnumField(BUYER_KINDS, { ...clearable, description: 'Null: the tax registration tells.' })
  buyerKind?: BuyerKind | null;
}

export class CalculateTaxDto implements TaxCalculation {
  @TextField({ max: 100, ...clearable, description: 'Handed back.' }) document?: string | null;
  @CurrencyField() currency: Currency;
  @DateField({
    ...optional,
    description: 'The day of the supply, whose taxes hold. Today in the company when absent.',
  })
  date?: LocalDate;
  @BooleanField(optional) pricesIncludeTax?: boolean;
  @EnumField(ROUNDINGS, { ...optional, description: "The company's own when absent." })
  rounding?: TaxRounding;
  @ObjectField(() => AddressDto, { ...optional, description: "The company's when absent." })
  shipFrom?: AddressDto;
  @ObjectField(() => AddressDto) shipTo: AddressDto;
  @ObjectField(() => TaxCustomerDto, optional) customer?: TaxCustomerDto;
  @ListField(() => TaxLineDto, { minItems: 1, maxItems: 1000 }) lines: TaxLineDto[];
}

export class CalculateTaxQueryDto {
  @BooleanField({ ...optional, description: 'Each line tells the rules that were tried.' })
  explain?: boolean;
}

export class LineTaxDto implements LineTaxView {
  @TextField({ max: 200, nullable: true, example: 'US-CA' }) jurisdiction: string | null;
  @EnumField(TAX_KINDS) kind: TaxKind;
  @TextField({ max: 50, nullable: true }) taxCode: string | null;
  @DecimalField(PERCENT) rate: string;
  @AmountField({ sign: 'any' }) taxable: string;
  @AmountField({ sign: 'any' }) tax: string;
}

export class MovedTaxDto {
  @IntegerField({ min: 0 }) line: number;
  @AmountField({ sign: 'any' }) amount: string;
}

/** How the tax of a group was rounded: recompute it from base and rate. */
export class TaxGroupDto extends LineTaxDto implements TaxGroupView {
  @DecimalField({ scale: 16, description: 'Before rounding.' }) exactTax: string;
  @ListField(() => MovedTaxDto, { maxItems: 1000 }) moved: readonly MovedTaxDto[];
}

/** Where a line is supplied; of an external engine nobody says. */
export class SuppliedAtDto implements SuppliedAt {
  @CountryField({ nullable: true }) country: string | null;
  @TextField({ max: 100, nullable: true }) region: string | null;
  @TextField({ max: 20, nullable: true }) postalCode: string | null;
  @EnumField(PLACE_GROUNDS, {
    description:
      'How it was found: the line says it, its goods are delivered there, the customer’s Indian ' +
      'registration or address names it, no address does so that it is the seller’s, the state ' +
      'taxes where goods come from, or what crosses a border is supplied where it begins.',
  })
  foundBy: PlaceGround;
}

/** A rule of the tax decision that was tried on a line. */
export class DecisionStepDto implements DecisionStep {
  @TextField({ max: 50, example: 'reverse_charge' }) rule: string;
  @BooleanField({ description: 'It ended the decision.' }) answered: boolean;
  @TextField({
    max: 100,
    ...optional,
    example: 'buyerOwes: AT services',
    description: 'Which of the company’s tax options the rule went by.',
  })
  option?: string;
}

/** Something to look at beside a tax decision; it changes nothing of it. */
export class TaxWarningDto implements TaxWarning {
  @EnumField(TAX_WARNINGS) code: TaxWarningCode;
  @TextField({ max: 500 }) detail: string;
}

export class TaxedLineDto {
  @AmountField({ sign: 'any' }) net: string;
  @AmountField({ sign: 'any' }) discount: string;
  @AmountField({ sign: 'any' }) tax: string;
  @AmountField({ sign: 'any' }) total: string;
  @DecimalField({ scale: 16, description: 'Percent of all taxes together.' }) taxRate: string;
  @BooleanField({ description: "The line's own rate was used, or none." }) fallback: boolean;
  @EnumField(FALLBACK_REASONS, {
    nullable: true,
    description: "Why the company's external engine did not tax the line, when it should have.",
  })
  fallbackReason: FallbackReason | null;
  @EnumField(TAX_CATEGORIES, {
    nullable: true,
    description: 'The category of the tax as EN 16931 names it; null while it is not determined.',
  })
  category: TaxCategory | null;
  @EnumField(TAX_REASONS, { description: 'The ground of the category.' }) reason: TaxReason;
  @BooleanField({
    description:
      'The line should be taxed and nobody knows by which rate: a document with such a line is ' +
      'not sent.',
  })
  undetermined: boolean;
  @ListField(() => LineTaxDto, { maxItems: 100 }) taxes: readonly LineTaxDto[];
  @ObjectField(() => SuppliedAtDto, {
    nullable: true,
    ...optional,
    description: 'With `explain`: where the line is supplied.',
  })
  place?: SuppliedAtDto | null;
  @ListField(() => DecisionStepDto, {
    maxItems: 50,
    ...optional,
    description: 'With `explain`: the rules that were tried, in order; the last one ended it.',
  })
  steps?: readonly DecisionStepDto[];
  @ListField(() => TaxWarningDto, {
    maxItems: 50,
    ...optional,
    description: 'With `explain`: what to look at beside the decision.',
  })
  warnings?: readonly TaxWarningDto[];
}

export class TaxResultDto implements TaxResult {
  @TextField({ max: 100, nullable: true }) document: string | null;
  @CurrencyField() currency: Currency;
  @DateField() date: LocalDate;
  @EnumField(ROUNDINGS) rounding: TaxRounding;
  @TextField({ max: 50, example: 'built_in' }) engine: string;
  @ListField(() => TaxedLineDto, { maxItems: 1000 }) lines: readonly TaxedLineDto[];
  @ListField(() => TaxGroupDto, { maxItems: 1000 }) taxGroups: readonly TaxGroupDto[];
  @AmountField({ sign: 'any' }) subtotal: string;
  @AmountField({ sign: 'any' }) taxTotal: string;
  @AmountField({ sign: 'any' }) total: string;
}
