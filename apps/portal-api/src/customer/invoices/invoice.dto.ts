import type { LocalDate } from '@quittance/calendar';
import { E_INVOICE_FORMATS, type EInvoiceFormat } from '@quittance/documents/host';
import {
  AmountField,
  CountryField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { Id, Instant, InvoiceId } from '@quittance/kernel';
import { documentAdjustments, type DocumentAdjustment } from '@quittance/lines';
import type { Currency } from '@quittance/money';
import type { Sayings } from '@quittance/portal';
import {
  DISPUTE_KINDS,
  DISPUTE_SIDES,
  disputeMembers,
  invoiceLineNoun,
  invoiceNoun,
  MOST_LINES,
  type DisputeKind,
  type DisputeSide,
} from '@quittance/receivables/host';
import { CustomerBillToDto, CustomerShipToDto } from '../address.dto.js';
import { SHOWN_INVOICE } from '../shown/invoices.js';
import { ShowsOpenedFields } from '../../opened/shows-opened-fields.js';

const LINES = { maxItems: MOST_LINES } as const;
const lacked = { optional: true } as const;
const lackedOrNull = { optional: true, nullable: true } as const;

export class CustomerDiscountDto {
  @DecimalField({ scale: 6, min: '0', max: '100', ...lacked, example: '10' }) percent?: string;
  @AmountField(lacked) amount?: string;
}

/** Where a line is supplied, of what is supplied where something is or happens. */
export class CustomerPlaceDto {
  @CountryField() country: string;
  @TextField({ max: 100, nullable: true }) region: string | null;
  @TextField({ max: 20, nullable: true }) postalCode: string | null;
}

/** What is told of a line in members of its own. */
export const customerLineShapes = {
  discount: () => CustomerDiscountDto,
  placeOf: () => CustomerPlaceDto,
} as const;

const { dispute, lines } = SHOWN_INVOICE as Sayings;

class CustomerDisputedLineDto {
  @IdField() lineId: Id<'invoice-line'>;
  @AmountField(lacked) amount?: string;
  @DecimalField({ scale: 6, nullable: true }) quantity: string | null;
}

/** Of the noun, what is told by other names is left out. */
const SAID = { ...(dispute as Sayings), reason: 'nobody', kind: 'nobody' } as const;

class CustomerDisputeDto extends SeenBody({ members: disputeMembers }, SAID, {
  lines: () => CustomerDisputedLineDto,
}) {
  @EnumField(DISPUTE_KINDS) reason: DisputeKind;
  @TextField({
    max: 4000,
    nullable: true,
    description: 'In the words of who objects; null where they said none.',
  })
  message: string | null;
}

export class CustomerAdjustmentDto {
  @EnumField(documentAdjustments.kinds) kind: DocumentAdjustment['kind'];
  @TextField({ max: 1000 }) reason: string;
  @DecimalField({ ...lackedOrNull, scale: 6 }) percent?: string | null;
  @AmountField(lackedOrNull) amount?: string | null;
  @DecimalField({ ...lackedOrNull, scale: 6 }) taxRate?: string | null;
}

/** An invoice as lists of its customer show it. */
@ShowsOpenedFields()
export class CustomerInvoiceHeadDto extends SeenBody(invoiceNoun, SHOWN_INVOICE as Sayings, {
  billTo: () => CustomerBillToDto,
  deliveryAddress: () => CustomerShipToDto,
  adjustments: () => CustomerAdjustmentDto,
  dispute: () => CustomerDisputeDto,
}) {
  @AmountField({ ...lacked, description: 'What is said to be paid and has yet to be seen.' })
  pendingAmount?: string;
}

class CustomerInvoiceLineDto extends SeenBody(invoiceLineNoun, lines as Sayings, {
  ...customerLineShapes,
}) {}

/** An invoice with its lines. */
@ShowsOpenedFields()
export class CustomerInvoiceDto extends CustomerInvoiceHeadDto {
  @ListField(() => CustomerInvoiceLineDto, LINES) lines: CustomerInvoiceLineDto[];
}

class DisputedLineInputDto {
  @IdField() lineId: Id<'invoice-line'>;
  @AmountField({ sign: 'positive', ...lacked }) amount?: string;
  @DecimalField({ scale: 6, above: '0', ...lacked, description: 'Pieces, in place of an amount.' })
  quantity?: string;
}

const FILES = { maxItems: 20, ...lacked, description: 'Own uploads; each once.' } as const;

export class CustomerDisputeInputDto {
  @EnumField(DISPUTE_KINDS, { description: 'What is objected to.' }) reason: DisputeKind;
  @TextField({ max: 4000, ...lacked, description: 'In words; needed where it is `other`.' })
  message?: string;
  @AmountField({
    sign: 'positive',
    ...lacked,
    description: 'What the lines come to, else all that is open, when absent.',
  })
  amount?: string;
  @ListField(() => DisputedLineInputDto, {
    ...LINES,
    ...lacked,
    description: 'The lines objected to, each whole unless an amount or pieces are told.',
  })
  lines?: DisputedLineInputDto[];
  @IdsField(FILES) documentIds?: Id<'document'>[];
}

export class CustomerDisputeMessageInputDto {
  @TextField({ max: 4000 }) message: string;
  @IdsField(FILES) documentIds?: Id<'document'>[];
}

/** What customer or company have written about a dispute. */
export class CustomerDisputeMessageDto {
  @IdField() id: Id<'dispute-message'>;
  @IdField() disputeId: Id<'dispute'>;
  @EnumField(DISPUTE_SIDES) from: DisputeSide;
  @TextField({ max: 255, nullable: true, description: 'Who of the customer wrote it.' })
  authorName: string | null;
  @TextField({ max: 4000 }) message: string;
  @IdsField({ maxItems: 20 }) documentIds: readonly Id<'document'>[];
  @InstantField() writtenAt: Instant;
}

export class CustomerDisputeMessagesDto {
  @ListField(() => CustomerDisputeMessageDto, { maxItems: 1000 })
  data: CustomerDisputeMessageDto[];
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

/** So many are put into one file. */
const MOST_BUNDLED = 50;

export class BundleDto {
  @IdsField({ minItems: 1, maxItems: MOST_BUNDLED, description: 'Each once.' })
  invoiceIds: InvoiceId[];
}

export class CustomerEInvoiceQuery {
  @EnumField(E_INVOICE_FORMATS, {
    optional: true,
    description: 'UBL 2.1 when absent, UN/CEFACT CII, Factur-X, or the JSON of India’s portal.',
  })
  format?: EInvoiceFormat;
}
