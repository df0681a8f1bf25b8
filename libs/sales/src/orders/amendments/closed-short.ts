import { invalidField } from '@quittance/kernel';
import { refusedLine, type MeantLine } from '../fulfilment/asked-quantities.js';
import type { OrderLine, OrderLineId } from '../lines/order-line.description.js';
import {
  agreedOf,
  isShippable,
  millionths,
  openOf,
  quantityText,
  restOf,
  valueOf,
  type Priced,
} from '../lines/quantities.js';
import { meantLines } from '../fulfilment/asked-quantities.js';
import { creditFirst } from '../order.errors.js';

/** Which line is given up, and how much of it: all that is left where nothing is said. */
export interface GivenUp {
  readonly lineId: OrderLineId;
  readonly quantity?: string;
}

/**
 * The lines that are given up in part, as they are then. Where none is named all that is open is;
 * of an order of services what is not invoiced. Pure.
 * @throws DomainError not_found, validation_failed, credit_first
 */
export function closedShortLines(
  lines: readonly OrderLine[],
  asked: readonly GivenUp[] | undefined,
  priced: Priced,
): OrderLine[] {
  const meant = asked ? namedLines(lines, asked) : allLeft(lines);
  return meant.map((each): OrderLine => {
    const { line, units, pointer } = each;
    if (line.kind !== 'one_off') {
      throw invalidField(pointer, 'not_taken', 'is nothing that is closed short');
    }
    const most = leftOf(line);
    if (units > most) {
      throw invalidField(pointer, 'max', `must be at most ${quantityText(most)}`);
    }
    const after = { ...line, cancelled: quantityText(millionths(line.cancelled) + units) };
    if (units > restOf(line) || !isStillOwed(after, priced)) {
      throw refusedLine(creditFirst, each, {});
    }
    return after;
  });
}

/** Whether what is invoiced of a line is agreed, its net and all of it. */
export function isStillOwed(line: OrderLine, priced: Priced): boolean {
  const { net, tax } = valueOf(line, priced, [line]);
  const { invoicedNet, invoicedTax } = line;
  return net >= invoicedNet && net + tax >= invoicedNet + invoicedTax;
}

/** What of a line is not fulfilled: not shipped, or of services not invoiced. */
function leftOf(line: OrderLine): bigint {
  return isShippable(line) ? openOf(line) : agreedOf(line) - millionths(line.invoiced);
}

function namedLines(lines: readonly OrderLine[], asked: readonly GivenUp[]): MeantLine[] {
  const quantities = asked.map(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId);
    return { lineId, quantity: quantity ?? (line ? quantityText(leftOf(line)) : '0') };
  });
  return meantLines(lines, quantities);
}

/** @throws DomainError validation_failed where nothing is left */
function allLeft(lines: readonly OrderLine[]): MeantLine[] {
  const once = lines.filter(({ kind }) => kind === 'one_off');
  const goods = once.filter(isShippable);
  const left = (goods.length > 0 ? goods : once).flatMap((line): MeantLine[] => {
    const units = leftOf(line);
    return units > 0n ? [{ line, units, pointer: '/lines' }] : [];
  });
  if (left.length === 0) throw invalidField('/lines', 'min', 'Nothing is left to be given up.');
  return left;
}
