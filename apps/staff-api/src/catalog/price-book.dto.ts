import {
  MAX_PRICE,
  type NewPriceBookEntry,
  type Price,
  type PriceBookEntryId,
  type PriceBookEntryPatch,
  type PriceBookEntryView,
  type PriceBookId,
} from '@quittance/catalog/host';
import {
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import type { Instant, ProductId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';

const optional = { optional: true } as const;
const PRICE = { scale: 6, min: '0', max: MAX_PRICE, example: '49.99' } as const;
const QUANTITY = { scale: 6, min: '0', max: MAX_PRICE, example: '10' } as const;
const FROM = 'The price serves from this quantity on; `0`: any quantity.';

export class CreatePriceBookEntryDto implements NewPriceBookEntry {
  @IdField() productId: ProductId;
  @DecimalField({ ...QUANTITY, ...optional, description: FROM }) minQuantity?: string;
  @DecimalField(PRICE) unitPrice: string;
}

export class UpdatePriceBookEntryDto implements PriceBookEntryPatch {
  @DecimalField({ ...QUANTITY, ...optional, description: FROM }) minQuantity?: string;
  @DecimalField({ ...PRICE, ...optional }) unitPrice?: string;
}

export class PriceBookEntryDto implements PriceBookEntryView {
  @IdField() id: PriceBookEntryId;
  @IdField() priceBookId: PriceBookId;
  @IdField() productId: ProductId;
  @TextField({ max: 100 }) sku: string;
  @TextField({ max: 200 }) productName: string;
  @DecimalField({ scale: 6, description: FROM }) minQuantity: string;
  @DecimalField({ scale: 6 }) unitPrice: string;
  @IntegerField() version: number;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

export class ImportPricesQuery {
  @BooleanField({ ...optional, description: 'Checks every row and writes nothing.' })
  dryRun?: boolean;
}

export class PriceQuery {
  @IdField() productId: ProductId;
  @DecimalField({ ...QUANTITY, ...optional, description: '`1` when absent.' }) quantity?: string;
  @DateField({ ...optional, description: 'The day of the document; today when absent.' })
  on?: LocalDate;
}

export class PriceDto implements Price {
  @IdField({ description: 'The book that has the price: the one asked, or the default one.' })
  priceBookId: PriceBookId;
  @IdField() entryId: PriceBookEntryId;
  @IdField() productId: ProductId;
  @CurrencyField() currency: Currency;
  @DecimalField({ scale: 6 }) quantity: string;
  @DateField() on: LocalDate;
  @DecimalField({ scale: 6, description: 'The tier begins at this quantity.' })
  minQuantity: string;
  @DecimalField({ scale: 6 }) unitPrice: string;
}
