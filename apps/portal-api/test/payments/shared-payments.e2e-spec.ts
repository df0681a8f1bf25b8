import { signInAt } from '@quittance/http/testing';
import type { AccountId, Id } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { CustomerStage, type Made } from '../customer-stage.js';
import { codeOf, PREFIX, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let A: AccountId;
let ada: PortalClient;
let bo: PortalClient;
let bosContact: string;
let ordered: string;
let own: Made;
let own2: Made;
let other: Made;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  A = await acme.account('Acme');
  ada = await acme.person({ partyId: A, role: 'Admin' });
  bosContact = await acme.contact(A, 'Buyer');
  const contactId = bosContact as Id<'contact'>;
  bo = await acme.person({ partyId: A, accessLevel: 'own', contactId });
  ordered = (await acme.order(A, { contactId })).id;
  const mine = { salesOrderId: ordered };
  own = await acme.invoice(A, mine);
  own2 = await acme.invoice(A, mine);
  other = await acme.invoice(A, { salesOrderId: (await acme.order(A)).id });
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage.close();
});

const state = async (who: PortalClient, path: string) => codeOf(await who.call('GET', path));
const listed = async (who: PortalClient) =>
  ((await who.call('GET', '/payments')).body as { data: Made[] }).data.map(({ id }) => id);

interface Settled {
  readonly allocations: readonly { readonly invoiceId: string }[];
}

let day = 1;
/** A payment of 100.00 for each of these invoices, stated by somebody and seen by staff. */
async function paid(who: PortalClient, ...invoices: Made[]): Promise<string> {
  day += 1;
  const allocations = invoices.map(({ id }) => ({ invoiceId: id, amount: '100.00' }));
  const body = {
    amount: `${invoices.length}00.00`,
    method: 'cash',
    paidOn: `2026-01-0${day}`,
    allocations,
  };
  const stated = await who.call('POST', '/payments/record', { body });
  expect(codeOf(stated)).toBe('201');
  const { id } = stated.body as Made;
  await acme.made(`/payments/${id}/clear`, {});
  return id;
}

async function receipt(who: PortalClient, id: string): Promise<string> {
  signInAt(stage.portal.app);
  const headers = { authorization: `Bearer ${who.signed.accessToken}` };
  const path = `/payments/${id}/receipt`;
  const answer = await fetch(`${stage.portal.url}${PREFIX.customer}${path}`, { headers });
  expect(answer.status).toBe(200);
  return pdfText(Buffer.from(await answer.arrayBuffer())).join('\n');
}

describe('with level own', () => {
  it('a payment is shown to who reaches all of its invoices', async () => {
    const shared = await paid(ada, own, other);
    const whole = await paid(ada, own, own2);
    expect(await listed(bo)).toEqual([whole]);
    expect(await state(bo, `/payments/${whole}`)).toBe('200');
    expect(await state(bo, `/payments/${shared}`)).toBe('404 not_found');
    expect(await state(bo, `/payments/${shared}/receipt`)).toBe('404 not_found');
    expect(await listed(ada)).toEqual(expect.arrayContaining([shared, whole]));
    const seen = await ada.call('GET', `/payments/${shared}`);
    expect(seen.body).toMatchObject({
      allocations: [{ invoiceId: own.id }, { invoiceId: other.id }],
      stated: [{ invoiceId: own.id }, { invoiceId: other.id }],
    });
    expect(await receipt(ada, shared)).toContain(other.number);
  });

  it('nor is one shown that was stated for more than it has settled', async () => {
    const rest = await acme.invoice(A, { salesOrderId: (await acme.order(A)).id });
    const allocations = [own, rest].map(({ id }) => ({ invoiceId: id, amount: '50.00' }));
    const body = { amount: '100.00', method: 'cash', paidOn: '2026-01-20', allocations };
    const { id } = (await ada.call('POST', '/payments/record', { body })).body as Made;
    // What it was for is paid otherwise before it comes.
    await acme.made(`/invoices/${rest.id}/payments`, { amount: '1190.00', method: 'cash' });
    const cleared = await acme.staff.call('POST', `/payments/${id}/clear`, { body: {} });
    expect(codeOf(cleared)).toBe('200');
    const seen = (await ada.call('GET', `/payments/${id}`)).body as Settled;
    expect(seen).toMatchObject({ amount: '100.00', onAccountAmount: '50.00' });
    expect(seen.allocations.map(({ invoiceId }) => invoiceId)).toEqual([own.id]);
    expect(await state(bo, `/payments/${id}`)).toBe('404 not_found');
    expect(await listed(bo)).not.toContain(id);
  });

  it('a payment of one’s own tells nothing of an invoice that is not any more', async () => {
    const contactId = await acme.contact(A, 'Before');
    const order = await acme.order(A, { contactId: bosContact });
    const moved = await acme.invoice(A, { salesOrderId: order.id });
    const id = await paid(bo, own, moved);
    expect(await receipt(bo, id)).toContain(moved.number);
    const { ctx } = acme.people;
    await stage.t.db.write(ctx, (tx) =>
      tx.run('update sales.sales_order set contact_id = $3 where company_id = $1 and id = $2', [
        ctx.companyId,
        order.id,
        contactId,
      ]),
    );
    const { body } = await bo.call('GET', `/payments/${id}`);
    expect(body).toMatchObject({
      allocations: [{ invoiceId: own.id, amount: '100.00' }],
      stated: [{ invoiceId: own.id, amount: '100.00' }],
    });
    const printed = await receipt(bo, id);
    expect(printed).toContain(own.number);
    expect(printed).not.toContain(moved.number);
  });

  it('a credit note is shown with what it settled of own invoices', async () => {
    const settled = await acme.invoice(A, { salesOrderId: ordered });
    await acme.made(`/invoices/${settled.id}/payments`, { amount: '1190.00', method: 'cash' });
    const note = await acme.made('/credit-notes', {
      accountId: A,
      invoiceId: settled.id,
      currency: 'EUR',
      reason: 'Too dear',
      lines: [{ description: 'Less', quantity: '1', unitPrice: '50.00', taxRate: '19' }],
    });
    await acme.made(`/credit-notes/${note.id}/issue`, {});
    for (const { id } of [own2, other]) {
      await acme.made(`/credit-notes/${note.id}/apply`, { invoiceId: id, amount: '10.00' });
    }
    const applied = async (who: PortalClient) => {
      const { body } = await who.call('GET', `/credit-notes/${note.id}`);
      const { applications } = body as { applications: { invoiceId: string }[] };
      return applications.map(({ invoiceId }) => invoiceId);
    };
    expect(await applied(ada)).toEqual(expect.arrayContaining([own2.id, other.id]));
    expect(await applied(bo)).toContain(own2.id);
    expect(await applied(bo)).not.toContain(other.id);
  });
});
