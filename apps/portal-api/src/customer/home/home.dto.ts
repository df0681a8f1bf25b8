import type { LocalDate } from '@quittance/calendar';
import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import {
  AmountField,
  CurrencyField,
  DateField,
  EmailField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  CUSTOMER_ACTIVITIES,
  MOST_ACTIVITIES,
  type CustomerActivity,
} from '@quittance/portal/host';
import { MOVEMENT_KINDS, type StatementMovementKind } from '@quittance/reporting/host';

const lacked = { optional: true } as const;
const signed = { sign: 'any' } as const;
const nullable = { nullable: true } as const;
const INVOICES = { ...lacked, description: 'For those who may see invoices.' } as const;

/** What a customer sees first. */
export class DashboardDto {
  @IntegerField(INVOICES) openInvoices?: number;
  @IntegerField({ ...lacked, description: 'Of them those that fall due within seven days.' })
  dueSoon?: number;
  @IntegerField(INVOICES) overdueInvoices?: number;
  @IntegerField({ ...lacked, description: 'For those who may see orders.' })
  ordersUnderWay?: number;
  @IntegerField({ description: 'Quotes that wait for an answer.' }) openQuotes: number;
  @IntegerField({ description: 'Cases that are not over.' }) openCases: number;
  @IntegerField({ ...lacked, description: 'What waits for the user to approve, who may.' })
  waitingApprovals?: number;
}

class ActivityDto implements CustomerActivity {
  @EnumField(CUSTOMER_ACTIVITIES) kind: CustomerActivity['kind'];
  @InstantField() at: Instant;
  @IdField({ description: 'Of the record.' }) id: string;
  @TextField({ max: 200, description: 'Of a view: who has looked on.' }) number: string;
}

export class ActivitiesDto {
  @ListField(() => ActivityDto, { maxItems: MOST_ACTIVITIES, description: 'The latest first.' })
  activities: ActivityDto[];
}

class AccountManagerDto {
  @TextField({ max: 200 }) name: string;
  @EmailField() email: string;
}

export class AccountManagerAnswerDto {
  @ObjectField(() => AccountManagerDto, { ...nullable, description: 'Null where nobody is named.' })
  manager: AccountManagerDto | null;
}

export class CustomerStatementQuery {
  @IdField({ ...lacked, description: 'One in reach; the own unless given.' })
  accountId?: AccountId;
  @DateField({ near: true, ...lacked, description: 'The first day; of the month unless given.' })
  from?: LocalDate;
  @DateField({ near: true, ...lacked, description: 'The last day; today unless given.' })
  to?: LocalDate;
}

export class CustomerStatementPdfQuery extends CustomerStatementQuery {
  @CurrencyField({ ...lacked, description: 'Printed: the account’s own unless given; else all.' })
  currency?: Currency;
  @EnumField(DOCUMENT_LANGUAGES, lacked) language?: DocumentLanguage;
}

export const STATEMENT_FORMATS = ['json', 'csv', 'pdf'] as const;

export class CustomerStatementFormatQuery extends CustomerStatementPdfQuery {
  @EnumField(STATEMENT_FORMATS, { ...lacked, description: 'JSON unless given.' })
  format?: (typeof STATEMENT_FORMATS)[number];
}

class CustomerMovementDto {
  @DateField() date: LocalDate;
  @EnumField(MOVEMENT_KINDS) kind: StatementMovementKind;
  @IdField() documentId: string;
  @TextField({ max: 80 }) number: string;
  @AmountField({ ...signed, description: 'Positive where the customer owes more.' })
  amount: string;
  @AmountField({ ...signed, description: 'After the movement.' }) balance: string;
}

class CustomerCurrencyDto {
  @CurrencyField() currency: Currency;
  @AmountField({ ...signed, description: 'At the end of the day before.' })
  openingBalance: string;
  @AmountField() charged: string;
  @AmountField() settled: string;
  @AmountField(signed) closingBalance: string;
  @ListField(() => CustomerMovementDto, { maxItems: 10_000 }) movements: CustomerMovementDto[];
}

export class CustomerStatementDto {
  @IdField(nullable) accountId: AccountId | null;
  @TextField({ max: 255 }) name: string;
  @DateField() from: LocalDate;
  @DateField() to: LocalDate;
  @ListField(() => CustomerCurrencyDto, { maxItems: 200 }) currencies: CustomerCurrencyDto[];
}
