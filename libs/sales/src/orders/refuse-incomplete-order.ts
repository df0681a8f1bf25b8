import type { FieldError } from '@quittance/kernel';
import { isUndetermined } from '@quittance/tax';
import { isPriced } from '../quotes/lines/quote-line.js';
import { priceNotFound } from '../sales.errors.js';
import type { LockedOrder } from './change-order.js';
import type { OrderLine } from './lines/order-line.description.js';
import { orderHasNoLines, orderTaxUndetermined } from './order.errors.js';

/**
 * What an order must have before it is placed. Pure.
 * @throws DomainError order_has_no_lines, price_not_found, order_tax_undetermined
 */
export function refuseIncompleteOrder({
  order,
  lines,
}: Pick<LockedOrder, 'order' | 'lines'>): void {
  const priced = lines.filter(isPriced);
  if (priced.length === 0) throw orderHasNoLines();
  const open = pointersOf(priced, ({ unitPrice }) => unitPrice === null, 'unitPrice', 'missing');
  if (open.errors.length > 0) {
    const { errors, positions } = open;
    throw priceNotFound({ currency: order.currency, lines: positions }, { errors });
  }
  const untaxed = pointersOf(lines, (line) => isUndetermined(line.taxReason), 'taxCode', 'open');
  const { errors, positions } = untaxed;
  if (errors.length > 0) throw orderTaxUndetermined({ lines: positions }, { errors });
}

function pointersOf(
  lines: readonly OrderLine[],
  is: (line: OrderLine) => boolean,
  member: string,
  code: string,
) {
  const found = lines.filter(is);
  const errors = found.map(({ position, description }): FieldError => {
    return { pointer: `/lines/${position - 1}/${member}`, code, message: description };
  });
  return { errors, positions: found.map(({ position }) => position).join(', ') };
}
