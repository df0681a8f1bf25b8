import { where, type DemoPage, type ApiClient } from './client.js';
import { counted, grouped, recall, until, type Step } from './story.js';

const CUSTOMER = {
  name: 'Harbour Coffee Ltd',
  externalKey: 'demo-harbour-coffee',
  email: 'accounts@harbour.example',
  billingAddress: {
    line1: '4 Pier Road',
    city: 'Cork',
    postalCode: 'T12 W8KP',
    country: 'IE',
  },
};

/** Of nobody, with a right check letter. */
const VAT = 'IE7654321G';

interface Identified {
  readonly id: string;
  readonly name: string;
}

async function findOrCreateCustomer(staff: ApiClient): Promise<Identified> {
  const { externalKey } = CUSTOMER;
  const known = await staff.get<DemoPage<Identified>>('/accounts', where({ externalKey }));
  if (known.data[0]) return known.data[0];
  const made = await staff.post<Identified>('/accounts', { body: CUSTOMER });
  const its = where({ accountId: made.id });
  const [ledger] = (await staff.get<DemoPage<Identified>>('/ledger-accounts', its)).data;
  await staff.patch(`/ledger-accounts/${ledger?.id}`, { taxRegistration: { vat: VAT } });
  return made;
}

/** Two schedules that are due today: a subscription by the month and a piece of work, once. */
const schedulesFrom = (accountId: string, startDate: string) => [
  {
    accountId,
    currency: 'EUR',
    frequency: 'monthly',
    startDate,
    lines: [
      { description: 'Team plan, a seat', quantity: '3', unitPrice: '49.00', trigger: 'date' },
    ],
  },
  {
    accountId,
    currency: 'EUR',
    frequency: 'one_time',
    startDate,
    lines: [
      { description: 'Onboarding, a day', quantity: '2', unitPrice: '850.00', trigger: 'date' },
    ],
  },
];

interface Schedule {
  readonly id: string;
  readonly frequency: string;
  readonly nextBillingDate: string;
}

export const makeSchedules: Step = {
  title: 'Make billing schedules',
  async run(story) {
    const { staff, known } = story;
    const customer = await findOrCreateCustomer(staff);
    const made: string[] = [];
    for (const body of schedulesFrom(customer.id, recall(story, 'today'))) {
      const { id } = await staff.post<Schedule>('/billing-schedules', { body });
      const active = await staff.post<Schedule>(`/billing-schedules/${id}/activate`);
      made.push(`${active.frequency}, next on ${active.nextBillingDate}`);
      known.set(`${body.frequency} schedule`, id);
    }
    return [`two for ${customer.name}`, ...made];
  },
};

interface Totals {
  readonly currency: string;
  readonly invoices: number;
  readonly subtotal: string;
  readonly taxTotal: string;
  readonly total: string;
}

interface Preview {
  readonly scheduled: number;
  readonly customers: number;
  readonly totals: readonly Totals[];
  readonly previewToken: string;
}

export const preview: Step = {
  title: 'Preview the billing run',
  async run({ staff, known }) {
    const shown = await staff.get<Preview>('/billing-runs/preview');
    known.set('preview token', shown.previewToken);
    return [
      `${counted(shown.scheduled, 'schedule')} of ${counted(shown.customers, 'customer')} due`,
      ...shown.totals.map(({ currency, invoices, subtotal, taxTotal, total }) => {
        const sum = `${grouped(subtotal)} + tax ${grouped(taxTotal)} = ${grouped(total)}`;
        return `${counted(invoices, 'invoice')}: ${sum} ${currency}`;
      }),
    ];
  },
};

interface Run {
  readonly id: string;
  readonly status: string;
  readonly invoiced: number;
  readonly skipped: number;
  readonly failed: number;
}

export const runBilling: Step = {
  title: 'Run billing',
  async run(story) {
    const { staff } = story;
    const body = { previewToken: recall(story, 'preview token') };
    const { id } = await staff.post<Run>('/billing-runs', { body });
    const run = await until('The billing run', 60, async () => {
      const now = await staff.get<Run>(`/billing-runs/${id}`);
      return ['queued', 'running'].includes(now.status) ? undefined : now;
    });
    const { status, invoiced, skipped, failed } = run;
    if (status !== 'completed') throw new Error(`The billing run ended as ${status}`);
    return [`${status}: ${invoiced} invoiced, ${skipped} skipped, ${failed} failed`];
  },
};
