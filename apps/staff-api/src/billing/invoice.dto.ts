import {
  DISPUTE_OUTCOMES,
  INVOICE_STATUSES,
  MOST_LINES,
  RESOLUTIONS,
  type DisputeInput,
  type DisputeListItem,
  type DisputeOutcome,
  type Resolution,
} from '@quittance/receivables/host';
import type { InvoiceStatus } from '@quittance/receivables';
import { TAX_ROUNDINGS, type TaxRounding } from '@quittance/company/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  ShowsCustomFields,
  TakesCustomFields,
  TextField,
} from '@quittance/http/host';
import type { AccountId, Id, Instant, InvoiceId, ScheduleId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { RecordInput } from '@quittance/objects';
import { AddressDto } from '../company/company.dto.js';
import { ActorDto } from '../actor.dto.js';
import { RegistrationDto } from './invoice-irn.dto.js';
import { InvoiceLineDto, NewInvoiceLineDto } from './invoice-line.dto.js';

const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const nullable = { nullable: true } as const;
const PO_NUMBER = { max: 100 } as const;
const NOTES = { max: 5000 } as const;
const REASON = { max: 1000 } as const;
const LINES = { maxItems: MOST_LINES } as const;

@TakesCustomFields()
export class CreateInvoiceDto {
  readonly custom?: RecordInput;
  @IdField() accountId: AccountId;
  @CurrencyField({ ...optional, description: 'The account’s, else the company’s.' })
  currency?: Currency;
  @DateField({ ...optional, description: 'Today, in the company’s time zone.' })
  issueDate?: LocalDate;
  @DateField({
    ...optional,
    description: 'The account’s credit days after the issue date, else 30.',
  })
  dueDate?: LocalDate;
  @DateField(clearable) periodStart?: LocalDate | null;
  @DateField(clearable) periodEnd?: LocalDate | null;
  @IdField(clearable) salesOrderId?: Id<'sales-order'> | null;
  @IdField(clearable) subscriptionId?: Id<'subscription'> | null;
  @IdField(clearable) contractId?: Id<'contract'> | null;
  @TextField({ ...PO_NUMBER, ...clearable }) poNumber?: string | null;
  @TextField({ ...NOTES, ...clearable }) notes?: string | null;
  @BooleanField(optional) pricesIncludeTax?: boolean;
  @ListField(() => NewInvoiceLineDto, LINES) lines: NewInvoiceLineDto[];
}

@TakesCustomFields()
export class UpdateInvoiceDto {
  readonly custom?: RecordInput;
  @IdField(optional) accountId?: AccountId;
  @CurrencyField(optional) currency?: Currency;
  @DateField(optional) issueDate?: LocalDate;
  @DateField(optional) dueDate?: LocalDate;
  @DateField(clearable) periodStart?: LocalDate | null;
  @DateField(clearable) periodEnd?: LocalDate | null;
  @IdField(clearable) salesOrderId?: Id<'sales-order'> | null;
  @IdField(clearable) subscriptionId?: Id<'subscription'> | null;
  @IdField(clearable) contractId?: Id<'contract'> | null;
  @TextField({ ...PO_NUMBER, ...clearable }) poNumber?: string | null;
  @TextField({ ...NOTES, ...clearable }) notes?: string | null;
  @BooleanField(optional) pricesIncludeTax?: boolean;
}

export class SendInvoiceDto {
  @BooleanField({
    ...optional,
    description: 'Also e-mails the invoice; refused where no e-mail can be sent.',
  })
  email?: boolean;
}

export class VoidInvoiceDto {
  @TextField(REASON) reason: string;
}

export class DisputeInvoiceDto implements DisputeInput {
  @TextField({ ...REASON, description: 'What the customer objects to.' }) reason: string;
  @AmountField({
    sign: 'positive',
    ...optional,
    description: 'What the lines come to, else all that is open, when absent.',
  })
  amount?: string;
  @IdsField({ maxItems: MOST_LINES, ...optional, description: 'The lines objected to.' })
  lineIds?: Id<'invoice-line'>[];
}

export class ResolveInvoiceDto {
  @EnumField(RESOLUTIONS, {
    ...optional,
    description: '`upheld` and `rejected` say whose view prevailed; `resolved` when absent.',
  })
  outcome?: Resolution;
  @TextField({ ...REASON, ...clearable, description: 'What was agreed.' }) note?: string | null;
}

export class BillToDto {
  @TextField({ max: 200 }) name: string;
  @ObjectField(() => AddressDto) address: AddressDto;
  @TextField({ max: 50, ...nullable }) taxRegistration: string | null;
}

export class DisputeDto {
  @IdField() id: Id<'dispute'>;
  @AmountField({ description: 'What is objected to; dunning leaves it alone.' }) amount: string;
  @IdsField({ maxItems: MOST_LINES }) lineIds: readonly Id<'invoice-line'>[];
  @TextField(REASON) reason: string;
  @InstantField() openedAt: Instant;
  @ObjectField(() => ActorDto) openedBy: ActorDto;
  @InstantField(nullable) closedAt: Instant | null;
  @ObjectField(() => ActorDto, nullable) closedBy: ActorDto | null;
  @EnumField(DISPUTE_OUTCOMES, nullable) outcome: DisputeOutcome | null;
  @TextField({ ...REASON, ...nullable }) note: string | null;
}

/** A dispute of an invoice, open or over. */
export class InvoiceDisputeDto extends DisputeDto implements DisputeListItem {
  @IdField() invoiceId: InvoiceId;
  @CurrencyField() currency: Currency;
}

/** An invoice as lists show it. */
@ShowsCustomFields()
export class InvoiceHeadDto {
  @IdField() id: InvoiceId;
  @IntegerField() version: number;
  @TextField({ max: 64, example: 'INV-000042' }) number: string;
  @EnumField(INVOICE_STATUSES) status: InvoiceStatus;
  @IdField() accountId: AccountId;
  @CurrencyField() currency: Currency;
  @DateField() issueDate: LocalDate;
  @DateField() dueDate: LocalDate;
  @DateField(nullable) periodStart: LocalDate | null;
  @DateField(nullable) periodEnd: LocalDate | null;
  @IdField(nullable) salesOrderId: Id<'sales-order'> | null;
  @IdField(nullable) scheduleId: ScheduleId | null;
  @IdField(nullable) subscriptionId: Id<'subscription'> | null;
  @IdField(nullable) contractId: Id<'contract'> | null;
  @ObjectField(() => BillToDto) billTo: BillToDto;
  @TextField({ ...PO_NUMBER, ...nullable }) poNumber: string | null;
  @TextField({ ...NOTES, ...nullable }) notes: string | null;
  @BooleanField() pricesIncludeTax: boolean;
  @EnumField(TAX_ROUNDINGS) taxRounding: TaxRounding;
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
  @AmountField() paidAmount: string;
  @AmountField() creditedAmount: string;
  @AmountField({ description: 'total − paidAmount − creditedAmount; 0 when void or cancelled.' })
  balance: string;
  @AmountField({ description: 'What of the balance the customer objects to, and dunning skips.' })
  disputedAmount: string;
  @BooleanField({ description: 'Money is open and the due day is over, by the company’s date.' })
  isOverdue: boolean;
  @InstantField(nullable) sentAt: Instant | null;
  @InstantField(nullable) viewedAt: Instant | null;
  @ObjectField(() => DisputeDto, nullable) dispute: DisputeDto | null;
  @TextField({ ...REASON, ...nullable }) voidReason: string | null;
  @TextField({ max: 200, ...nullable, description: 'Its number where it was imported from.' })
  externalReference: string | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

/** An invoice with its lines. */
@ShowsCustomFields()
export class InvoiceDto extends InvoiceHeadDto {
  @ObjectField(() => RegistrationDto, {
    ...nullable,
    description: 'Its registration at India’s invoice portal, once it is set.',
  })
  irn: RegistrationDto | null;
  @ListField(() => InvoiceLineDto, LINES) lines: InvoiceLineDto[];
}
