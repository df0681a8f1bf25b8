import type { PriceBookId } from '@quittance/catalog';
import {
  MAX_PRICE,
  priceBookEntryNoun,
  type Price,
  type PriceBookEntryId,
} from '@quittance/catalog/host';
import {
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  DraftBody,
  HeadBody,
  IdField,
  PatchBody,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import type { ProductId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { CountryQuery } from '../objects/mass.dto.js';

const optional = { optional: true } as const;
const QUANTITY = { scale: 6, min: '0', max: MAX_PRICE, example: '10' } as const;

const { productId, minQuantity, unitPrice } = priceBookEntryNoun.members;
const sent = {
  members: {
    productId,
    minQuantity: { ...minQuantity, example: '10' },
    unitPrice: { ...unitPrice, example: '49.99' },
  },
};

export class CreatePriceBookEntryDto extends DraftBody(sent) {}

export class UpdatePriceBookEntryDto extends PatchBody(sent) {}

export class PriceBookEntryDto extends HeadBody(priceBookEntryNoun, {}) {}

export class ImportPricesQuery extends CountryQuery {
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
