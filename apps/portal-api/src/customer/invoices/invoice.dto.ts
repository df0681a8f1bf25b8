import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  CurrencyField,
  DateField,
  DecimalField,
  IdsField,
  IntegerField,
  ListField,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { Id } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { Sayings } from '@quittance/portal';
import {
  disputeMembers,
  invoiceLineNoun,
  invoiceNoun,
  MOST_LINES,
  type DisputeInput,
} from '@quittance/receivables/host';
import { CustomerBillToDto } from '../address.dto.js';
import { SHOWN_INVOICE } from '../shown/invoices.js';

const LINES = { maxItems: MOST_LINES } as const;
const lacked = { optional: true } as const;

export class CustomerDiscountDto {
  @DecimalField({ scale: 6, min: '0', max: '100', ...lacked, example: '10' }) percent?: string;
  @AmountField(lacked) amount?: string;
}

const { dispute, lines } = SHOWN_INVOICE as Sayings;

class CustomerDisputeDto extends SeenBody({ members: disputeMembers }, dispute as Sayings) {}

/** An invoice as lists of its customer show it. */
export class CustomerInvoiceHeadDto extends SeenBody(invoiceNoun, SHOWN_INVOICE as Sayings, {
  billTo: () => CustomerBillToDto,
  dispute: () => CustomerDisputeDto,
}) {}

class CustomerInvoiceLineDto extends SeenBody(invoiceLineNoun, lines as Sayings, {
  discount: () => CustomerDiscountDto,
}) {}

/** An invoice with its lines. */
export class CustomerInvoiceDto extends CustomerInvoiceHeadDto {
  @ListField(() => CustomerInvoiceLineDto, LINES) lines: CustomerInvoiceLineDto[];
}

export class CustomerDisputeInputDto implements DisputeInput {
  @TextField({ max: 1000, description: 'What is objected to.' }) reason: string;
  @AmountField({
    sign: 'positive',
    ...lacked,
    description: 'What the lines come to, else all that is open, when absent.',
  })
  amount?: string;
  @IdsField({ ...LINES, ...lacked, description: 'The lines objected to.' })
  lineIds?: Id<'invoice-line'>[];
}

class MonthOfInvoicesDto {
  @TextField({ max: 7, example: '2026-03', description: 'Of the issue dates.' }) month: string;
  @AmountField() total: string;
  @AmountField({ description: 'What of that is still open.' }) open: string;
}

class InvoicesInCurrencyDto {
  @CurrencyField() currency: Currency;
  @AmountField({ description: 'What is left to pay of all of them.' }) open: string;
  @AmountField({ description: 'Of that what is past its due date.' }) overdue: string;
  @ListField(() => MonthOfInvoicesDto, { maxItems: 12, description: 'The latest first.' })
  months: MonthOfInvoicesDto[];
}

/** What an account has to pay. */
export class InvoiceSummaryDto {
  @IntegerField({ description: 'Invoices with something left to pay.' }) openInvoices: number;
  @IntegerField() overdueInvoices: number;
  @DateField({ nullable: true, description: 'The next day on which something falls due.' })
  nextDueDate: LocalDate | null;
  @ListField(() => InvoicesInCurrencyDto, {
    ...lacked,
    maxItems: 200,
    description: 'Only for those who may see prices.',
  })
  currencies?: InvoicesInCurrencyDto[];
}
