import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { sampleData } from '../templates/variables.js';
import { TEMPLATE_KINDS } from '../templates/catalogue.js';
import type { NewEmail } from './prepare-emails.js';
import { queueEmail, type QueuedEmail } from './queue-email.js';

let t: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());
beforeEach(async () => {
  const contact = { email: 'office@acme.example' };
  ctx = await t.newCompany({ legalName: 'Acme Ltd', tradeName: 'Acme\r\nTools', contact });
});

const AN_EMAIL: NewEmail = {
  templateCode: 'INVOICE_SENT',
  to: 'billing@contoso.example',
  data: sampleData(TEMPLATE_KINDS.INVOICE_SENT.variables),
  object: 'invoice',
  recordId: 'invoice-1',
};

function queue(email: Partial<NewEmail> = {}): Promise<QueuedEmail> {
  return t.db.write(ctx, (tx) => queueEmail(tx, { ...AN_EMAIL, ...email }));
}

interface Stored {
  readonly id: string;
  readonly status: string;
  readonly subject: string;
  readonly text: string;
  readonly from: string;
  readonly replyTo: string | null;
  readonly late: { readonly secret: object } | null;
}

function stored(): Promise<Stored[]> {
  const statement = `select id, status, subject, text, from_name as "from",
      reply_to as "replyTo", late
    from notifications.email where company_id = $1 order by id`;
  return t.db.read(ctx, (tx) => tx.rows<Stored>(statement, [ctx.companyId]));
}

it('stores the e-mail rendered, from a name of one line', async () => {
  const queued = await queue();
  const rows = await stored();
  expect(rows).toHaveLength(1);
  expect(queued).toEqual({ emailId: rows[0]?.id });
  expect(rows[0]).toMatchObject({
    status: 'queued',
    from: 'Acme Tools',
    replyTo: 'office@acme.example',
    subject: 'Invoice INV-000042 from Acme Tools',
  });
  expect(rows[0]?.text).toContain('€1,190.00 is due by 31 March 2026.');
});

it('leaves with the transaction that queued it', async () => {
  const failed = t.db.write(ctx, async (tx) => {
    await queueEmail(tx, AN_EMAIL);
    throw new Error('the cause failed');
  });
  await expect(failed).rejects.toThrow('the cause failed');
  expect(await stored()).toEqual([]);
});

it.each([
  [{ templateCode: 'NOBODY_KNOWS' }, 'template_missing'],
  [{ templateCode: 'PAYMENT_RECEIVED' }, 'template_inactive'],
  [{ to: null }, 'recipient_missing'],
  [{ to: 'a@example.com\r\nBcc: b@example.com' }, 'recipient_missing'],
])('says why %j queues nothing', async (email, refused) => {
  expect(await queue(email)).toEqual({ refused });
  expect(await stored()).toEqual([]);
});

it('queues one e-mail per key, also of transactions that overlap', async () => {
  const all = await Promise.all(
    Array.from({ length: 6 }, () => queue({ dedupeKey: 'invoice-1/sent' })),
  );
  const rows = await stored();
  expect(rows).toHaveLength(1);
  expect(all).toEqual(all.map(() => ({ emailId: rows[0]?.id })));
});

it('keeps the key of one company out of the way of another', async () => {
  await queue({ dedupeKey: 'same' });
  ctx = await t.newCompany();
  await queue({ dedupeKey: 'same' });
  expect(await stored()).toHaveLength(1);
});

it('hides the link of a secret e-mail, which is made when it is sent', async () => {
  const data = { user: { name: 'Ada', email: 'ada@example.com' } };
  const secret = { kind: 'password-reset', recordId: 'user-1' };
  await queue({ templateCode: 'USER_PASSWORD_RESET', data, secret });
  const [row] = await stored();
  expect(row?.text).toContain('Set your password: •••');
  expect(row?.late).toMatchObject({ secret });
});

it('refuses a secret template without what makes its link', async () => {
  const data = { user: { name: 'Ada', email: 'ada@example.com' } };
  await expect(queue({ templateCode: 'USER_INVITED', data })).rejects.toThrow('secret link');
});
