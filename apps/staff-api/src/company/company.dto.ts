import type { LocalDate } from '@quittance/calendar';
import {
  type DistanceSalesYear,
  DOCUMENT_LANGUAGES,
  type Company,
  type DocumentLanguage,
  MOST_LATE_DAYS,
  REGISTRATION_SCHEMES,
  type RegistrationScheme,
  TAX_OPTION_VALUES,
  TAX_ROUNDINGS,
  type TaxOptions,
  type TaxRounding,
} from '@quittance/company';
import {
  type CompanyPatch,
  DISTANCE_SALES,
  DISTANCE_SALES_SET_BY,
  type DistanceSalesSetBy,
} from '@quittance/company/host';
import {
  BooleanField,
  CountryField,
  CurrencyField,
  DateField,
  EmailField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { CompanyId } from '@quittance/kernel';
import type { ElectronicAddress } from '@quittance/registrations';
import type { Currency } from '@quittance/money';

const PART = { line: true, max: 200, min: 0, nullable: true, optional: true } as const;
const CLEARABLE = { nullable: true, optional: true } as const;
const COUNTRY = { max: 2, pattern: /^[A-Z]{2}$/, example: 'DE' } as const;
const optional = { optional: true } as const;
const LOGO = { max: 300_000, nullable: true, description: 'A PNG or JPEG as a data URL.' } as const;
const AUTO_APPLY = {
  description: 'Credit of a customer goes to their oldest open invoices by itself.',
} as const;
const RESUME = {
  description: 'What dunning has suspended goes on once nothing of it is overdue.',
} as const;
const LATE_DAYS = {
  min: 0,
  max: MOST_LATE_DAYS,
  description:
    'Usage that is more days old is not taken any more; at most as long as what is billed waits.',
} as const;
const ELECTRONIC = {
  nullable: true,
  description: 'Where it receives electronic documents: BT-34 of its electronic invoices.',
} as const;
const TRADE_NAME = {
  line: true,
  max: 200,
  nullable: true,
  description: 'The name customers know, where that is not the legal one.',
} as const;
const REGISTER = {
  line: true,
  max: 100,
  nullable: true,
  description: 'The entry in a commercial register.',
} as const;
const LANGUAGE = {
  nullable: true,
  description: 'The language of documents; null is that of the locale.',
} as const;
const FOUR_EYES = {
  description:
    'Nobody of the staff changes alone where a customer, supplier or partner is paid to: one ' +
    'asks at `/ledger-accounts/{id}/bank-changes`, and another approves. Switched off it is by ' +
    'two of them as well (`/company/bank-approval`), also to change where the company is paid to.',
} as const;
const MONTH = { min: 1, max: 12, description: 'The month the fiscal year starts in.' } as const;

export class AddressDto {
  @TextField(PART) line1: string | null;
  @TextField(PART) line2: string | null;
  @TextField(PART) city: string | null;
  @TextField({ ...PART, max: 3, description: 'The ISO 3166-2 suffix, for example CA.' })
  region: string | null;
  @TextField({ ...PART, max: 20 }) postalCode: string | null;
  @CountryField({ nullable: true, optional: true }) country: string | null;
}

export class TaxRegistrationDto {
  @TextField(COUNTRY) country: string;
  @TextField({
    ...PART,
    max: 6,
    description: 'A state, province or region with a tax of its own; null: of the country.',
  })
  region?: string | null;
  @TextField({ max: 50, line: true }) number: string;
  @EnumField(REGISTRATION_SCHEMES, {
    optional: true,
    description: 'How it taxes; `normal` when absent.',
  })
  scheme?: RegistrationScheme;
  @DateField(CLEARABLE) validFrom?: LocalDate | null;
  @DateField({ ...CLEARABLE, description: 'Inclusive.' }) validTo?: LocalDate | null;
  @DateField({
    ...CLEARABLE,
    description:
      'India: from when to when a letter of undertaking is in force. Exports without one bear ' +
      'tax; where nothing is said they are taken to be under one.',
  })
  undertakingFrom?: LocalDate | null;
  @DateField({ ...CLEARABLE, description: 'Inclusive.' }) undertakingTo?: LocalDate | null;
}

/** Sales to consumers of other member states of the Union in a calendar year. */
export class DistanceSalesYearDto implements DistanceSalesYear {
  @IntegerField({ min: 1990, max: 2200 }) year: number;
  @EnumField(DISTANCE_SALES, {
    description:
      'Below the threshold of Directive 2006/112/EC, article 59c, beyond it, or taxed where the ' +
      'consumers are by choice. A year that is not named counts as below.',
  })
  status: DistanceSalesYear['status'];
}

const SET_BY = {
  description:
    'Who says how a year stands: `hand`, the staff, or `count`. Then a year is set to exceeded ' +
    'within a day of when its sales, or those of the year before, went beyond the threshold as ' +
    '`/reports/distance-sales` counts them, where it says below or nothing; never to anything ' +
    'else, nor where it says opted.',
} as const;

const FROM = {
  ...CLEARABLE,
  description: 'From that day on, else always; of several the last that has begun counts.',
};

/** Whether businesses of a member state owe the tax of sellers who are not registered there. */
export class BuyerOwesOptionDto {
  @TextField({ min: 2, max: 2, example: 'AT', description: 'A member state.' }) country: string;
  @EnumField(TAX_OPTION_VALUES.buyerOwes, {
    description: 'All that is supplied there, all but goods, or nothing (then register there).',
  })
  supplies: TaxOptions['buyerOwes'][number]['supplies'];
  @DateField(FROM) validFrom?: LocalDate | null;
}

/** Where a state of the United States taxes what is sold within it. */
export class SourcingOptionDto {
  @TextField({ min: 2, max: 2, example: 'TX' }) state: string;
  @EnumField(TAX_OPTION_VALUES.sourcing) by: TaxOptions['sourcing'][number]['by'];
  @DateField(FROM) validFrom?: LocalDate | null;
}

/** Where a seller in India supplies what it does as an intermediary for somebody abroad. */
export class IntermediaryOptionDto {
  @EnumField(TAX_OPTION_VALUES.intermediaries, {
    description: 'Where it is itself (IGST Act 2017, section 13(8)(b)), or where the customer is.',
  })
  at: TaxOptions['intermediaries'][number]['at'];
  @DateField(FROM) validFrom?: LocalDate | null;
}

const TRIANGULATION = {
  description:
    'Directive 2006/112/EC, articles 42, 141 and 197: the sale of goods that A sends to the ' +
    'customer is category AE (`reverse_charge`), or K. The words are the same.',
};
const SMALL_EXPORTS = {
  description:
    'Goods that a small business sends out of its territory: `exempt` as all it sells (category ' +
    'E), or an `export` (G).',
};

/** How the company is taxed where the law leaves a choice or practice differs. */
export class TaxOptionsDto implements TaxOptions {
  @ListField(() => BuyerOwesOptionDto, { maxItems: 100 })
  buyerOwes: readonly BuyerOwesOptionDto[];
  @ListField(() => SourcingOptionDto, { maxItems: 200 }) sourcing: readonly SourcingOptionDto[];
  @ListField(() => IntermediaryOptionDto, { maxItems: 20 })
  intermediaries: readonly IntermediaryOptionDto[];
  @EnumField(TAX_OPTION_VALUES.triangulation, TRIANGULATION)
  triangulation: TaxOptions['triangulation'];
  @EnumField(TAX_OPTION_VALUES.smallBusinessExports, SMALL_EXPORTS)
  smallBusinessExports: TaxOptions['smallBusinessExports'];
}

/** What is absent stays. */
export class TaxOptionsPatchDto implements Partial<TaxOptions> {
  @ListField(() => BuyerOwesOptionDto, { maxItems: 100, ...optional })
  buyerOwes?: readonly BuyerOwesOptionDto[];
  @ListField(() => SourcingOptionDto, { maxItems: 200, ...optional })
  sourcing?: readonly SourcingOptionDto[];
  @ListField(() => IntermediaryOptionDto, { maxItems: 20, ...optional })
  intermediaries?: readonly IntermediaryOptionDto[];
  @EnumField(TAX_OPTION_VALUES.triangulation, { ...TRIANGULATION, ...optional })
  triangulation?: TaxOptions['triangulation'];
  @EnumField(TAX_OPTION_VALUES.smallBusinessExports, { ...SMALL_EXPORTS, ...optional })
  smallBusinessExports?: TaxOptions['smallBusinessExports'];
}

export class CompanyContactDto {
  @TextField(PART) name: string | null;
  @EmailField({ nullable: true, optional: true }) email: string | null;
  @TextField({ ...PART, max: 50 }) phone: string | null;
  @TextField({ ...PART, example: 'https://example.com' }) website: string | null;
}

export class CompanyBankAccountDto {
  @TextField({ ...PART, description: 'The company itself when absent.' }) holder: string | null;
  @TextField(PART) bankName: string | null;
  @TextField({ ...PART, max: 42, example: 'DE02120300000000202051' }) iban: string | null;
  @TextField({ ...PART, max: 14, example: 'BYLADEM1001' }) bic: string | null;
  @TextField({ ...PART, max: 50, description: 'Where there are no IBANs.' })
  accountNumber: string | null;
  @TextField({ ...PART, max: 50, description: 'Sort code, routing number or IFSC.' })
  bankCode: string | null;
}

/** Where somebody receives electronic documents. */
export class ElectronicAddressDto implements ElectronicAddress {
  @TextField({
    max: 4,
    example: '9930',
    description: 'A scheme of the CEF list (EAS): 9930 a German VAT identifier, 0088 a GLN, EM …',
  })
  scheme: string;
  @TextField({ max: 100, example: 'DE123456789' }) id: string;
}

export class UpdateCompanyDto implements CompanyPatch {
  @TextField({ max: 200, line: true, ...optional }) legalName?: string;
  @ObjectField(() => AddressDto, { optional: true, nullable: true }) address?: AddressDto | null;
  @ListField(() => TaxRegistrationDto, { maxItems: 50, ...optional })
  taxRegistrations?: TaxRegistrationDto[];
  @ListField(() => DistanceSalesYearDto, { maxItems: 50, ...optional })
  distanceSales?: DistanceSalesYearDto[];
  @EnumField(DISTANCE_SALES_SET_BY, { ...SET_BY, ...optional })
  distanceSalesSetBy?: DistanceSalesSetBy;
  @ObjectField(() => TaxOptionsPatchDto, { optional: true, nullable: true })
  taxOptions?: TaxOptionsPatchDto | null;
  @CurrencyField(optional) baseCurrency?: Currency;
  @TextField({ max: 64, ...optional, example: 'Europe/Berlin' }) timeZone?: string;
  @TextField({ max: 35, ...optional, example: 'de-DE' }) locale?: string;
  @IntegerField({ ...MONTH, ...optional }) fiscalYearStartMonth?: number;
  @EnumField(TAX_ROUNDINGS, optional) taxRounding?: TaxRounding;
  @BooleanField({ ...AUTO_APPLY, ...optional }) autoApplyCredit?: boolean;
  @BooleanField({ ...RESUME, ...optional }) resumeOnPayment?: boolean;
  @IntegerField({ ...LATE_DAYS, ...optional }) maxLateDays?: number;
  @BooleanField({ ...FOUR_EYES, ...optional }) bankChangesNeedApproval?: boolean;
  @TextField({ ...LOGO, ...optional }) logo?: string | null;
  @TextField({ ...TRADE_NAME, ...optional }) tradeName?: string | null;
  @TextField({ ...REGISTER, ...optional }) registrationNumber?: string | null;
  @ObjectField(() => CompanyContactDto, { optional: true, nullable: true })
  contact?: CompanyContactDto | null;
  @ObjectField(() => ElectronicAddressDto, { ...ELECTRONIC, ...optional })
  electronicAddress?: ElectronicAddressDto | null;
  @ObjectField(() => CompanyBankAccountDto, { optional: true, nullable: true })
  bankAccount?: CompanyBankAccountDto | null;
  @EnumField(DOCUMENT_LANGUAGES, { ...LANGUAGE, ...optional })
  documentLanguage?: DocumentLanguage | null;
}

export class CompanyDto implements Company {
  @IdField() id: CompanyId;
  @TextField({ max: 63 }) slug: string;
  @TextField({ max: 200 }) legalName: string;
  @ObjectField(() => AddressDto) address: AddressDto;
  @ListField(() => TaxRegistrationDto, { maxItems: 50 })
  taxRegistrations: readonly TaxRegistrationDto[];
  @ListField(() => DistanceSalesYearDto, { maxItems: 50 })
  distanceSales: readonly DistanceSalesYearDto[];
  @EnumField(DISTANCE_SALES_SET_BY, SET_BY) distanceSalesSetBy: DistanceSalesSetBy;
  @ObjectField(() => TaxOptionsDto) taxOptions: TaxOptionsDto;
  @CurrencyField() baseCurrency: Currency;
  @TextField({ max: 64 }) timeZone: string;
  @TextField({ max: 35 }) locale: string;
  @IntegerField(MONTH) fiscalYearStartMonth: number;
  @EnumField(TAX_ROUNDINGS) taxRounding: TaxRounding;
  @BooleanField(AUTO_APPLY) autoApplyCredit: boolean;
  @BooleanField(RESUME) resumeOnPayment: boolean;
  @IntegerField(LATE_DAYS) maxLateDays: number;
  @BooleanField(FOUR_EYES) bankChangesNeedApproval: boolean;
  @TextField(LOGO) logo: string | null;
  @TextField(TRADE_NAME) tradeName: string | null;
  @TextField(REGISTER) registrationNumber: string | null;
  @ObjectField(() => CompanyContactDto) contact: CompanyContactDto;
  @ObjectField(() => ElectronicAddressDto, ELECTRONIC)
  electronicAddress: ElectronicAddressDto | null;
  @ObjectField(() => CompanyBankAccountDto) bankAccount: CompanyBankAccountDto;
  @EnumField(DOCUMENT_LANGUAGES, LANGUAGE) documentLanguage: DocumentLanguage | null;
  @IntegerField() version: number;
}
