import type { LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';
import type { FreeAddress } from '../cart/cart.js';
import type { HandedCart } from './hand-cart-over.js';
import { wordsOfCartLine } from './words-of-cart-line.js';

/** Longest notes of a request. */
const LONGEST = 5000;

/** What is said of a request in place of what the cart has. */
interface SaidAnew {
  readonly notes?: string | null | undefined;
  readonly preferredDeliveryDate?: LocalDate | null | undefined;
}

/**
 * What a cart says of the request that it becomes: what that has no member for is in its notes.
 * Pure. @throws DomainError validation_failed of notes that leave no room for it
 */
export function requestOfCart(cart: HandedCart, said: SaidAnew) {
  const { notes: own = cart.notes, preferredDeliveryDate = cart.requestedDeliveryDate } = said;
  const { poNumber, to } = cart;
  const beside = [
    poNumber?.trim() && `PO number: ${poNumber.trim()}`,
    to && `Delivery address: ${placeOf(to)}`,
  ].filter((each) => each);
  const notes = [own?.trim(), ...beside].filter((each) => each).join('\n');
  if (notes.length > LONGEST) {
    const most = LONGEST - ['', ...beside].join('\n').length;
    throw invalidField('/notes', 'max', `has at most ${most} characters beside what the cart says`);
  }
  const lines = cart.lines.map((line) => {
    const { productId, quantity } = line;
    return { productId, quantity, note: wordsOfCartLine(line) };
  });
  return { notes: notes || null, preferredDeliveryDate, lines };
}

function placeOf(to: FreeAddress): string {
  const { recipient, line1, line2, postalCode, city, region, country } = to;
  const town = [postalCode, city].filter((each) => each).join(' ');
  return [recipient, line1, line2, town, region, country].filter((each) => each).join(', ');
}
