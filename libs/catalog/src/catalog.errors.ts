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
  'The price book already has a price for this product from this quantity on; change that entry.',
);

export const priceBookCurrencyFixed = defineProblem(
  'price_book_currency_fixed',
  409,
  'The currency stays',
  'The price book {name} has prices in {currency}: in another currency they would be worth ' +
    'another amount.',
);

export const productNotPriced = defineProblem(
  'product_not_priced',
  404,
  'The product has no price',
  'Neither the price book nor the default one of its currency has a price for {quantity} of ' +
    '{sku} on {on}.',
);

export const quantityBelowMinimum = defineProblem(
  'quantity_below_minimum',
  422,
  'The quantity is too small',
  'Of {sku} at least {least} are ordered.',
);

export const quantityStep = defineProblem(
  'quantity_step',
  422,
  'The quantity is not sold',
  'Of {sku} a multiple of {step} is ordered.',
);
