import type { DemoPage } from './client.js';
import { counted, grouped, recall, type Step } from './story.js';

/** What is bought, by SKU; what comes last is what the customer will object to. */
const WANTED: Readonly<Record<string, string>> = {
  'PLAN-SCALE': '1',
  'PLAN-TEAM': '3',
  ONBOARDING: '2',
};

interface Product {
  readonly id: string;
  readonly sku: string;
  readonly inCatalogue: boolean;
}

interface Cart {
  readonly currency: string;
  readonly subtotal: string;
  readonly taxTotal: string;
  readonly total: string;
  readonly lines: readonly {
    readonly name: string;
    readonly quantity: string;
    readonly net: string;
  }[];
}

export const fillCart: Step = {
  title: 'Fill a cart',
  async run({ staff, portal }) {
    const value = Object.keys(WANTED);
    const filter = JSON.stringify({ field: 'sku', op: 'in', value });
    const { data } = await staff.get<DemoPage<Product>>('/products', { filter });
    for (const { id, inCatalogue } of data) {
      if (!inCatalogue) await staff.patch(`/products/${id}`, { inCatalogue: true });
    }
    const { data: shown } = await portal.get<DemoPage<Product>>('/catalogue', { pageSize: 200 });
    const lines = Object.entries(WANTED).map(([sku, quantity]) => {
      const product = shown.find((each) => each.sku === sku);
      if (!product) throw new Error(`The catalogue has no ${sku}`);
      return { productId: product.id, quantity };
    });
    const cart = await portal.put<Cart>('/cart', { lines });
    const { subtotal, taxTotal, total, currency } = cart;
    return [
      `${grouped(subtotal)} + tax ${grouped(taxTotal)} = ${grouped(total)} ${currency}`,
      ...cart.lines.map(({ name, quantity, net }) => `${quantity} × ${name}: ${grouped(net)}`),
    ];
  },
};

interface Request {
  readonly id: string;
  readonly status: string;
  readonly lines: readonly unknown[];
}

export const askForQuote: Step = {
  title: 'Ask for a quote',
  async run({ portal, known }) {
    const body = { notes: 'We open two more cafés in spring.' };
    const made = await portal.post<Request>('/cart/request-quote', { body });
    known.set('quote request', made.id);
    const { lines } = await portal.get<Cart>('/cart');
    if (lines.length > 0) throw new Error('The cart was asked for and is not empty');
    return [`${made.status} with ${counted(made.lines.length, 'line')}, and the cart is empty`];
  },
};

interface Quote {
  readonly id: string;
  readonly version: number;
  readonly number: string;
  readonly status: string;
  readonly total: string;
  readonly currency: string;
  readonly validUntil: string;
}

export const sendQuote: Step = {
  title: 'Staff quote it',
  async run(story) {
    const { staff, known } = story;
    const path = `/self-service-quotes/${recall(story, 'quote request')}/quote`;
    const { quoteId } = await staff.post<{ readonly quoteId: string }>(path);
    for (const step of ['submit', 'approve']) await staff.post(`/quotes/${quoteId}/${step}`);
    await staff.post(`/quotes/${quoteId}/send`);
    known.set('quote', quoteId);
    const sent = await staff.get<Quote>(`/quotes/${quoteId}`);
    const { number, status, total, currency, validUntil } = sent;
    return [`${number} is ${status}: ${grouped(total)} ${currency}, good until ${validUntil}`];
  },
};

interface Ordered {
  readonly outcome: string;
  readonly order: { readonly id: string; readonly number: string };
}

export const acceptQuote: Step = {
  title: 'Accept and order it',
  async run(story) {
    const { portal, known } = story;
    const path = `/quotes/${recall(story, 'quote')}`;
    const { version, number } = await portal.get<Quote>(path);
    const name = recall(story, 'customer');
    const body = { version, name, termsAccepted: true };
    const accepted = await portal.post<{ readonly outcome: string }>(`${path}/accept`, { body });
    const { outcome, order } = await portal.post<Ordered>(`${path}/order`);
    const again = await portal.post<Ordered>(`${path}/order`);
    known.set('order', order.id);
    return [
      `${number} is ${accepted.outcome} by ${name}`,
      `${order.number} is ${outcome}; asked again, it is ${again.order.number} still`,
    ];
  },
};
