import { addAccount } from '@quittance/crm/host';
import type { AttemptView, DunningForecast, DunningRun } from '@quittance/dunning/host';
import { addSeconds } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { sentInvoice, type InvoiceBody } from '../receivables/billing-support.js';
import { bodyOf } from '../access/members.js';

/** A mail server that nobody asks: letters are queued here and not sent. */
export const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'billing@quittance.example' };

/** A reminder after 3 days, a warning after 10, then the subscription. */
export const LETTERS = [
  { daysAfterDue: 3, action: 'reminder' },
  { daysAfterDue: 10, action: 'warning' },
  { daysAfterDue: 20, action: 'suspend_subscription' },
];

/** Where an invoice stands. */
export interface Standing {
  readonly attempts: readonly AttemptView[];
  readonly nextStep: number | null;
  readonly heldBy: string | null;
  readonly nextOn: string | null;
}

/** What a member of staff does about overdue invoices. */
export function pursuitBy(t: TestDatabase, admin: StaffClient) {
  const account = async (email: string | null = 'ap@acme.example'): Promise<string> => {
    const made = await t.db.write(t.ctx(admin.companyId), (tx) =>
      addAccount(tx, { name: 'Acme <GmbH>', email }),
    );
    return made.id;
  };
  const run = (body: object) => admin.call('POST', '/dunning/run', { body });
  const standing = async ({ id }: InvoiceBody) =>
    bodyOf<Standing>(await admin.call('GET', `/invoices/${id}/dunning`));
  return {
    /** With an address to write to unless told otherwise. */
    account,
    put: (body: object) => admin.call('PUT', '/dunning/schedule', { body }),
    async scheduled(steps: readonly object[] = LETTERS, over: object = {}): Promise<void> {
      const answer = await this.put({ steps, ...over });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    /** Sent, 100.00 EUR, due on 31 January: 30 days before the test's clock. */
    async overdue(accountId?: string, body: object = {}): Promise<InvoiceBody> {
      const dates = { issueDate: '2026-01-01', dueDate: '2026-01-31' };
      return sentInvoice(admin, accountId ?? (await account()), { ...dates, ...body });
    },
    run: async (body: object = {}) => bodyOf<DunningRun>(await run(body)),
    /** What was answered as ended has ended with these very counts, and the rest by now. */
    async toldAsTheyAre(runs: readonly DunningRun[]): Promise<ReadonlySet<string>> {
      for (const told of runs) {
        const { body } = await admin.call('GET', `/dunning/runs/${told.id}`);
        expect(body).toMatchObject(told.status === 'running' ? { status: 'completed' } : told);
      }
      return new Set(runs.map(({ id }) => id));
    },
    /** What the API answers, refusals too. */
    answer: run,
    dryRun: async (body: object = {}) =>
      bodyOf<DunningForecast>(await run({ dryRun: true, ...body })),
    /** Turns the clock on by so many days. */
    daysPass: (days: number) => t.clock.set(addSeconds(t.clock.now(), days * 86_400)),
    standing,
    steps: async (invoice: InvoiceBody) =>
      (await standing(invoice)).attempts.map(({ step, result, reason }) => [step, result, reason]),
    emails: async () =>
      bodyOf<{ data: { templateCode: string; to: string; subject: string }[] }>(
        await admin.call('GET', '/emails'),
      ).data,
  };
}

export type Pursuit = ReturnType<typeof pursuitBy>;

/** What a test of dunning has in hand. */
export interface DunningStage {
  readonly t: TestDatabase;
  readonly api: TestStaffApi;
  /** Of a company of the test's own. */
  readonly admin: StaffClient;
  readonly p: Pursuit;
}

/** Has each test of the file begin on one morning, with a company of its own. */
export function onDunningStage(take: (stage: DunningStage) => void): void {
  let t: TestDatabase;
  let api: TestStaffApi;
  beforeAll(async () => {
    t = await testDatabase();
    api = await startStaffApi(t, MAIL);
  });
  beforeEach(async () => {
    t.clock.set('2026-03-02T09:00:00.000Z');
    const admin = await api.newAdmin();
    take({ t, api, admin, p: pursuitBy(t, admin) });
  });
  afterAll(async () => {
    await api?.close();
    await t?.close();
  });
}
