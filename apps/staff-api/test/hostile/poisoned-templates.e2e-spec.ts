import { addAccount } from '@quittance/crm/host';
import { longestTurnOfOne } from '../../../../test/support/loop-lag.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newInvoice } from '../receivables/billing-support.js';
import { MAIL, pursuitBy, type Pursuit } from '../dunning/dunning-support.js';
import { bodyOf } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let p: Pursuit;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t, MAIL);
});
afterAll(async () => {
  await api.close();
  await t.close();
});
beforeEach(async () => {
  admin = await api.newAdmin();
  p = pursuitBy(t, admin);
});

/** What searches a text for one that is almost in it everywhere, for one customer alone. */
const POISON = `{% if account.name == 'Mallory' %}{% assign a = 'xxxxxxxxxx' %}
  ${'{% assign a = a | append: a %}'.repeat(15)}
  {% assign b = a | append: 'y' | append: a %}
  {% for i in (1..9000) %}{% if a contains b %}{% endif %}{% endfor %}{% endif %}`;
const TEXTS = { subject: 'For {{ account.name }}', html: `${POISON}<p>x</p>`, text: POISON };

async function poisoned(code: string): Promise<void> {
  const { status } = await admin.call('PUT', `/email-templates/${code}`, { body: TEXTS });
  expect(status).toBe(200);
}

async function mallory(): Promise<string> {
  const email = 'mallory@example.com';
  const ctx = t.ctx(admin.companyId);
  return (await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Mallory', email }))).id;
}

describe('a template that is poisoned in a branch which only real data reaches', () => {
  it('fails the e-mail of an invoice that is sent, and not its sending', async () => {
    await poisoned('INVOICE_SENT');
    const { id } = await newInvoice(admin, await mallory());
    const body = { email: true };
    const { value, longestMs } = await longestTurnOfOne(() =>
      admin.call('POST', `/invoices/${id}/send`, { body }),
    );
    expect(value).toMatchObject({ status: 200, body: { status: 'sent' } });
    expect(longestMs).toBeLessThan(50);
    const { data } = bodyOf<{ data: object[] }>(await admin.call('GET', '/emails'));
    expect(data).toMatchObject([
      {
        recordId: id,
        status: 'failed',
        lastError: expect.stringMatching(/^Its template could not be rendered: html: line \d+/),
      },
    ]);
    const good = await newInvoice(admin, await p.account());
    await admin.call('POST', `/invoices/${good.id}/send`, { body });
    expect((await p.emails()).map(({ subject }) => subject).toSorted()).toEqual([
      '',
      'For Acme <GmbH>',
    ]);
  });

  it('fails the letter of that customer, and a dunning run goes on', async () => {
    await poisoned('DUNNING_REMINDER');
    await p.scheduled([{ daysAfterDue: 3, action: 'reminder' }]);
    const [bad, good] = [await p.overdue(await mallory()), await p.overdue()];
    const { plan } = await p.dryRun();
    const planned = plan.map(({ invoiceId, subject, blockedBy }) => [
      invoiceId,
      subject,
      blockedBy,
    ]);
    expect(planned).toEqual(
      expect.arrayContaining([
        [bad.id, null, 'template_broken'],
        [good.id, 'For Acme <GmbH>', null],
      ]),
    );
    const { value, longestMs } = await longestTurnOfOne(() => p.run());
    expect(value).toMatchObject({ status: 'completed', sent: 1, failed: 1 });
    expect(longestMs).toBeLessThan(50);
    expect(await p.steps(bad)).toEqual([[1, 'failed', 'template_broken']]);
    expect(await p.steps(good)).toEqual([[1, 'sent', null]]);
    expect(await p.emails()).toMatchObject([{ subject: 'For Acme <GmbH>' }]);
    await admin.call('POST', '/email-templates/DUNNING_REMINDER/reset');
    expect(await p.run()).toMatchObject({ sent: 1, failed: 0 });
  });

  it('is shown to few customers in a dry run, whatever their number', async () => {
    await poisoned('DUNNING_REMINDER');
    await p.scheduled([{ daysAfterDue: 3, action: 'reminder' }]);
    const account = await mallory();
    for (let i = 0; i < 5; i += 1) await p.overdue(account);
    const { due, plan } = await p.dryRun();
    expect(due).toBe(5);
    expect(plan.map(({ subject, blockedBy }) => [subject, blockedBy])).toEqual([
      ...Array.from({ length: 3 }, () => [null, 'template_broken']),
      ...Array.from({ length: 2 }, () => [null, 'template_not_tried']),
    ]);
  });

  it('fails the letter with a payment link in the same way', async () => {
    await poisoned('DUNNING_PAYMENT_RETRY');
    await p.scheduled([{ daysAfterDue: 3, action: 'payment_retry' }]);
    const [bad, good] = [await p.overdue(await mallory()), await p.overdue()];
    expect(await p.run()).toMatchObject({ status: 'completed', sent: 1, failed: 1 });
    expect(await p.steps(bad)).toEqual([[1, 'failed', 'template_broken']]);
    expect(await p.steps(good)).toEqual([[1, 'sent', null]]);
  });
});
