import type {
  NewPriceBook,
  NewPriceBookEntry,
  PriceBookEntryId,
  PriceBookEntryView,
  PriceBookId,
  PriceBookPatch,
  PriceBookView,
} from '@quittance/catalog';
import {
  BooleanField,
  CurrencyField,
  DecimalField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http';
import type { Currency, Instant, ProductId } from '@quittance/kernel';

export class CreatePriceBookDto implements NewPriceBook {
  @TextField({ max: 100, description: 'Unique in the company.' })
  name: string;

  @CurrencyField({ description: 'Of every price in the book; never changes.' })
  currency: Currency;

  @BooleanField({ optional: true, description: 'One default for each currency.' })
  isDefault?: boolean;

  @BooleanField({ optional: true })
  active?: boolean;
}

export class UpdatePriceBookDto implements PriceBookPatch {
  @TextField({ max: 100, optional: true })
  name?: string;

  @BooleanField({ optional: true })
  isDefault?: boolean;

  @BooleanField({ optional: true })
  active?: boolean;
}

export class PriceBookDto implements PriceBookView {
  @IdField()
  id: PriceBookId;

  @TextField({ max: 100 })
  name: string;

  @CurrencyField()
  currency: Currency;

  @BooleanField()
  isDefault: boolean;

  @BooleanField()
  active: boolean;

  @IntegerField()
  version: number;

  @InstantField()
  createdAt: Instant;

  @InstantField()
  updatedAt: Instant;
}

export class CreatePriceBookEntryDto implements NewPriceBookEntry {
  @IdField()
  productId: ProductId;

  @DecimalField({ scale: 6, min: '0', max: '999999999999', example: '49.99' })
  unitPrice: string;
}

export class UpdatePriceBookEntryDto {
  @DecimalField({ scale: 6, min: '0', max: '999999999999', example: '49.99' })
  unitPrice: string;
}

export class PriceBookEntryDto implements PriceBookEntryView {
  @IdField()
  id: PriceBookEntryId;

  @IdField()
  priceBookId: PriceBookId;

  @IdField()
  productId: ProductId;

  @TextField({ max: 100 })
  sku: string;

  @TextField({ max: 200 })
  productName: string;

  @DecimalField({ scale: 6 })
  unitPrice: string;

  @IntegerField()
  version: number;

  @InstantField()
  createdAt: Instant;

  @InstantField()
  updatedAt: Instant;
}
