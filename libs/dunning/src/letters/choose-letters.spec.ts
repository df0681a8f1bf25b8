import { parseLocalDate } from '@quittance/calendar';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { NewEmail } from '@quittance/notifications';
import type { DueStep, RunTerms } from '../run/next-step.js';
import type { OverdueInvoice } from '../run/overdue-invoice.js';
import type { DunningStep } from '../schedule/dunning-schedule.js';
import { chooseLetters, type Letter } from './choose-letters.js';
import { MOST_LISTED, emailOf } from './letter.js';

const REMINDER: DunningStep = { step: 1, daysAfterDue: 3, action: 'reminder' };
const PAYMENT: DunningStep = { step: 2, daysAfterDue: 7, action: 'payment_retry' };
const WARNING: DunningStep = { step: 3, daysAfterDue: 10, action: 'warning' };
const SUSPEND: DunningStep = { step: 4, daysAfterDue: 20, action: 'suspend_subscription' };

let made = 0;
function invoice(over: Partial<OverdueInvoice> = {}): OverdueInvoice {
  made += 1;
  return {
    id: `invoice-${made}` as InvoiceId,
    number: `INV-${String(made).padStart(6, '0')}`,
    accountId: 'acme' as AccountId,
    subscriptionId: null,
    currency: 'EUR',
    issueDate: parseLocalDate('2026-01-01'),
    dueDate: parseLocalDate('2026-01-31'),
    poNumber: null,
    total: 10_000n,
    balance: 10_000n,
    disputed: 0n,
    pending: 0n,
    underWay: 0n,
    status: 'sent',
    issued: true,
    awaitsApproval: false,
    atRest: false,
    taxUndetermined: false,
    pause: null,
    before: [],
    lastLetter: null,
    ...over,
  };
}

const due = (step: DunningStep, over: Partial<OverdueInvoice> = {}): DueStep => ({
  step,
  invoice: invoice(over),
});

const schedule: RunTerms['schedule'] = {
  steps: [REMINDER, PAYMENT, WARNING, SUSPEND],
  minimumBalance: '0',
  requireIssued: false,
  minimumGapDays: 3,
  consolidate: true,
};
const ALL = new Set(['DUNNING_REMINDER', 'DUNNING_PAYMENT_RETRY', 'DUNNING_WARNING']);

function letters(
  steps: readonly DueStep[],
  others: readonly OverdueInvoice[] = [],
  { forSeveral = ALL as ReadonlySet<string>, ...over }: Terms = {},
) {
  const overdue = [...others, ...steps.map((each) => each.invoice)];
  return chooseLetters(steps, overdue, { schedule: { ...schedule, ...over }, forSeveral });
}
type Terms = Partial<RunTerms['schedule']> & { readonly forSeveral?: ReadonlySet<string> };

const numbersOf = (some: readonly OverdueInvoice[]) => some.map(({ number }) => number);

