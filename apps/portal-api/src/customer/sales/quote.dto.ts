import {
  AmountField,
  BooleanField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { Sayings } from '@quittance/portal';
import {
  MOST_QUOTE_LINES,
  quoteLineNoun,
  quoteNoun,
  type QuoteLineId,
} from '@quittance/sales/host';
import { CustomerAddressDto, CustomerBillToDto, CustomerShipToDto } from '../address.dto.js';
import {
  CustomerAdjustmentDto,
  CustomerDiscountDto,
  customerLineShapes,
} from '../invoices/invoice.dto.js';
import { CustomerReceiptDto } from '../../sales/quote-receipt.dto.js';
import { CustomerChargeDto } from './charge.dto.js';
import { QUOTE } from '../shown/quotes.js';
import { ShowsOpenedFields } from '../../opened/shows-opened-fields.js';

const lacked = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const LINES = { maxItems: MOST_QUOTE_LINES } as const;

class CustomerDocumentDiscountDto extends CustomerDiscountDto {
  @BooleanField(lacked) recurring?: boolean;
}

class LineWishDto {
  @IdField() lineId: QuoteLineId;
  @TextField({ max: 2000 }) message: string;
}

class RequestedChangesDto {
  @TextField({ max: 5000 }) message: string;
  @ListField(() => LineWishDto, LINES) lines: LineWishDto[];
  @TextField({ max: 200 }) name: string;
}

/** A quote as lists of its customer show it. */
@ShowsOpenedFields()
export class CustomerQuoteHeadDto extends SeenBody(quoteNoun, QUOTE as Sayings, {
  billTo: () => CustomerBillToDto,
  shipTo: () => CustomerAddressDto,
  deliveryAddress: () => CustomerShipToDto,
  discount: () => CustomerDocumentDiscountDto,
  adjustments: () => CustomerAdjustmentDto,
  deposit: () => CustomerDiscountDto,
  requestedChanges: () => RequestedChangesDto,
}) {}

class CustomerQuoteLineDto extends SeenBody(quoteLineNoun, QUOTE.lines as Sayings, {
  ...customerLineShapes,
  charges: () => CustomerChargeDto,
}) {
  @AmountField({ ...clearable, description: 'Of a section, the sum of its lines.' })
  sectionTotal?: string | null;
}

/** A quote with its lines. */
@ShowsOpenedFields()
export class CustomerQuoteDto extends CustomerQuoteHeadDto {
  @ListField(() => CustomerQuoteLineDto, LINES) lines: CustomerQuoteLineDto[];
}

const VERSION = { min: 1, description: 'Of the quote that was read.' } as const;

class ChosenOptionDto {
  @IdField() lineId: QuoteLineId;
  @DecimalField({ scale: 6, min: '0', ...lacked }) quantity?: string;
}

export class AcceptCustomerQuoteDto {
  @IntegerField(VERSION) version: number;
  @TextField({ max: 200, description: 'Who agrees.' }) name: string;
  @TextField({ max: 200, ...clearable }) title?: string | null;
  @TextField({ max: 100, ...clearable }) poNumber?: string | null;
  @BooleanField({ description: 'That the terms of the quote were read and are agreed to.' })
  termsAccepted: boolean;
  @TextField({ max: 300_000, ...clearable, description: 'A typed name, or a PNG as a data URL.' })
  signature?: string | null;
  @ListField(() => ChosenOptionDto, {
    ...LINES,
    ...lacked,
    description: 'The options that are chosen; as they are offered when absent.',
  })
  options?: ChosenOptionDto[];
}

export class SubmitQuoteForApprovalDto {
  @IntegerField(VERSION) version: number;
  @TextField({ max: 2000, ...clearable, description: 'For whoever approves it.' })
  note?: string | null;
  @TextField({ max: 100, ...clearable }) poNumber?: string | null;
  @ListField(() => ChosenOptionDto, {
    maxItems: MOST_QUOTE_LINES,
    ...lacked,
    description: 'The options that are chosen; as they are offered when absent.',
  })
  options?: ChosenOptionDto[];
}

export class RejectCustomerQuoteDto {
  @IntegerField(VERSION) version: number;
  @TextField({ max: 2000 }) reason: string;
}

class QuoteLineWishDto {
  @IdField() lineId: QuoteLineId;
  @TextField({ max: 1500 }) note: string;
  @DecimalField({ scale: 6, min: '0', ...lacked, description: 'What it should be.' })
  quantity?: string;
}

export class RequestQuoteChangesDto {
  @IntegerField(VERSION) version: number;
  @TextField({ max: 5000 }) message: string;
  @ListField(() => QuoteLineWishDto, { ...LINES, ...lacked }) lines?: QuoteLineWishDto[];
}

export const ACCEPTANCE_OUTCOMES = ['accepted', 'awaiting_approval'] as const;

/** What has become of the quote. */
export class AcceptedQuoteDto {
  @EnumField(ACCEPTANCE_OUTCOMES, {
    description: '`awaiting_approval`: it is above the limit of the caller and stays as it is.',
  })
  outcome: string;
  @IdField({ nullable: true, description: 'What it waits for.' }) approvalId: string | null;
  @ObjectField(() => CustomerReceiptDto, { nullable: true, description: 'Null while it waits.' })
  receipt: CustomerReceiptDto | null;
  @ObjectField(() => CustomerQuoteDto) quote: CustomerQuoteDto;
}
