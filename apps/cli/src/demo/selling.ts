import { DEMO_MANAGER } from '../start/demo-admin.js';
import { ApiClient, where, type DemoPage } from './client.js';
import { grouped, recall, type Step, type Story } from './story.js';

interface Identified {
  readonly id: string;
}

const KEY = { externalKey: 'demo-quay-roasters' };
const LEAD = {
  name: 'Nora Quinn',
  companyName: 'Quay Roasters Ltd',
  email: 'nora@roasters.example',
  address: { line1: '9 Custom House Quay', city: 'Galway', postalCode: 'H91 X2R8', country: 'IE' },
};
const DEAL = { name: 'Espresso corner', amount: '1490.00', currency: 'EUR' };
/** Less than what is offered, so that somebody has to say yes. */
const LIMIT = '1000.00';

interface Converted {
  readonly accountId: string;
  readonly contactId: string;
  readonly dealId: string;
}

export const convertLead: Step = {
  title: 'Convert a lead',
  async run({ staff, known }) {
    const lead = await staff.post<Identified>('/leads', { body: LEAD });
    const { data } = await staff.get<DemoPage<Identified>>('/accounts', where(KEY));
    const there = data[0] ? { accountId: data[0].id } : { account: { ...KEY, email: LEAD.email } };
    const body = { ...there, ignoreDuplicates: true, deal: DEAL };
    const made = await staff.post<Converted>(`/leads/${lead.id}/convert`, { body });
    known.set('account', made.accountId);
    known.set('deal', made.dealId);
    const query = where({ accountId: made.accountId });
    const [ledger] = (await staff.get<DemoPage<Identified>>('/ledger-accounts', query)).data;
    await staff.patch(`/ledger-accounts/${ledger?.id}`, { creditLimit: LIMIT });
    return [
      `${LEAD.name} is a contact of ${LEAD.companyName}, with the deal “${DEAL.name}”`,
      `its credit is limited to ${grouped(LIMIT)} EUR`,
    ];
  },
};

interface Quote extends Identified {
  readonly number: string;
  readonly status: string;
  readonly total: string;
  readonly creditCheckId: string;
}

const linesFor = (productId: string) => [
  {
    description: 'Espresso machine',
    quantity: '1',
    unitPrice: '1400.00',
    invoicing: 'on_delivery',
  },
  {
    kind: 'recurring',
    productId,
    description: 'Analytics, a month',
    quantity: '1',
    unitPrice: '90.00',
    frequency: 'monthly',
  },
];

interface Check {
  readonly outcome: string;
  readonly available: string;
  readonly shortfall: string;
}

export const quoteDeal: Step = {
  title: 'Quote the deal',
  async run(story) {
    const { staff, known } = story;
    const body = {
      accountId: recall(story, 'account'),
      dealId: recall(story, 'deal'),
      currency: 'EUR',
      termMonths: 12,
      lines: linesFor(recall(story, 'product')),
    };
    const { id } = await staff.post<Quote>('/quotes', { body });
    const refused = await staff.post(`/quotes/${id}/submit`).then(
      () => 'taken',
      (error: Error) => error.message,
    );
    if (!refused.includes('credit_check_failed')) throw new Error(`The quote was ${refused}`);
    const quote = await staff.get<Quote>(`/quotes/${id}`);
    const check = await staff.get<Check>(`/credit-checks/${quote.creditCheckId}`);
    known.set('offer', id);
    known.set('credit check', quote.creditCheckId);
    return [
      `${quote.number}: ${grouped(quote.total)} EUR for a machine and a first month`,
      `credit_check_failed: ${check.outcome}, ${grouped(check.available)} EUR are available`,
    ];
  },
};

