import type { LocalDate } from '@quittance/calendar';
import {
  BooleanField,
  DateField,
  DecimalField,
  EmailField,
  IdField,
  IntegerField,
  JsonField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import {
  MOST_QUOTE_LINES,
  type PublicQuote,
  type PublicReceipt,
  type QuoteLineId,
  type QuoteStatus,
} from '@quittance/sales/host';

import { QuoteReceiptDto } from './quote-receipt.dto.js';

const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const LINES = { maxItems: MOST_QUOTE_LINES } as const;
const NONCE = { max: 100, description: 'That came with what was read last.' } as const;

export class PublicQuoteDto {
  @JsonField({ description: 'The quote as its customer sees it.' }) quote: PublicQuote;
  @ObjectField(() => QuoteReceiptDto, { nullable: true, description: 'Null until it is accepted.' })
  receipt: QuoteReceiptDto | null;
  @TextField({ max: 100, description: 'To be sent with whatever is said of the quote.' })
  nonce: string;
}

export class PublicSelectionDto {
  @IdField() lineId: QuoteLineId;
  @DecimalField({ scale: 6, min: '0', ...optional }) quantity?: string;
}

export class AcceptPublicQuoteDto {
  @TextField(NONCE) nonce: string;
  @TextField({ max: 64, description: 'The content hash of what was read.' }) contentHash: string;
  @TextField({ max: 200 }) name: string;
  @EmailField() email: string;
  @TextField({ max: 200, ...clearable }) title?: string | null;
  @TextField({ max: 100, ...clearable }) poNumber?: string | null;
  @TextField({
    max: 300_000,
    ...clearable,
    description: 'A typed name, or a PNG of at most 200 kB as a data URL.',
  })
  signature?: string | null;
  @ListField(() => PublicSelectionDto, { ...LINES, ...optional })
  selections?: PublicSelectionDto[];
}

export class RejectPublicQuoteDto {
  @TextField(NONCE) nonce: string;
  @TextField({ max: 2000, ...optional, description: 'Without one it is `reason_required`.' })
  reason?: string;
}

export class PublicLineRequestDto {
  @IdField() lineId: QuoteLineId;
  @TextField({ max: 2000 }) message: string;
}

export class RequestPublicChangesDto {
  @TextField(NONCE) nonce: string;
  @TextField({ max: 200 }) name: string;
  @TextField({ max: 5000 }) message: string;
  @ListField(() => PublicLineRequestDto, { ...LINES, ...optional })
  lines?: PublicLineRequestDto[];
}

/** What has become of the quote. */
export class PublicDecisionDto {
  @TextField({ max: 64 }) number: string;
  @TextField({ max: 30 }) status: QuoteStatus;
  @TextField({ max: 40 }) total: string;
}

/** The same of an acceptance, with its receipt. */
export class PublicAcceptanceDto extends PublicDecisionDto {
  @ObjectField(() => QuoteReceiptDto, { nullable: true }) receipt: QuoteReceiptDto | null;
}

/** What anybody is told of a receipt. */
export class PublicReceiptDto implements PublicReceipt {
  @TextField({ max: 64 }) number: string;
  @IntegerField() revision: number;
  @DateField({ description: 'The day of the acceptance.' }) date: LocalDate;
  @BooleanField({ description: 'Whether it is the one that was written, and the quote stands.' })
  valid: boolean;
}
