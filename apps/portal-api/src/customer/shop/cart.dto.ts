import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { AddressId } from '@quittance/portal/host';
import {
  LINE_HINDRANCES,
  STOCK_WORDS,
  type CartId,
  type CartLineId,
  type FreeAddress,
  type LineHindrance,
  type StockWord,
} from '@quittance/storefront/host';

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;
const PRICE = { scale: 6 } as const;
const QUANTITY = { scale: 6, above: '0' } as const;
const NOTE = { max: 500 } as const;
/** More than a cart takes, so that it says itself that it is full. */
const MOST_SENT = 2000;
const SEEN = { ...lacked, ...nullable } as const;

class SaidCartLineDto {
  @IdField({ ...lacked, description: 'Of a line that is there, or that a new one is to have.' })
  lineId?: CartLineId;
  @IdField() productId: ProductId;
  @DecimalField({ ...QUANTITY, description: 'All of it, and not how much more.' })
  quantity: string;
  @TextField({ ...NOTE, ...SEEN }) note?: string | null;
  @DateField({ near: true, ...SEEN }) deliverOn?: LocalDate | null;
}

const PART = { max: 200 } as const;

/** Where an order goes that goes to none of the addresses of the account. */
export class FreeAddressDto implements FreeAddress {
  @TextField({ ...PART, ...nullable, optional: true }) recipient: string | null;
  @TextField(PART) line1: string;
  @TextField({ ...PART, ...nullable, optional: true }) line2: string | null;
  @TextField(PART) city: string;
  @TextField({ max: 3, ...nullable, optional: true, description: 'The ISO 3166-2 suffix.' })
  region: string | null;
  @TextField({ max: 20, ...nullable, optional: true }) postalCode: string | null;
  @TextField({ max: 2, description: 'ISO 3166-1 alpha-2.', example: 'DE' }) country: string;
}

/** A whole cart: what is absent is nothing. */
export class ReplaceCartDto {
  @IdField({ ...lacked, description: 'One in reach; the own unless given.' })
  accountId?: AccountId;
  @ListField(() => SaidCartLineDto, { maxItems: MOST_SENT }) lines: SaidCartLineDto[];
  @TextField({ max: 100, ...SEEN, description: 'By which the customer knows the order.' })
  poNumber?: string | null;
  @IdField({ ...SEEN, description: 'One of the account; without, where staff have it sent.' })
  deliveryAddressId?: AddressId | null;
  @ObjectField(() => FreeAddressDto, {
    ...SEEN,
    description: 'In place of one of the account, where the company takes such.',
  })
  deliveryAddress?: FreeAddressDto | null;
  @DateField({ near: true, ...SEEN }) requestedDeliveryDate?: LocalDate | null;
  @TextField({ max: 2000, ...SEEN }) notes?: string | null;
}

/** A line as it is wanted. */
export class SetCartLineDto {
  @IdField({ ...lacked, description: 'The cart of a new line: of the own account unless given.' })
  accountId?: AccountId;
  @DecimalField({ ...QUANTITY, description: 'All of it, and not how much more.' })
  quantity: string;
  @IdField({ ...lacked, description: 'Needed of a line that is not there yet.' })
  productId?: ProductId;
  @TextField({ ...NOTE, ...SEEN }) note?: string | null;
  @DateField({ near: true, ...SEEN }) deliverOn?: LocalDate | null;
}

class ChangedPriceDto {
  @DecimalField({ ...PRICE, ...nullable }) from: string | null;
  @DecimalField({ ...PRICE, ...nullable }) to: string | null;
}

class CartLineDto {
  @IdField() id: CartLineId;
  @IdField() productId: ProductId;
  @TextField({ max: 100, ...nullable }) sku: string | null;
  @TextField({ max: 200, ...nullable }) name: string | null;
  @TextField({ max: 20, ...nullable }) unit: string | null;
  @DecimalField(PRICE) quantity: string;
  @TextField({ ...NOTE, ...nullable }) note: string | null;
  @DateField(nullable) deliverOn: LocalDate | null;
  @EnumField(STOCK_WORDS, { ...nullable, description: 'Null where nothing is said of it.' })
  stock: StockWord | null;
  @EnumField(LINE_HINDRANCES, { ...nullable, description: 'Why it cannot be ordered as it is.' })
  hindrance: LineHindrance | null;
  @DecimalField({ ...PRICE, ...SEEN, description: 'Null where it is on request.' })
  unitPrice?: string | null;
  @DecimalField({ ...PRICE, ...SEEN, description: 'What everybody pays, where that is more.' })
  listPrice?: string | null;
  @AmountField(SEEN) net?: string | null;
  @DecimalField({ ...PRICE, ...SEEN }) taxRate?: string | null;
  @AmountField(SEEN) tax?: string | null;
  @AmountField(SEEN) total?: string | null;
  @ObjectField(() => ChangedPriceDto, {
    ...SEEN,
    description: 'How the unit price has become another since the quantity was said.',
  })
  changed?: ChangedPriceDto | null;
}

class CartTaxDto {
  @TextField({ max: 50, ...nullable }) taxCode: string | null;
  @DecimalField(PRICE) rate: string;
  @AmountField() base: string;
  @AmountField() tax: string;
}

/** A cart at today's prices, which only those see who may. */
export class CartDto {
  @IdField({ ...nullable, description: 'Null before anything was ever put into it.' })
  id: CartId | null;
  @IdField() accountId: AccountId;
  @IntegerField({ description: 'Rises with every change; `If-Match` names it.' }) version: number;
  @TextField({ max: 100, ...nullable }) poNumber: string | null;
  @IdField(nullable) deliveryAddressId: AddressId | null;
  @ObjectField(() => FreeAddressDto, nullable) deliveryAddress: FreeAddressDto | null;
  @DateField(nullable) requestedDeliveryDate: LocalDate | null;
  @TextField({ max: 2000, ...nullable }) notes: string | null;
  @TextField({ max: 4000, description: 'Names this version at these prices, for the checkout.' })
  priceToken: string;
  @ListField(() => CartLineDto, { maxItems: MOST_SENT }) lines: CartLineDto[];
  @CurrencyField(lacked) currency?: Currency;
  @BooleanField({ ...lacked, description: 'Whether unit and list prices have their tax in them.' })
  pricesIncludeTax?: boolean;
  @AmountField({ ...lacked, description: 'Net, of the lines that have a price.' })
  subtotal?: string;
  @ListField(() => CartTaxDto, { ...lacked, maxItems: 1000 }) taxes?: CartTaxDto[];
  @AmountField(lacked) taxTotal?: string;
  @AmountField(lacked) total?: string;
  @AmountField({ ...lacked, description: 'What it would cost everybody more, as its prices are.' })
  savings?: string;
}