export const overruleCredit: Step = {
  title: 'Overrule the check',
  async run(story) {
    const { staff } = story;
    const check = `/credit-checks/${recall(story, 'credit check')}`;
    const body = { reason: 'They pay the machine as it is delivered' };
    const { id } = await staff.post<Identified>(`${check}/override`, { body });
    const approve = (who: ApiClient) => who.post(`/credit-overrides/${id}/approve`);
    const own = await approve(staff).then(
      () => 'taken',
      (error: Error) => error.message,
    );
    if (!own.includes('own_override')) throw new Error(`One’s own override was ${own}`);
    const manager = new ApiClient(staff.url);
    await manager.signIn(DEMO_MANAGER.email, DEMO_MANAGER.password);
    await approve(manager);
    const quote = await staff.get<Quote>(`/quotes/${recall(story, 'offer')}`);
    return [
      `who asked may not decide: own_override`,
      `${DEMO_MANAGER.name} approves it, and ${quote.number} is ${quote.status} by that`,
    ];
  },
};

interface Shared {
  readonly quote: { readonly contentHash: string; readonly number: string };
  readonly nonce: string;
}

interface Decided {
  readonly number: string;
  readonly status: string;
}

interface Acceptance {
  readonly receiptHash: string;
}

export const acceptByLink: Step = {
  title: 'Accept by its link',
  async run(story) {
    const { staff, portal } = story;
    const path = `/quotes/${recall(story, 'offer')}`;
    await staff.post(`${path}/approve`);
    const { link } = await staff.post<{ readonly link: { readonly token: string } }>(
      `${path}/send`,
    );
    const nobody = new ApiClient(portal.url);
    const { quote, nonce } = await nobody.get<Shared>(`/public/quotes/${link.token}`);
    const { contentHash } = quote;
    const body = { nonce, contentHash, name: LEAD.name, email: LEAD.email };
    const done = await nobody.post<Decided>(`/public/quotes/${link.token}/accept`, { body });
    const { receiptHash } = await staff.get<Acceptance>(`${path}/acceptance`);
    await nobody.get(`/public/receipts/${receiptHash}`);
    return [
      `${done.number} is ${done.status} by ${LEAD.name}, who is signed in nowhere`,
      `its receipt, SHA-256 ${receiptHash.slice(0, 16)}…, is confirmed to whoever asks`,
    ];
  },
};

interface Order extends Identified {
  readonly number: string;
  readonly status: string;
  readonly contractId: string;
}

interface Contract {
  readonly number: string;
  readonly status: string;
}

interface Subscription extends Identified {
  readonly status: string;
  readonly currentPeriodEnd: string;
  readonly mrr: string;
}

async function subscriptionOf({ staff, known }: Story, { contractId }: Order) {
  const contract = await staff.get<Contract>(`/contracts/${contractId}`);
  const found = await staff.get<DemoPage<Identified>>('/subscriptions', where({ contractId }));
  const [begun] = found.data;
  if (!begun) throw new Error('Nothing is subscribed to by the order');
  const subscription = await staff.get<Subscription>(`/subscriptions/${begun.id}`);
  known.set('subscription', subscription.id);
  return { contract, subscription };
}

export const confirmSale: Step = {
  title: 'Order and subscribe',
  async run(story) {
    const { staff, known } = story;
    const made = await staff.post<Order>(`/quotes/${recall(story, 'offer')}/convert`);
    const order = await staff.post<Order>(`/sales-orders/${made.id}/confirm`);
    known.set('sale', order.id);
    const { contract, subscription } = await subscriptionOf(story, order);
    const { status, currentPeriodEnd, mrr } = subscription;
    return [
      `${order.number} is ${order.status} by the check of its quote`,
      `contract ${contract.number} is ${contract.status}`,
      `its subscription is ${status} until ${currentPeriodEnd}, ${mrr} EUR a month`,
    ];
  },
};

interface Invoice extends Identified {
  readonly number: string;
  readonly total: string;
}

export const shipSale: Step = {
  title: 'Ship and invoice it',
  async run(story) {
    const { staff } = story;
    const path = `/sales-orders/${recall(story, 'sale')}`;
    const body = { carrier: 'An Post', trackingNumber: 'CE123456785IE' };
    const { number, status } = await staff.post<Order>(`${path}/ship`, { body });
    const invoice = await staff.post<Invoice>(`${path}/invoice`);
    await staff.post(`/invoices/${invoice.id}/send`);
    return [
      `${number} is ${status} with ${body.carrier}, ${body.trackingNumber}`,
      `${invoice.number}: ${grouped(invoice.total)} EUR for what has left`,
    ];
  },
};
