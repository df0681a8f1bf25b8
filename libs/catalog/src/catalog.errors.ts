import { defineProblem } from '@quittance/kernel';

export const skuTaken = defineProblem(
  'sku_taken',
  409,
  'The SKU is taken',
  'Another product already has the SKU {sku}.',
);

export const priceBookNameTaken = defineProblem(
  'price_book_name_taken',
  409,
  'The name is taken',
  'Another price book is already called {name}.',
);

export const defaultPriceBookTaken = defineProblem(
  'default_price_book_taken',
  409,
  'There is a default already',
  'Another price book is already the default for {currency}.',
);

export const productPricedAlready = defineProblem(
  'product_priced_already',
  409,
  'The product has a price already',
  'The price book already has a price for this product; change that entry.',
);
