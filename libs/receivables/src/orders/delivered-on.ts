import { companyToday } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { isZeroDecimal } from '@quittance/money';
import type { InvoicedPart, LockedOrder } from '@quittance/sales';
import type { Invoice } from '../invoices/invoice.description.js';

type ToldByOrder = Pick<LockedOrder['order'], 'shippedOn' | 'deliveredAt' | 'deliveryDate'>;

/**
 * The day on which what is invoiced was delivered, as far as its order tells: when goods of it left
 * the last time, else when it arrived, else as planned. An invoice states what has happened: a day
 * behind its own is none. Pure.
 */
export function deliveredOn(
  { shippedOn, deliveredAt, deliveryDate }: ToldByOrder,
  parts: readonly { readonly line: Pick<InvoicedPart['line'], 'shipped'> }[],
  { issueDate, timeZone }: { readonly issueDate: LocalDate; readonly timeZone: string },
): LocalDate | null {
  const hasLeft = parts.some(({ line }) => !isZeroDecimal(line.shipped));
  const left = hasLeft ? shippedOn : null;
  const arrived = deliveredAt && companyToday({ timeZone }, deliveredAt);
  const day = left ?? arrived ?? deliveryDate;
  return day !== null && day <= issueDate ? day : null;
}

/** Where the order went, where that is known. */
export function deliveredTo({
  deliveryAddress,
  shipTo,
}: Pick<LockedOrder['order'], 'deliveryAddress' | 'shipTo'>): Invoice['deliveryAddress'] {
  if (deliveryAddress) return deliveryAddress;
  return shipTo.country || shipTo.city ? shipTo : null;
}
