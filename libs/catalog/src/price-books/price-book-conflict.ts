import { violates } from '@quittance/database';
import { defaultPriceBookTaken, priceBookNameTaken } from '../catalog.errors.js';

/** The refusal behind a violated unique index of price books; any other error as it is. */
export function priceBookConflict(
  error: unknown,
  book: { readonly name: string; readonly currency: string },
): unknown {
  if (violates(error, 'price_book_name_key')) return priceBookNameTaken({ name: book.name });
  if (violates(error, 'price_book_default_key')) {
    return defaultPriceBookTaken({ currency: book.currency });
  }
  return error;
}
