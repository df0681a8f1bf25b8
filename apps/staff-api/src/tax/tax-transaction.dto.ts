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
import type { CreditNoteId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  TAX_OPERATIONS,
  TAX_TRANSACTION_STATES,
  type TaxTransactionView,
} from '@quittance/tax/host';

const maybe = { nullable: true } as const;

/** What is recorded of the tax of one invoice or credit note. */
export class TaxTransactionDto implements TaxTransactionView {
  @IdField() id: Id<'tax-transaction'>;
  @IntegerField() version: number;
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 100 }) invoiceNumber: string;
  @IdField({ ...maybe, description: 'Of the credit note whose tax is given back.' })
  creditNoteId: CreditNoteId | null;
  @TextField({ max: 100, ...maybe }) creditNoteNumber: string | null;
  @TextField({ max: 50, example: 'avatax', description: '`built_in` or the external engine.' })
  provider: string;
  @EnumField(TAX_OPERATIONS, { description: 'What was asked for last.' })
  operation: TaxTransactionView['operation'];
  @EnumField(TAX_TRANSACTION_STATES, {
    description: '`pending`: the provider has still to do it. `failed`: nobody asks it any more.',
  })
  state: TaxTransactionView['state'];
  @CurrencyField() currency: Currency;
  @AmountField({ sign: 'any' }) net: string;
  @AmountField({ sign: 'any' }) tax: string;
  @AmountField({ sign: 'any' }) total: string;
  @BooleanField({ description: 'Some line was not taxed by the engine that should have.' })
  fallback: boolean;
  @TextField({ max: 255, ...maybe }) providerReference: string | null;
  @TextField({ max: 300, ...maybe, description: 'Why it has not worked so far.' })
  error: string | null;
  @IntegerField({ description: 'How often the provider was asked.' }) attempts: number;
  @InstantField(maybe) nextAttemptAt: Instant | null;
  @InstantField(maybe) committedAt: Instant | null;
  @InstantField(maybe) voidedAt: Instant | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}
