import type { LocalDate } from '@quittance/calendar';
import {
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  IdField,
  IdsField,
  IntegerField,
  ListField,
  ObjectField,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { DocumentId } from '@quittance/objects/host';
import type { Currency } from '@quittance/money';
import type { Sayings } from '@quittance/portal';
import {
  catalogueProductNoun,
  type ProductImage,
  type ProductProperty,
} from '@quittance/storefront/host';
import { PRODUCT } from '../shown/products.js';

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;
const PRICE = { scale: 6 } as const;

/** Whose prices are shown. */
export class ForAccountQuery {
  @IdField({ ...lacked, description: 'One in reach; the own unless given.' })
  accountId?: AccountId;
}

export class LookUpQuery extends ForAccountQuery {
  @TextField({ max: 100, description: 'Part of a SKU or of a name.' }) q: string;
}

export const MOST_PRICES = 200;

export class PricesQuery extends ForAccountQuery {
  @IdsField({ minItems: 1, maxItems: MOST_PRICES }) ids: ProductId[];
}

class CustomerTierDto {
  @DecimalField({ ...PRICE, description: 'From which quantity on.' }) minQuantity: string;
  @DecimalField(PRICE) unitPrice: string;
}

/** What a product costs an account today: net, unless carts say that prices include tax. */
export class CustomerPriceDto {
  @CurrencyField() currency: Currency;
  @DecimalField({ ...PRICE, ...nullable, description: 'Of the least quantity that is ordered.' })
  unit: string | null;
  @DecimalField({ ...PRICE, ...nullable, description: 'What everybody pays, where that is more.' })
  list: string | null;
  @ListField(() => CustomerTierDto, { maxItems: 10_000 }) tiers: CustomerTierDto[];
  @BooleanField({ description: 'It has no price: a quote is asked for.' }) onRequest: boolean;
}

class LastOrderedDto {
  @DateField() on: LocalDate;
  @DecimalField(PRICE) quantity: string;
}

class ProductImageDto implements ProductImage {
  @IdField() id: DocumentId;
  @TextField({ max: 255 }) fileName: string;
  @TextField({ max: 100 }) mimeType: string;
  @IntegerField({ description: 'Bytes.' }) size: number;
}

class ProductPropertyDto implements ProductProperty {
  @TextField({ max: 100, description: 'API name of its field.' }) name: string;
  @TextField({ max: 100 }) label: string;
  @TextField({ max: 2000 }) value: string;
}

/** A product as customers are shown it. */
export class CustomerProductDto extends SeenBody(catalogueProductNoun, PRODUCT as Sayings) {
  @ListField(() => ProductImageDto, {
    maxItems: 20,
    description: 'The oldest first; each is at `/catalogue/{id}/images/{imageId}`.',
  })
  images: ProductImageDto[];
  @ListField(() => ProductPropertyDto, {
    maxItems: 500,
    description: 'What the company has opened of its own fields.',
  })
  properties: ProductPropertyDto[];
  @ObjectField(() => CustomerPriceDto, { ...lacked, description: 'For those who see prices.' })
  price?: CustomerPriceDto;
  @ObjectField(() => LastOrderedDto, {
    ...lacked,
    ...nullable,
    description: 'For those who see orders; null where it was never ordered.',
  })
  lastOrdered?: LastOrderedDto | null;
}

export class PriceOfProductDto {
  @IdField() productId: ProductId;
  @ObjectField(() => CustomerPriceDto) price: CustomerPriceDto;
}

export class CategoryDto {
  @TextField({ max: 100 }) name: string;
  @IntegerField({ description: 'How many products are in it.' }) products: number;
}
