import type { FallbackLineView } from '@quittance/receivables/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import type { Id, Instant, InvoiceId } from '@quittance/kernel';
import { FALLBACK_REASONS } from '@quittance/tax';

/** A line that its external engine did not tax. */
export class FallbackLineDto implements FallbackLineView {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 100 }) invoiceNumber: string;
  @TextField({ max: 30, example: 'draft' }) status: FallbackLineView['status'];
  @IdField() lineId: Id<'invoice-line'>;
  @IntegerField({ min: 1 }) position: number;
  @TextField({ max: 1000 }) description: string;
  @EnumField(FALLBACK_REASONS) reason: FallbackLineView['reason'];
  @CurrencyField() currency: Currency;
  @AmountField({ sign: 'any' }) net: string;
  @AmountField({ sign: 'any', description: "By the line's own rate; 0 without one." })
  tax: string;
  @InstantField({ description: 'When the invoice was changed last.' }) pricedAt: Instant;
  @BooleanField({ description: 'The invoice may still be taxed anew.' }) recalculable: boolean;
}
