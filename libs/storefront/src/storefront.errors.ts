import { defineProblem } from '@quittance/kernel';

export const cartFull = defineProblem(
  'cart_full',
  422,
  'The cart is full',
  'A cart has at most {most} lines.',
);

export const productNotAvailable = defineProblem(
  'product_not_available',
  422,
  'The product is not available',
  'There is no such product in the catalogue.',
);

export const cartChanged = defineProblem(
  'cart_changed',
  409,
  'The cart was changed',
  'The cart is another than the one that was looked at; look at it again.',
);

export const cartEmpty = defineProblem(
  'cart_empty',
  422,
  'The cart is empty',
  'There is nothing in the cart to be ordered.',
);

export const cartLineUnavailable = defineProblem(
  'cart_line_unavailable',
  422,
  'Something of the cart is not available',
  'Something of the cart is not in the catalogue any more, or not sold in that quantity.',
);

export const priceOnRequest = defineProblem(
  'price_on_request',
  422,
  'A price is on request',
  'Something of the cart has a price on request: ask for a quote of it.',
);

export const priceChanged = defineProblem(
  'price_changed',
  409,
  'The prices have changed',
  'What is in the cart costs more than it did when it was looked at; look at it again.',
);

export const termsRequired = defineProblem(
  'terms_required',
  422,
  'The terms are to be accepted',
  'The company asks for its terms to be accepted.',
);

export const quickOrderTooLong = defineProblem(
  'quick_order_too_long',
  422,
  'The quick order is too long',
  'At most {most} lines are taken at once.',
);

export const quickOrderFileRefused = defineProblem(
  'quick_order_file_refused',
  422,
  'The file is not taken',
  'The file cannot be read as an order: {why}.',
);

export const cartBusy = defineProblem(
  'cart_busy',
  503,
  'The cart is being worked on',
  'What was sent for it before is not done yet; try again.',
);

export const quickOrderBusy = defineProblem(
  'quick_order_busy',
  503,
  'Too many files at once',
  'More workbooks are waiting to be read than this process takes; try again.',
);

export const favouriteListFull = defineProblem(
  'favourite_list_full',
  422,
  'The list is full',
  'A list has at most {most} products.',
);
