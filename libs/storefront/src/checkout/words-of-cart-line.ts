import type { CartLine } from '../cart/cart.js';

/** What is said of a line, with the day of its delivery, where only a text takes it. Pure. */
export function wordsOfCartLine({
  note,
  deliverOn,
}: Pick<CartLine, 'note' | 'deliverOn'>): string | null {
  return [note, deliverOn && `→ ${deliverOn}`].filter(Boolean).join('\n') || null;
}
