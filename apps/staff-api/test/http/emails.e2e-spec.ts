import { startStaffApi, type Answer, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { addAccount } from '@quittance/crm/host';
import { addSeconds } from '@quittance/kernel';
import { queueEmail } from '@quittance/notifications';
import { bodyOf, memberWith } from '../access/members';
import { LINE, newAccount, newInvoice } from '../receivables/billing-support';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;

beforeAll(async () => {
  t = await testDatabase();
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'billing@quittance.example' };
  api = await startStaffApi(t, mail);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);

interface Email {
  readonly id: string;
  readonly status: string;
  readonly recordId: string;
}

async function emailsOf(recordId: string): Promise<Email[]> {
  const filter = encodeURIComponent(
    JSON.stringify({ field: 'recordId', op: 'eq', value: recordId }),
  );
  const { status, body } = await call('GET', `/emails?filter=${filter}`);
  expect(status).toBe(200);
  return [...(body as { data: Email[] }).data];
}

const send = (id: string, headers: Record<string, string> = {}): Promise<Answer> =>
  call('POST', `/invoices/${id}/send`, { body: { email: true }, headers });

/** An invoice sent by e-mail, and that e-mail. */
async function mailed() {
  const { id, number } = await newInvoice(api.admin, accountId);
  expect(await send(id)).toMatchObject({ status: 200, body: { status: 'sent' } });
  const [email] = await emailsOf(id);
  if (!email) throw new Error('No e-mail was queued');
  return { id, number, email };
}

async function setStatus(id: string, status: 'failed' | 'sent'): Promise<void> {
  const statement = `update notifications.email set status = $3, due_at = null,
    finished_at = now(), last_error = 'no such mailbox' where company_id = $1 and id = $2`;
  const { companyId } = api.company;
  await t.db.write(api.company, (tx) => tx.run(statement, [companyId, id, status]));
}

describe('an invoice sent by e-mail', () => {
  it('is queued to the account with its PDF', async () => {
    const { id, number, email } = await mailed();
    expect(await call('GET', `/emails/${email.id}`)).toMatchObject({
      status: 200,
      body: {
        templateCode: 'INVOICE_SENT',
        status: 'queued',
        to: 'ap@acme.example',
        fromName: 'Test Company Ltd',
        subject: `Invoice ${number} from Test Company Ltd`,
        text: expect.stringContaining('Dear Acme GmbH,'),
        html: expect.stringContaining('€100.00 is due by 31 March 2026.'),
        object: 'invoice',
        recordId: id,
        attachments: [{ kind: 'invoice-pdf', recordId: id }],
        attempts: 0,
      },
    });
  });

  it('offers to pay where somebody has opened a payment link', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    const checkout = await call('POST', '/payments/checkout', { body: { invoiceId: id } });
    const { lastingUrl } = checkout.body as { lastingUrl: string };
    expect(lastingUrl).toMatch(/^http/);
    await send(id);
    const [email] = await emailsOf(id);
    const { body } = await call('GET', `/emails/${email?.id}`);
    expect((body as { text: string }).text).toContain(`Pay online: ${lastingUrl}`);
  });

  it('is e-mailed once, however often the request is sent', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    const key = { 'idempotency-key': `send-${id}` };
    const answers = [await send(id, key), await send(id, key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await emailsOf(id)).toHaveLength(1);
  });

  it('stays a draft when its account has no address', async () => {
    const nobody = await t.db.write(api.company, (tx) => addAccount(tx, { name: 'No Mail Ltd' }));
    const { id } = await newInvoice(api.admin, nobody.id);
    expect(await send(id)).toMatchObject({
      status: 422,
      body: { code: 'email_recipient_missing', detail: expect.stringContaining('No Mail Ltd') },
    });
    expect((await call('GET', `/invoices/${id}`)).body).toMatchObject({
      status: 'draft',
      version: 1,
    });
    expect(await emailsOf(id)).toEqual([]);
  });

  it('stays a draft when the template is switched off', async () => {
    const other = await api.newAdmin();
    const ctx = t.ctx(other.companyId);
    const account = await newAccount(t, ctx);
    const body = { subject: 'x', html: 'x', text: 'x', active: false };
    await other.call('PUT', '/email-templates/INVOICE_SENT', { body });
    const { id } = await newInvoice(other, account, { lines: [LINE] });
    const refused = await other.call('POST', `/invoices/${id}/send`, { body: { email: true } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'email_template_unusable' } });
    expect((await other.call('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'draft' });
  });

  it('is written as the company has it in the language of the account', async () => {
    const other = await api.newAdmin();
    const texts = (hello: string) => ({
      subject: `${hello} {{ invoice.number }}`,
      html: `<p>${hello} {{ invoice.total | money: invoice.currency }}</p>`,
      text: hello,
    });
    const translations = [
      { ...texts('Bonjour'), language: 'fr-CA' },
      { ...texts('Guten Tag'), language: 'de' },
    ];
    const body = { ...texts('Hello'), translations };
    const saved = await other.call('PUT', '/email-templates/INVOICE_SENT', { body });
    expect(saved).toMatchObject({ status: 200, body: { translations } });
    const received = async (language: string | null) => {
      const account = await newAccount(t, t.ctx(other.companyId));
      await other.call('PATCH', `/accounts/${account}`, { body: { language } });
      const { id } = await newInvoice(other, account, { lines: [LINE] });
      await other.call('POST', `/invoices/${id}/send`, { body: { email: true } });
      const { body: list } = await other.call('GET', '/emails?sort=-createdAt&pageSize=100');
      const found = (list as { data: Email[] }).data.find(({ recordId }) => recordId === id);
      const { body: email } = await other.call('GET', `/emails/${found?.id}`);
      const { text, html, language: said } = email as Record<string, string>;
      return [text?.trim(), html?.replaceAll(/\s/g, ' '), said];
    };
    expect(await received('de')).toEqual(['Guten Tag', '<p>Guten Tag 100,00 €</p>', 'de']);
    expect(await received('fr')).toEqual(['Bonjour', '<p>Bonjour 100,00 €</p>', 'fr-CA']);
    expect((await received('es'))[0]).toBe('Hello');
    expect((await received(null))[0]).toBe('Hello');
  });

  it('is e-mailed to nobody unless it is asked for', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    await call('POST', `/invoices/${id}/send`, { body: {} });
    expect(await emailsOf(id)).toEqual([]);
  });
});

describe('a sent invoice', () => {
  const resend = (id: string) => call('POST', `/invoices/${id}/resend`);
  const wait = (seconds: number) => t.clock.set(addSeconds(t.clock.now(), seconds));

  it('is e-mailed again, at most once in a minute and five times in a day', async () => {
    const { id } = await mailed();
    const { body: before } = await call('GET', `/invoices/${id}`);
    const soon = await resend(id);
    expect(soon).toMatchObject({ status: 429, body: { code: 'invoice_sent_lately' } });
    expect(soon.headers.get('retry-after')).toBe('60');
    for (let time = 0; time < 4; time += 1) {
      wait(60);
      expect((await resend(id)).status).toBe(200);
    }
    expect(await emailsOf(id)).toHaveLength(5);
    wait(3600);
    const often = await resend(id);
    expect(often.status).toBe(429);
    expect(Number(often.headers.get('retry-after'))).toBeGreaterThan(80_000);
    // Nothing of the invoice has changed, and the log says who sent it.
    expect((await call('GET', `/invoices/${id}`)).body).toEqual(before);
    const filter = encodeURIComponent(
      JSON.stringify({
        and: [
          { field: 'recordId', op: 'eq', value: id },
          { field: 'action', op: 'eq', value: 'invoice.resent' },
        ],
      }),
    );
    expect((await call('GET', `/audit-log?filter=${filter}`)).body).toMatchObject({ total: 4 });
    wait(24 * 3600);
    expect((await resend(id)).status).toBe(200);
  });

  it('is none before it was sent, and not once it is void', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    const refused = { status: 409, body: { code: 'invoice_status_conflict' } };
    expect(await resend(id)).toMatchObject(refused);
    await send(id);
    wait(60);
    await call('POST', `/invoices/${id}/void`, { body: { reason: 'Mistake' } });
    expect(await resend(id)).toMatchObject(refused);
  });
});

