import type { LocalDate } from '@quittance/calendar';
import {
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IdsField,
  ListField,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { RecordInput } from '@quittance/objects';
import type { Sayings } from '@quittance/portal';
import {
  MOST_REQUEST_LINES,
  quoteRequestNoun,
  REQUEST_ORIGINS,
  requestLineNoun,
  type QuoteRequestOrigin,
} from '@quittance/portal/host';
import { QUOTE_REQUEST } from '../shown/quote-requests.js';
import { ShowsOpenedFields, TakesOpenedFields } from '../../opened/shows-opened-fields.js';

const lacked = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const FILES = { ...lacked, maxItems: 20 } as const;
const LINES = { maxItems: MOST_REQUEST_LINES } as const;

/** A request for a quote as lists of its customer show it. */
export class CustomerQuoteRequestHeadDto extends SeenBody(
  quoteRequestNoun,
  QUOTE_REQUEST as Sayings,
) {}

class CustomerRequestLineDto extends SeenBody(requestLineNoun, QUOTE_REQUEST.lines as Sayings) {}

/** A request for a quote with its lines. */
@ShowsOpenedFields()
export class CustomerQuoteRequestDto extends CustomerQuoteRequestHeadDto {
  @ListField(() => CustomerRequestLineDto, LINES) lines: CustomerRequestLineDto[];
}

/** What is wanted: a product of the catalogue, or anything in words. */
export class QuoteRequestLineDto {
  @IdField(clearable) productId?: ProductId | null;
  @TextField({ max: 1000, ...clearable, description: 'The name of the product when absent.' })
  description?: string | null;
  @DecimalField({ scale: 6, min: '0', ...lacked, description: '1 when absent.' })
  quantity?: string;
  @TextField({ max: 1000, ...clearable }) note?: string | null;
}

export class UpdateQuoteRequestDto {
  @TextField({ max: 200, ...clearable }) title?: string | null;
  @TextField({ max: 5000, ...clearable }) notes?: string | null;
  @TextField({ max: 5000, ...clearable }) specialInstructions?: string | null;
  @DateField({ near: true, ...clearable, description: 'Today or later.' })
  preferredDeliveryDate?: LocalDate | null;
  @ListField(() => QuoteRequestLineDto, {
    ...LINES,
    ...lacked,
    description: 'They replace all there are.',
  })
  lines?: QuoteRequestLineDto[];
  @IdsField({ ...FILES, description: 'Own uploads; they come beside those that are there.' })
  documentIds?: string[];
}

@TakesOpenedFields()
export class PatchQuoteRequestDto extends UpdateQuoteRequestDto {
  readonly custom?: RecordInput;
}

@TakesOpenedFields()
export class CreateQuoteRequestDto extends UpdateQuoteRequestDto {
  readonly custom?: RecordInput;
  @IdField({ ...lacked, description: 'The account of the user when absent.' })
  accountId?: AccountId;
  @EnumField(REQUEST_ORIGINS, {
    ...lacked,
    description: '`web` of a browser and `api` of a program, unless it says otherwise.',
  })
  origin?: QuoteRequestOrigin;
}
