import { PAYMENT_METHODS, type PaymentMethod } from '@quittance/receivables';
import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import type { LedgerAccountId } from '@quittance/crm';
import {
  AmountField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, UserId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import {
  MOVEMENT_KINDS,
  UTILISATION_HOLDS,
  type AgeingLine,
  type CashLine,
  type CollectionsLine,
  type QuoteConversionLine,
  type StatementMovementKind,
  type StatementView,
  type UtilisationHold,
  type UtilisationLine,
} from '@quittance/reporting/host';

const nullable = { nullable: true } as const;
const signed = { sign: 'any' } as const;
const figure = (description: string) => ({ max: 20, ...nullable, description }) as const;

export class PeriodQuery {
  @DateField({ optional: true, description: 'The first day; of the month unless given.' })
  from?: LocalDate;
  @DateField({ optional: true, description: 'The last day; today unless given.' }) to?: LocalDate;
}

export class AgeingLineDto implements AgeingLine {
  @IdField() accountId: AccountId;
  @TextField({ max: 255 }) accountName: string;
  @CurrencyField() currency: Currency;
  @IntegerField() invoices: number;
  @DateField() oldestDueDate: LocalDate;
  @AmountField() current: string;
  @AmountField() days1To30: string;
  @AmountField() days31To60: string;
  @AmountField() days61To90: string;
  @AmountField() over90: string;
  @AmountField() overdue: string;
  @AmountField({ description: 'Of the balance, what was in dispute on that day.' })
  disputed: string;
  @AmountField() balance: string;
}

export class CashLineDto implements CashLine {
  @DateField() date: LocalDate;
  @EnumField(PAYMENT_METHODS) method: PaymentMethod;
  @CurrencyField() currency: Currency;
  @IntegerField() payments: number;
  @IntegerField() refunds: number;
  @AmountField() received: string;
  @AmountField() refunded: string;
  @AmountField({ ...signed, description: 'What came in less what went back.' }) net: string;
}

export class CollectionsLineDto implements CollectionsLine {
  @CurrencyField() currency: Currency;
  @AmountField() openingReceivables: string;
  @AmountField({ ...signed, description: 'Less what was billed before and voided in the period.' })
  billed: string;
  @AmountField(signed) collected: string;
  @AmountField(signed) credited: string;
  @AmountField({ ...signed, description: 'Less what is expected again.' }) writtenOff: string;
  @AmountField() closingReceivables: string;
  @AmountField() closingNotDue: string;
  @TextField(figure('Collections effectiveness index, percent.')) effectiveness: string | null;
  @TextField(figure('Weighted by what was paid.')) averageDaysToPay: string | null;
  @TextField(figure('Days sales outstanding, against 90 days of billing.')) dso: string | null;
}

export class QuoteConversionLineDto implements QuoteConversionLine {
  @TextField({ max: 7, example: '2026-03', description: 'In which they were first sent.' })
  month: string;
  @IdField(nullable) ownerId: UserId | null;
  @TextField({ max: 255, ...nullable }) ownerName: string | null;
  @CurrencyField() currency: Currency;
  @IntegerField() sent: number;
  @IntegerField() accepted: number;
  @IntegerField() rejected: number;
  @IntegerField() expired: number;
  @IntegerField() cancelled: number;
  @IntegerField({ description: 'Not decided; sent back and being revised among them.' })
  open: number;
  @AmountField({ description: 'Net, of all that were sent.' }) sentValue: string;
  @AmountField({ description: 'Net, of those that were accepted.' }) acceptedValue: string;
  @TextField({ max: 20, description: 'Accepted in percent of sent.' }) rate: string;
  @TextField(figure('From the first sending to the acceptance.'))
  averageDaysToAccept: string | null;
}

export class UtilisationLineDto implements UtilisationLine {
  @IdField() accountId: AccountId;
  @TextField({ max: 255 }) accountName: string;
  @CurrencyField({ description: 'The credit currency.' }) currency: Currency;
  @AmountField({ ...nullable, description: 'Null: no limit.' }) creditLimit: string | null;
  @AmountField({ ...nullable, description: 'Null where an exchange rate is missing.' })
  exposure: string | null;
  @AmountField({ ...signed, ...nullable, description: 'Limit less exposure.' })
  available: string | null;
  @TextField(figure('Exposure in percent of the limit.')) utilisation: string | null;
  @EnumField(UTILISATION_HOLDS, { ...nullable, description: 'The strongest that is placed.' })
  hold: UtilisationHold | null;
}

export class StatementQuery extends PeriodQuery {
  @CurrencyField({ optional: true, description: 'The account’s own unless given.' })
  currency?: Currency;
  @EnumField(DOCUMENT_LANGUAGES, { optional: true }) language?: DocumentLanguage;
}

class StatementMovementDto {
  @DateField() date: LocalDate;
  @EnumField(MOVEMENT_KINDS) kind: StatementMovementKind;
  @IdField() documentId: string;
  @TextField({ max: 80 }) number: string;
  @AmountField({ ...signed, description: 'Positive where the customer owes more.' })
  amount: string;
  @AmountField({ ...signed, description: 'After the movement.' }) balance: string;
}

class StatementCurrencyDto {
  @CurrencyField() currency: Currency;
  @AmountField(signed) openingBalance: string;
  @AmountField() charged: string;
  @AmountField() settled: string;
  @AmountField(signed) closingBalance: string;
  @ListField(() => StatementMovementDto, { maxItems: 10_000 }) movements: StatementMovementDto[];
}

export class StatementDto implements StatementView {
  @IdField() ledgerAccountId: LedgerAccountId;
  @IdField(nullable) accountId: AccountId | null;
  @TextField({ max: 255 }) name: string;
  @DateField() from: LocalDate;
  @DateField() to: LocalDate;
  @ListField(() => StatementCurrencyDto, { maxItems: 200 }) currencies: StatementCurrencyDto[];
}
