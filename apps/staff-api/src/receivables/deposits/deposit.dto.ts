import type { LocalDate } from '@quittance/calendar';

import {
  AmountField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, InvoiceId, ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  INVOICE_STATUSES,
  type AccountDepositView,
  type DepositDraft,
  type DepositLine,
  type DeductionInput,
  type NamedDeposit,
  type ReleaseInput,
} from '@quittance/receivables/host';

const optional = { optional: true } as const;
const MOST_RATES = 20;
const MOST_DEPOSITS = 50;

/** A deposit that was asked of a customer without an order. */
export class AccountDepositDto implements AccountDepositView {
  @IdField({ description: 'Of the invoice that asks for it.' }) id: InvoiceId;
  @TextField({ max: 100 }) number: string;
  @EnumField(INVOICE_STATUSES) status: AccountDepositView['status'];
  @IdField() accountId: AccountId;
  @CurrencyField() currency: Currency;
  @DateField() issueDate: LocalDate;
  @AmountField({ sign: 'any' }) total: string;
  @AmountField({ sign: 'any' }) balance: string;
  @AmountField({ sign: 'any', description: 'Deducted, released, or credited by hand.' })
  credited: string;
  @AmountField({ sign: 'any', description: 'Paid and not deducted yet.' }) available: string;
}

/** What is asked for ahead, with tax, in one way of taxing it. */
export class DepositLineDto implements DepositLine {
  @TextField({ max: 1000, example: 'Deposit on the new kitchen' }) description: string;
  @AmountField({ sign: 'positive', description: 'With tax.' }) amount: string;
  @IdField({
    ...optional,
    description: 'What will be delivered: its kind and code decide the tax.',
  })
  productId?: ProductId;
  @TextField({ max: 50, ...optional }) taxCode?: string;
  @DecimalField({ scale: 6, min: '0', max: '1000', example: '19', ...optional }) taxRate?: string;
}

export class AskDepositDto implements DepositDraft {
  @IdField() accountId: AccountId;
  @CurrencyField({ ...optional, description: 'That of the account unless told.' })
  currency?: Currency;
  @DateField({ ...optional, description: 'Today unless told.' }) issueDate?: LocalDate;
  @DateField({ ...optional, description: 'The credit days of the account later unless told.' })
  dueDate?: LocalDate;
  @ListField(() => DepositLineDto, {
    minItems: 1,
    maxItems: MOST_RATES,
    description: 'One for each way in which what will be delivered is taxed.',
  })
  lines: DepositLineDto[];
}

export class NamedDepositDto implements NamedDeposit {
  @IdField({ description: 'Of the invoice that asked for the deposit.' }) invoiceId: InvoiceId;
  @AmountField({ ...optional, sign: 'positive', description: 'All that fits unless told.' })
  amount?: string;
}

/** Which deposits an invoice takes, and how much of each. */
export class DeductDepositsDto implements DeductionInput {
  @ListField(() => NamedDepositDto, {
    ...optional,
    minItems: 1,
    maxItems: MOST_DEPOSITS,
    description:
      'Every open deposit of the customer in that currency, the oldest first, unless told.',
  })
  deposits?: NamedDepositDto[];
}

/** Why a deposit ends. */
export class ReleaseDepositDto implements Pick<ReleaseInput, 'reason'> {
  @TextField({ max: 500, example: 'The project was given up' }) reason: string;
}
