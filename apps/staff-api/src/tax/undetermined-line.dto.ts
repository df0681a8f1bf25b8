import type { UndeterminedLineView } from '@quittance/receivables/host';
import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import type { Id, Instant, InvoiceId } from '@quittance/kernel';
import { UNDETERMINED_REASONS } from '@quittance/tax';

/** A line that should be taxed and is not. */
export class UndeterminedLineDto implements UndeterminedLineView {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 100 }) invoiceNumber: string;
  @TextField({ max: 30, example: 'draft' }) status: UndeterminedLineView['status'];
  @IdField() lineId: Id<'invoice-line'>;
  @IntegerField({ min: 1 }) position: number;
  @TextField({ max: 1000 }) description: string;
  @TextField({ max: 50, nullable: true }) taxCode: string | null;
  @TextField({ max: 100, nullable: true, description: 'Of the customer, where it is supplied.' })
  country: string | null;
  @EnumField(UNDETERMINED_REASONS) reason: UndeterminedLineView['reason'];
  @CurrencyField() currency: Currency;
  @AmountField({ sign: 'any' }) net: string;
  @InstantField({ description: 'When the invoice was changed last.' }) pricedAt: Instant;
}