describe('letters of a run', () => {
  it('are one for a customer: of the highest step, about all, those due first', () => {
    const late = due(WARNING, { dueDate: parseLocalDate('2026-01-10') });
    const steps = [due(REMINDER), late, due(SUSPEND), due(PAYMENT)];
    const waiting = invoice({ dueDate: parseLocalDate('2026-01-20') });
    const [letter, ...more] = letters(steps, [waiting]);
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ templateCode: 'DUNNING_WARNING', lead: late });
    expect(letter?.steps).toEqual([late, steps[0], steps[3]]);
    expect(numbersOf(letter?.asked ?? [])).toEqual(
      numbersOf([
        late.invoice,
        waiting,
        ...steps.filter((each) => each !== late).map((each) => each.invoice),
      ]),
    );
  });

  it('mix no customers', () => {
    const steps = [due(REMINDER), due(WARNING, { accountId: 'other' as AccountId }), due(REMINDER)];
    const found = letters(steps);
    expect(found.map(({ accountId, steps: own }) => [accountId, own.length])).toEqual([
      ['acme', 2],
      ['other', 1],
    ]);
  });

  it('ask for nothing that is paused, promised, on its way, not taxed or not theirs to pay', () => {
    const others = [
      invoice({ pause: 'pause' }),
      invoice({ pause: 'promise' }),
      invoice({ pause: 'pause', disputed: 10_000n }),
      invoice({ pending: 4_000n, underWay: 6_000n }),
      invoice({ taxUndetermined: true }),
      invoice({ awaitsApproval: true }),
      invoice({ disputed: 10_000n }),
    ];
    const part = due(REMINDER, { disputed: 4_000n });
    const [letter] = letters([part, due(REMINDER)], others);
    expect(letter?.asked).toHaveLength(2);
    expect(letter?.disputed).toEqual([others[6], part.invoice]);
  });

  it('are one for each invoice where the company wants them so', () => {
    const steps = [due(REMINDER), due(WARNING)];
    const found = letters(steps, [invoice()], { consolidate: false });
    expect(found.map(({ templateCode, asked }) => [templateCode, asked.length])).toEqual([
      ['DUNNING_REMINDER', 1],
      ['DUNNING_WARNING', 1],
    ]);
  });

  it('are one for each invoice where the company has written of one', () => {
    const forSeveral = new Set(['DUNNING_REMINDER']);
    expect(letters([due(REMINDER), due(REMINDER)], [], { forSeveral })).toHaveLength(1);
    expect(letters([due(REMINDER), due(WARNING)], [], { forSeveral })).toHaveLength(2);
    expect(letters([due(WARNING)], [], { forSeveral })).toHaveLength(1);
  });
});