describe('the log of e-mails', () => {
  it('is found by status, newest first, and answers as CSV', async () => {
    const { email } = await mailed();
    const filter = encodeURIComponent(
      JSON.stringify({ field: 'status', op: 'eq', value: 'queued' }),
    );
    const { body } = await call('GET', `/emails?filter=${filter}&search=ap@acme`);
    expect((body as { data: Email[] }).data[0]?.id).toBe(email.id);
    const csv = await call('GET', '/emails', { headers: { accept: 'text/csv' } });
    expect(csv.body).toMatch(/^id,createdAt,templateCode,status,to,subject,/);
  });

  it('is each company’s own', async () => {
    const { email } = await mailed();
    const other = await api.newAdmin();
    expect((await other.call('GET', `/emails/${email.id}`)).status).toBe(404);
    expect((await other.call('POST', `/emails/${email.id}/retry`)).status).toBe(404);
    expect((await other.call('GET', '/emails')).body).toMatchObject({ total: 0 });
  });

  it('shows of what it is about only what its reader may all view', async () => {
    const about = (object: string) =>
      t.db.write(api.company, async (tx) => {
        const letter = { templateCode: 'INVOICE_SENT', to: 'a@example.com', data: {} };
        const queued = await queueEmail(tx, { ...letter, object, recordId: `scope-${object}` });
        return 'emailId' in queued ? queued.emailId : '';
      });
    const objects = ['lead', 'user', 'invoice', 'deal'];
    const ids = new Map<string, string>();
    for (const object of objects) ids.set(object, await about(object));
    const matrix = {
      emails: ['view', 'create', 'update', 'export'],
      leads: ['view'],
      invoices: ['view'],
    };
    const reader = await memberWith(api, { matrix, scopes: { leads: 'own' } });
    const list = bodyOf<{ data: { object: string }[]; total: number }>(
      await reader.call('GET', '/emails?search=scope-'),
    );
    expect([list.total, list.data.map(({ object }) => object)]).toEqual([1, ['invoice']]);
    const csv = await reader.call('GET', '/emails', { headers: { accept: 'text/csv' } });
    expect(csv.body).not.toContain('scope-user');
    const asked = objects.map((object) => reader.call('GET', `/emails/${ids.get(object)}`));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 200, 404]);
    await setStatus(ids.get('user') ?? '', 'failed');
    expect((await reader.call('POST', `/emails/${ids.get('user')}/retry`)).status).toBe(404);
    const users = { emails: ['view'], users: ['view'] };
    const manager = await memberWith(api, { matrix: users });
    expect((await manager.call('GET', `/emails/${ids.get('user')}`)).status).toBe(200);
    const still = await call('GET', `/emails/${ids.get('user')}`);
    expect(still.body).toMatchObject({ status: 'failed' });
  });

  it('lets a failed e-mail be sent again, and says who asked for it', async () => {
    const { email } = await mailed();
    await setStatus(email.id, 'failed');
    expect(await call('POST', `/emails/${email.id}/retry`)).toMatchObject({
      status: 200,
      body: { status: 'queued', attempts: 0, lastError: 'no such mailbox', finishedAt: null },
    });
    const filter = JSON.stringify({ field: 'action', op: 'eq', value: 'email.retried' });
    const log = await call('GET', `/audit-log?filter=${encodeURIComponent(filter)}`);
    expect(log.body).toMatchObject({ data: [{ recordId: email.id, actor: { kind: 'staff' } }] });
  });

  it.each(['queued', 'sent'] as const)('sends a %s e-mail not again', async (status) => {
    const { email } = await mailed();
    if (status === 'sent') await setStatus(email.id, status);
    expect(await call('POST', `/emails/${email.id}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'email_not_retryable', detail: expect.stringContaining(status) },
    });
  });
});
