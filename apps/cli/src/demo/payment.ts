import { where, type DemoPage } from './client.js';
import { sendByEmail } from './email.js';
import { recall, until, type Step, type Story } from './story.js';

interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly currency: string;
  readonly total: string;
  readonly paidAmount: string;
  readonly balance: string;
  readonly dueDate: string;
}

/** Whether an invoice can be an electronic one, and what it lacks. */
interface EInvoiceCheck {
  readonly possible: boolean;
  readonly faults: readonly { readonly message: string }[];
}

const invoiceOf = (story: Story) =>
  story.staff.get<Invoice>(`/invoices/${recall(story, 'invoice')}`);

export const sendInvoice: Step = {
  title: 'Send an invoice',
  async run(story) {
    const { staff, known } = story;
    const scheduleId = recall(story, 'monthly schedule');
    const { data } = await staff.get<DemoPage<Invoice>>('/invoices', where({ scheduleId }));
    const [drafted] = data;
    if (!drafted) throw new Error('The billing run made no invoice for the monthly schedule');
    known.set('invoice', drafted.id);
    const sent = await sendByEmail<Invoice>(staff, drafted.id);
    const path = `/invoices/${drafted.id}/e-invoice`;
    const { possible, faults } = await staff.get<EInvoiceCheck>(`${path}-check`);
    const [lacking] = faults;
    return [
      `${sent.number}: ${drafted.status} → ${sent.status}`,
      `${sent.total} ${sent.currency}, due ${sent.dueDate}`,
      possible ? `by EN 16931: GET ${path}` : `no electronic invoice: ${lacking?.message}`,
    ];
  },
};

interface Checkout {
  readonly paymentUrl: string;
  readonly amount: string;
  readonly currency: string;
  readonly provider: string;
}

export const checkOut: Step = {
  title: 'Check out',
  async run(story) {
    const body = { invoiceId: recall(story, 'invoice') };
    const checkout = await story.staff.post<Checkout>('/payments/checkout', { body });
    story.known.set('payment page', checkout.paymentUrl);
    const { provider, amount, currency, paymentUrl } = checkout;
    return [`${amount} ${currency} with the ${provider} provider`, paymentUrl];
  },
};

const tagged = (html: string, tag: string) => html.match(new RegExp(`<${tag}\\b[^>]*>`, 'g')) ?? [];
const attribute = (tag: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1];

/** Pays as a browser would, by the form of the page; answers what the page says then. */
export async function payAt(page: string): Promise<string> {
  const html = await (await fetch(page)).text();
  const action = attribute(tagged(html, 'form')[0] ?? '', 'action');
  if (!action) throw new Error('The payment page has no form');
  const fields = new URLSearchParams({ action: 'pay' });
  for (const input of tagged(html, 'input')) {
    fields.set(attribute(input, 'name') ?? '', attribute(input, 'value') ?? '');
  }
  const answer = await fetch(new URL(action, page), { method: 'POST', body: fields });
  const said = /role="status">(?:<svg.*?<\/svg>)?([^<]+)</s.exec(await answer.text())?.[1];
  if (!answer.ok) throw new Error(`The payment page answered ${answer.status}`);
  return `the page says: ${said?.trim() ?? answer.status}`;
}

export const payOnThePage: Step = {
  title: 'Pay on its page',
  async run(story) {
    return [await payAt(recall(story, 'payment page'))];
  },
};

interface Delivery {
  readonly paymentId: string | null;
  readonly type: string;
  readonly applied: boolean;
  readonly reason: string | null;
  readonly durationMs: number;
}

export const awaitWebhook: Step = {
  title: 'The webhook arrives',
  async run(story) {
    const invoice = await until('The payment of the invoice', 30, async () => {
      const now = await invoiceOf(story);
      return now.status === 'paid' ? now : undefined;
    });
    const query = { ...where({ invoiceId: invoice.id }), sort: 'receivedAt' };
    const deliveries = await until('The second delivery', 30, async () => {
      const page = await story.staff.get<DemoPage<Delivery>>('/payments/webhook-deliveries', query);
      return page.total >= 2 ? page.data : undefined;
    });
    const payment = deliveries.find(({ applied }) => applied)?.paymentId;
    if (payment) story.known.set('payment', payment);
    return [
      `${invoice.number} is ${invoice.status}, its balance is ${invoice.balance} ` +
        `${invoice.currency}`,
      ...deliveries.map(({ type, applied, reason, durationMs }) => {
        return `${type}: ${applied ? 'applied' : reason} in ${durationMs} ms`;
      }),
    ];
  },
};

interface Sums {
  readonly subtotal: string;
  readonly taxTotal: string;
  readonly total: string;
  readonly balance: string;
}

interface Proof {
  readonly movements: readonly {
    readonly kind: string;
    readonly number: string;
    readonly on: string;
    readonly amount: string;
    readonly balance: string;
  }[];
  readonly summed: Sums;
  readonly kept: Sums;
  readonly agrees: boolean;
}

export const showProof: Step = {
  title: 'Prove its balance',
  async run(story) {
    const path = `/invoices/${recall(story, 'invoice')}/proof`;
    const { movements, summed, kept, agrees } = await story.staff.get<Proof>(path);
    if (!agrees) throw new Error(`Added up ${summed.balance}, kept ${kept.balance}`);
    return [
      `lines ${summed.subtotal} + tax ${summed.taxTotal} = ${summed.total}`,
      ...movements.map(({ kind, number, on, amount, balance }) => {
        return `${on} ${kind} ${number}: ${amount}, leaves ${balance}`;
      }),
      `added up ${summed.balance}, kept ${kept.balance}: it agrees`,
    ];
  },
};

interface Event {
  readonly type: string;
  readonly object: string;
  readonly occurredAt: string;
  readonly actor: { readonly kind: string; readonly name: string };
}

export const showEvents: Step = {
  title: 'What was announced',
  async run(story) {
    const value = [recall(story, 'invoice'), recall(story, 'payment')];
    const filter = JSON.stringify({ field: 'recordId', op: 'in', value });
    const query = { filter, sort: 'occurredAt' };
    const { data } = await story.staff.get<DemoPage<Event>>('/events', query);
    return data.map(({ type, occurredAt, actor }) => `${occurredAt} ${type} by ${actor.name}`);
  },
};