describe('the e-mail of a letter', () => {
  const asOf = parseLocalDate('2026-03-02');
  const account = {
    name: 'Acme',
    email: 'ap@acme.example',
    ledgerAccountId: 'ledger' as never,
    language: null,
  };
  const linkIn = (currency: Currency) => `https://pay.example/${currency}`;
  const emailFor = (steps: readonly DueStep[]) =>
    letters(steps).map((letter) => emailOf(letter, { account, linkIn, asOf, fees: new Map() }))[0];

  it('asks for the rest of what is under way in part', () => {
    const email = emailFor([due(REMINDER, { disputed: 2_500n, underWay: 4_000n })]);
    expect(email?.data).toMatchObject({
      invoices: [{ balance: '35.00' }],
      totals: [{ balance: '35.00' }],
    });
  });

  it('sums what is open in each currency and says where it is paid', () => {
    const email = emailFor([
      due(REMINDER, { disputed: 2_500n }),
      due(REMINDER),
      due(REMINDER, { currency: 'JPY', total: 900n, balance: 800n }),
    ]);
    expect(email).toMatchObject({ object: 'account', recordId: 'acme' });
    expect(email?.data).toMatchObject({
      invoiceCount: 3,
      furtherInvoices: 0,
      paymentLink: null,
      totals: [
        { currency: 'EUR', count: 2, balance: '175.00', paymentLink: 'https://pay.example/EUR' },
        { currency: 'JPY', count: 1, balance: '800', paymentLink: 'https://pay.example/JPY' },
      ],
      disputed: [{ currency: 'EUR', amount: '25.00' }],
    });
    const kinds = email?.attachments?.map(({ kind }) => kind);
    expect(kinds).toEqual([
      'statement-pdf',
      'statement-pdf',
      'invoice-pdf',
      'invoice-pdf',
      'invoice-pdf',
    ]);
  });

  const withFees = (over: object = {}) => {
    const steps = [due(REMINDER), due(REMINDER), due(REMINDER, { currency: 'JPY' })];
    const [one, two] = steps as [DueStep, DueStep];
    const fee = { amount: 1_000n, currency: 'EUR' as Currency, taxed: true };
    const asking = {
      id: 'fee' as InvoiceId,
      number: 'INV-FEE',
      issueDate: parseLocalDate('2026-03-05'),
      dueDate: parseLocalDate('2026-04-04'),
      currency: 'EUR' as Currency,
      total: 2_380n,
    };
    const both = [one.invoice.id, two.invoice.id];
    const fees = new Map(both.map((id) => [id, fee]));
    const feeInvoices = new Map(both.map((id) => [id, asking]));
    const facts = { account, linkIn, asOf, fees, feeInvoices, ...over };
    const email = emailOf(letters(steps)[0] as Letter, facts);
    const files = email.attachments?.map(({ recordId }) => recordId) ?? [];
    return { data: email.data, ends: files.slice(0, 2).map((id) => id.split('/').at(-1)), files };
  };

  it('names the invoice that asks for its fees, encloses it and sums it once', () => {
    const { data, ends, files } = withFees();
    expect(data['totals']).toMatchObject([
      { currency: 'EUR', count: 3, balance: '223.80' },
      { currency: 'JPY', count: 1, balance: '10000' },
    ]);
    const rows = data['invoices'] as unknown as { number: string; balance: string }[];
    expect(rows.filter(({ number }) => number === 'INV-FEE')).toMatchObject([
      { daysOverdue: 0, total: '23.80', balance: '23.80' },
    ]);
    const named = { amount: '10.00', plusTax: 'yes', invoice: 'INV-FEE' };
    expect(data['fees']).toMatchObject([named, named]);
    // The statement has it, of the day on which it was asked for.
    expect(ends).toEqual(['2026-03-05', '2026-03-02']);
    expect(files.filter((id) => id === 'fee')).toHaveLength(1);
  });

  it('sums no fee where its text shows no table, and its statement ends before it', () => {
    const { data, ends, files } = withFees({ sumsFees: false });
    expect(data['totals']).toMatchObject([{ count: 2, balance: '200.00' }, { count: 1 }]);
    expect(data['invoices']).toHaveLength(3);
    expect(ends).toEqual(['2026-03-01', '2026-03-02']);
    expect(files).not.toContain('fee');
  });

  it('encloses all that was not sent before, which no statement names, and a few others', () => {
    const steps = Array.from({ length: 8 }, (_, i) => due(REMINDER, { issued: i % 4 === 0 }));
    const unsent = steps.map(({ invoice: each }) => each).filter(({ issued }) => !issued);
    const email = emailFor(steps);
    const pdfs = () => email?.attachments?.filter(({ kind }) => kind === 'invoice-pdf') ?? [];
    expect(pdfs().map(({ recordId }) => recordId)).toEqual(
      [...unsent, ...steps.filter(({ invoice: each }) => each.issued).map((s) => s.invoice)].map(
        ({ id }) => id,
      ),
    );
    expect(email?.data['unsent']).toEqual(unsent.map(({ number }) => ({ number })));
  });

  it('asks for nothing that was not sent and has no step due', () => {
    const [letter] = letters([due(REMINDER)], [invoice({ issued: false }), invoice()]);
    expect(letter?.asked.map(({ issued }) => issued)).toEqual([true, true]);
  });

  it('about one invoice is filed with it', () => {
    const one = due(REMINDER);
    expect(emailFor([one])).toMatchObject({ object: 'invoice', recordId: one.invoice.id });
  });

  it('about ten thousand lists the oldest and sums them all', () => {
    const steps = Array.from({ length: 10_000 }, () => due(REMINDER));
    const email = emailFor(steps);
    const { invoices, furtherInvoices, totals } = (email as NewEmail).data as unknown as {
      invoices: { number: string }[];
      furtherInvoices: number;
      totals: { balance: string }[];
    };
    expect(invoices.map(({ number }) => number)).toEqual(
      steps.slice(0, MOST_LISTED).map((each) => each.invoice.number),
    );
    expect(furtherInvoices).toBe(10_000 - MOST_LISTED);
    expect(totals).toMatchObject([{ balance: '1000000.00' }]);
    expect(email?.attachments).toHaveLength(1);
  });
});
