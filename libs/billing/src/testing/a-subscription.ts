import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import { parseMinor, type Currency } from '@quittance/money';
import type { BilledItem } from '@quittance/sales';
import type { SubscribedTerms } from '../subscriptions/billing-step.js';

const on = (text: string): LocalDate => parseLocalDate(text);

/** A monthly subscription in advance from 1 January 2026, without usage. */
export function subscribed(patch: Partial<SubscribedTerms> = {}): SubscribedTerms {
  return {
    grid: { frequency: 'monthly', anchor: on('2026-01-01'), anchorDay: 1 },
    timing: 'advance',
    stub: 'prorated',
    status: 'active',
    billedFrom: on('2026-01-01'),
    end: null,
    heldFrom: null,
    endedAtOnce: false,
    pauseOn: null,
    charged: false,
    graceDays: 0,
    ...patch,
  };
}

/** An item at a price for one, from a day on. */
export function itemAt(
  price: string,
  from: string,
  { currency = 'EUR' as Currency, ...patch }: Partial<BilledItem> & { currency?: Currency } = {},
): BilledItem {
  const net = parseMinor(price, currency);
  if (net === undefined) throw new TypeError(`Not an amount of ${currency}: ${price}`);
  return {
    subscriptionId: newId<'subscription'>(),
    id: newId<'subscription-item'>(),
    itemId: ITEM,
    position: 1,
    validFrom: on(from),
    validTo: null,
    planVersionId: VERSION,
    productId: newId<'product'>(),
    description: 'Seat',
    quantity: '1',
    unitPrice: price,
    discountPercent: null,
    discountAmount: null,
    overrides: null,
    taxCode: null,
    placeOf: null,
    net,
    ...patch,
  };
}

const ITEM = newId<'item'>() as BilledItem['itemId'];
const VERSION = newId<'plan-version'>() as BilledItem['planVersionId'];
