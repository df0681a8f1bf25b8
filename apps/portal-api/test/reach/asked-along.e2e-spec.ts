import { PortalActorReader } from '@quittance/portal';
import { Client } from 'pg';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

/**
 * Who was read for one request is asked about along with what the next one asks: of what changed
 * between the two, nothing of the earlier actor is shown.
 */
let stage: PortalStage;
let acme: CustomerStage;
let owner: Client;
const accounts = { A: '', B: '' };

beforeAll(async () => {
  stage = await PortalStage.open();
  owner = new Client({ connectionString: stage.t.ownerUrl });
  await owner.connect();
  acme = await CustomerStage.of(stage);
  accounts.A = await acme.account('Acme');
  accounts.B = await acme.account('Rival');
  await acme.invoice(accounts.A);
  for (let n = 0; n < 3; n += 1) await acme.invoice(accounts.B);
});
afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

const dashboard = (who: PortalClient) => who.call('GET', '/dashboard');
const reads = () => vi.spyOn(stage.portal.app.get(PortalActorReader, { strict: false }), 'read');

/** Somebody whose dashboard was answered by a reading of them, and then without one. */
async function somebody(): Promise<PortalClient> {
  const who = await acme.person({ partyId: accounts.A, role: 'Admin', accessLevel: 'account' });
  expect((await dashboard(who)).body).toMatchObject({ openInvoices: 1 });
  const read = reads();
  expect((await dashboard(who)).body).toMatchObject({ openInvoices: 1 });
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
  return who;
}

const change = (what: string, who: PortalClient, ...more: unknown[]) =>
  owner.query(what, [who.signed.user.id, ...more]);

const REFUSED = {
  'signed out': [
    `update portal.refresh_family set revoked_at = now(), revoked_reason = 'signed out'
     where portal_user_id = $1`,
    '401 unauthenticated',
  ],
  deactivated: [
    'update portal.portal_user set active = false where id = $1',
    '401 portal_user_deactivated',
  ],
  locked: [
    `update portal.portal_user set locked_until = now() + interval '1 hour' where id = $1`,
    '401 account_locked',
  ],
} as const;

test.each(Object.entries(REFUSED))('who was %s is refused at once', async (_, [what, code]) => {
  const who = await somebody();
  await change(what, who);
  const answer = await dashboard(who);
  expect(codeOf(answer)).toBe(code);
  expect(JSON.stringify(answer.body)).not.toContain('openInvoices');
  expect(codeOf(await dashboard(who))).toBe(code);
});

test('a right that was taken shows nothing more, one that was given shows at once', async () => {
  const who = await somebody();
  const set = 'update portal.portal_user set view_invoices = $2 where id = $1';
  await change(set, who, false);
  expect((await dashboard(who)).body).not.toHaveProperty('openInvoices');
  expect((await dashboard(who)).body).not.toHaveProperty('openInvoices');
  await change(set, who, true);
  expect((await dashboard(who)).body).toMatchObject({ openInvoices: 1 });
});

test('who is of another account by now is shown that one', async () => {
  const who = await somebody();
  await change('update portal.portal_user set account_id = $2 where id = $1', who, accounts.B);
  expect((await dashboard(who)).body).toMatchObject({ openInvoices: 3 });
  expect((await dashboard(who)).body).toMatchObject({ openInvoices: 3 });
});

test('an account with which business is over refuses its users at once', async () => {
  const who = await somebody();
  const set = 'update crm.account set status = $2 where id = $1';
  await owner.query(set, [accounts.A, 'inactive']);
  expect(codeOf(await dashboard(who))).toBe('401 party_not_active');
  await owner.query(set, [accounts.A, 'active']);
  expect((await dashboard(who)).status).toBe(200);
});

test('a company that was closed refuses at once', async () => {
  const who = await somebody();
  const set = `update company.company set active = $2 where id = (
    select company_id from portal.portal_user where id = $1)`;
  await change(set, who, false);
  expect(codeOf(await dashboard(who))).toBe('401 unauthenticated');
  await change(set, who, true);
  expect((await dashboard(who)).status).toBe(200);
});

test('many requests at once behind a change are each answered by it', async () => {
  const who = await somebody();
  await change('update portal.portal_user set account_id = $2 where id = $1', who, accounts.B);
  const answers = await Promise.all(Array.from({ length: 20 }, () => dashboard(who)));
  for (const { body } of answers) expect(body).toMatchObject({ openInvoices: 3 });
});
