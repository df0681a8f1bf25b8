import { REGISTRATION_SCHEMES, type RegistrationScheme } from '@quittance/company';
import {
  AmountField,
  BesideList,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  EC_SALES_KINDS,
  type EcSalesKind,
  type EcSalesLine,
  TAXED_DOCUMENTS,
  type TaxDocumentLine,
  type TaxReportRow,
} from '@quittance/reporting/host';
import { TAX_CATEGORIES, TAX_REASONS, type TaxCategory, type TaxReason } from '@quittance/tax';

const nullable = { nullable: true } as const;
const ANY = { sign: 'any' } as const;
const SUPPLIES = ['goods', 'services'] as const;

/** Net and tax of a period that are declared alike. */
export class TaxReportLineDto implements TaxReportRow {
  @TextField({
    max: 2,
    ...nullable,
    description: 'Where it is declared; under a One-Stop-Shop the country of consumption.',
  })
  country: string | null;
  @TextField({ max: 10, ...nullable }) region: string | null;
  @EnumField(REGISTRATION_SCHEMES) scheme: RegistrationScheme;
  @TextField({ max: 50, ...nullable, description: 'Null where the company names none there.' })
  registration: string | null;
  @EnumField(TAX_CATEGORIES, nullable) category: TaxCategory | null;
  @EnumField(TAX_REASONS, nullable) reason: TaxReason | null;
  @EnumField(SUPPLIES) supply: 'goods' | 'services';
  @TextField({ max: 20, ...nullable, description: 'VAT, GST-CGST, sales …; null without a tax.' })
  kind: string | null;
  @TextField({ max: 200, ...nullable }) jurisdiction: string | null;
  @DecimalField({ scale: 6 }) rate: string;
  @CurrencyField() currency: Currency;
  @IntegerField({ min: 0 }) documents: number;
  @AmountField({
    ...ANY,
    description: 'Told once for each line of a document, with the first of its taxes.',
  })
  net: string;
  @AmountField({ ...ANY, description: 'What the tax is of.' }) base: string;
  @AmountField(ANY) tax: string;
  @CurrencyField() reportingCurrency: Currency;
  @AmountField({ ...ANY, ...nullable, description: 'By the rate of the last day of the period.' })
  reportingBase: string | null;
  @AmountField({ ...ANY, ...nullable }) reportingTax: string | null;
  @TextField({
    max: 2000,
    description:
      'Where the documents that make it up are listed: `/reports/tax-documents` with its period ' +
      'and a filter by category, reason, supply, kind, jurisdiction, rate and currency.',
  })
  documentsPath: string;
}

export class TaxDocumentsQuery extends BesideList {
  @DateField({ optional: true, description: 'The first day; of the month unless given.' })
  from?: LocalDate;
  @DateField({ optional: true, description: 'The last day; today unless given.' }) to?: LocalDate;
}

/** What a document adds to a line of the tax report. */
export class TaxDocumentDto implements TaxDocumentLine {
  @EnumField(TAXED_DOCUMENTS) document: (typeof TAXED_DOCUMENTS)[number];
  @IdField() documentId: string;
  @TextField({ max: 80 }) number: string;
  @IdField() accountId: AccountId;
  @DateField({ description: 'The date it bears, or bore when it was charged.' })
  issueDate: LocalDate;
  @DateField({
    ...nullable,
    description: 'The day of the period on which what it charged was taken back; null if none was.',
  })
  takenBackOn: LocalDate | null;
  @EnumField(TAX_CATEGORIES, nullable) category: TaxCategory | null;
  @EnumField(TAX_REASONS, nullable) reason: TaxReason | null;
  @EnumField(SUPPLIES) supply: 'goods' | 'services';
  @TextField({ max: 20, ...nullable }) kind: string | null;
  @TextField({ max: 200, ...nullable }) jurisdiction: string | null;
  @DecimalField({ scale: 6 }) rate: string;
  @CurrencyField() currency: Currency;
  @AmountField({
    ...ANY,
    description: 'Negative where it is credited or taken back; so are base and tax.',
  })
  net: string;
  @AmountField(ANY) base: string;
  @AmountField(ANY) tax: string;
}

/** What was sold to a business of another member state. */
export class EcSalesLineDto implements EcSalesLine {
  @TextField({ max: 2, ...nullable }) country: string | null;
  @TextField({ max: 50, ...nullable, description: 'Null where a document names none.' })
  buyerId: string | null;
  @TextField({ max: 200 }) buyerName: string;
  @EnumField(EC_SALES_KINDS) kind: EcSalesKind;
  @CurrencyField() currency: Currency;
  @IntegerField({ min: 0 }) documents: number;
  @AmountField(ANY) net: string;
  @CurrencyField() reportingCurrency: Currency;
  @AmountField({ ...ANY, ...nullable, description: 'By the rate of the last day of the period.' })
  reportingNet: string | null;
}
