import { payAt } from './payment.js';
import { grouped, recall, type Step, type Story } from './story.js';

interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly currency: string;
  readonly total: string;
  readonly balance: string;
  readonly disputedAmount: string;
  readonly lines: readonly { readonly id: string; readonly description: string }[];
}

interface Order {
  readonly number: string;
  readonly paymentStatus: string;
  readonly lines: readonly { readonly id: string; readonly ordered: string }[];
}

export const invoiceOrder: Step = {
  title: 'Staff invoice it',
  async run(story) {
    const { staff, known } = story;
    const path = `/sales-orders/${recall(story, 'order')}`;
    const { lines } = await staff.post<Order>(`${path}/confirm`);
    const made: string[] = [];
    for (const [i, { id: lineId, ordered: quantity }] of lines.entries()) {
      const body = { lines: [{ lineId, quantity }] };
      const { id } = await staff.post<Invoice>(`${path}/invoice`, { body });
      const { number, total, currency } = await staff.post<Invoice>(`/invoices/${id}/send`);
      known.set(`invoice ${i + 1} of the order`, id);
      made.push(`${number}: ${grouped(total)} ${currency}`);
    }
    return [`line by line, ${made.length} are sent`, ...made];
  },
};

const invoiceOf = (story: Story, n: number) => recall(story, `invoice ${n} of the order`);

interface Checkout {
  readonly checkoutId: string;
  readonly paymentUrl: string;
  readonly amount: string;
  readonly currency: string;
  readonly provider: string;
}

interface CheckoutState {
  readonly state: string;
  readonly reason: string | null;
}

/** Waits at the host, as an application does, until the money is booked. */
async function awaitPaid({ portal }: Story, checkoutId: string): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    const path = `/payments/checkouts/${checkoutId}`;
    const { state, reason } = await portal.get<CheckoutState>(path, { wait: 10 });
    if (state === 'paid') return;
    if (state !== 'open' && state !== 'processing') throw new Error(`${state}: ${reason}`);
  }
  throw new Error('The payment was not booked in 40 s');
}

export const payTwo: Step = {
  title: 'Pay two at once',
  async run(story) {
    const { portal, staff } = story;
    const body = { invoiceIds: [invoiceOf(story, 1), invoiceOf(story, 2)] };
    const checkout = await portal.post<Checkout>('/payments/checkout', { body });
    const { checkoutId, paymentUrl, amount, currency, provider } = checkout;
    const said = await payAt(paymentUrl);
    await awaitPaid(story, checkoutId);
    const paid = await Promise.all(
      body.invoiceIds.map((id) => portal.get<Invoice>(`/invoices/${id}`)),
    );
    const order = await staff.get<Order>(`/sales-orders/${recall(story, 'order')}`);
    return [
      `${grouped(amount)} ${currency} with the ${provider} provider; ${said}`,
      ...paid.map(({ number, status, balance }) => {
        return `${number} is ${status}, its balance is ${balance} ${currency}`;
      }),
      `${order.number} is ${order.paymentStatus}`,
    ];
  },
};

export const disputeThird: Step = {
  title: 'Dispute the third',
  async run(story) {
    const { portal } = story;
    const path = `/invoices/${invoiceOf(story, 3)}`;
    const before = await portal.get<Invoice>(path);
    const message = 'One day of the two was given.';
    const [line] = before.lines;
    const body = {
      reason: 'wrong_quantity',
      message,
      lines: [{ lineId: line?.id, quantity: '1' }],
    };
    const after = await portal.post<Invoice>(`${path}/dispute`, { body });
    const { number, disputedAmount, balance, currency } = after;
    return [
      `${number}: ${before.status} → ${after.status}, “${message}”`,
      `${grouped(disputedAmount)} of ${grouped(balance)} ${currency} is not dunned meanwhile`,
    ];
  },
};
