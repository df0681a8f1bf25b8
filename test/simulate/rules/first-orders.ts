import type { AccountId, Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { CreateOrder } from '@quittance/sales/host';
import type { Stage } from '../stage.js';

interface Buyer {
  readonly id: AccountId;
  readonly currency: Currency;
}

/** Above what rules ask about, all of them or the lowest only; in euros. */
export const PRICES = ['200', '7'];

export function orderOf([buyer]: readonly Buyer[], title: string, unitPrice: string) {
  const { id: accountId, currency } = buyer as Buyer;
  const line = { description: 'Work', ordered: '9', taxRate: '19', invoicing: 'on_order' } as const;
  return { accountId, currency, title, lines: [{ ...line, unitPrice }] };
}

/** What rules that ask about orders have to ask about on the first day. */
export async function submitFirst(
  stage: Stage,
  buyers: readonly Buyer[],
  request: (number: number) => Ctx,
): Promise<void> {
  for (const [i, price] of PRICES.entries()) {
    const draft = orderOf(buyers, 'from the start', price);
    await stage.get(CreateOrder).execute(request(i), draft);
  }
}
