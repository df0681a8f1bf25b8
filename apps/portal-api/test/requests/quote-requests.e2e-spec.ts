import { AbandonQuoteRequests } from '@quittance/portal/host';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { CustomerStage, type Made } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let A: string;
let productId: string;
let ada: PortalClient;
let bo: PortalClient;
let rival: PortalClient;

interface Request extends Made {
  readonly quoteId: string | null;
  readonly sentQuoteId: string | null;
  readonly orderId: string | null;
  readonly converted: boolean;
  readonly abandoned: boolean;
  readonly needsInternalReview: boolean;
  readonly lines: readonly { readonly description: string; readonly quantity: string }[];
}

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  A = await acme.account('Acme');
  const product = { sku: 'TILL', name: 'Till', kind: 'one_off', inCatalogue: true };
  productId = (await acme.made('/products', product)).id;
  const book = await acme.made('/pricebooks', { name: 'List', currency: 'EUR', isDefault: true });
  await acme.made(`/pricebooks/${book.id}/entries`, { productId, unitPrice: '10.00' });
  ada = await acme.person({ partyId: A, role: 'Admin', name: 'Ada' });
  bo = await acme.person({ partyId: A, accessLevel: 'own', without: ['seeAllQuotes'] });
  rival = await acme.person({ partyId: await acme.account('Rival'), role: 'Admin' });
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage.close();
});

const line = () => ({ productId, quantity: '5' });

async function ask(who: PortalClient, body: object = {}, submit = true): Promise<Request> {
  const made = await who.call('POST', '/quote-requests', { body: { lines: [line()], ...body } });
  expect(codeOf(made)).toBe('201');
  const draft = made.body as Request;
  return submit ? step(who, draft.id, 'submit') : draft;
}

async function step(who: PortalClient, id: string, verb: string): Promise<Request> {
  const answer = await who.call('POST', `/quote-requests/${id}/${verb}`);
  expect(codeOf(answer)).toBe('200');
  return answer.body as Request;
}

const read = async (who: PortalClient, id: string) =>
  (await who.call('GET', `/quote-requests/${id}`)).body as Request;
const staffRead = async (id: string) =>
  (await acme.staff.call('GET', `/self-service-quotes/${id}`)).body as Request;
const staffDo = async (id: string, verb: string, body: object = {}) =>
  acme.staff.call('POST', `/self-service-quotes/${id}/${verb}`, { body });

/** The quote of a request, sent. */
async function quoted(id: string): Promise<string> {
  const { quoteId } = (await staffDo(id, 'quote')).body as Request;
  for (const each of ['submit', 'approve', 'send']) {
    await acme.made(`/quotes/${quoteId}/${each}`, {});
  }
  return quoteId ?? '';
}

/** The sweep of the worker, so many days from now. */
async function sweepIn(days: number): Promise<void> {
  const at = new Date(new Date(stage.t.clock.now()).getTime() + days * 86_400_000);
  const ctx = stage.t.ctx(acme.people.ctx.companyId, { now: at.toISOString() });
  await new AbandonQuoteRequests(stage.t.db).execute(ctx);
}

describe('a request for a quote', () => {
  it('goes from the draft to the order of its quote', async () => {
    const draft = await ask(bo, { title: 'Tills', notes: 'Soon' }, false);
    expect(draft).toMatchObject({ status: 'draft', origin: 'api', sentQuoteId: null });
    expect(draft.lines).toMatchObject([{ description: 'Till', quantity: '5' }]);
    const submitted = await step(bo, draft.id, 'submit');
    expect(submitted.status).toBe('submitted');
    expect(await staffRead(draft.id)).toMatchObject({
      estimatedTotal: '50.00',
      currency: 'EUR',
      needsInternalReview: false,
    });
    const made = (await staffDo(draft.id, 'quote')).body as Request;
    const again = (await staffDo(draft.id, 'quote')).body as Request;
    expect(again.quoteId).toBe(made.quoteId);
    const quote = (await acme.staff.call('GET', `/quotes/${made.quoteId}`)).body as object;
    expect(quote).toMatchObject({ accountId: A, subtotal: '50.00', internalNotes: 'Notes: Soon' });
    // A draft of it is nothing that its customer knows of.
    expect(await read(bo, draft.id)).toMatchObject({ status: 'submitted', sentQuoteId: null });
    const quoteId = await quoted(draft.id);
    const ready = await read(bo, draft.id);
    expect(ready).toMatchObject({ status: 'ready', sentQuoteId: quoteId });
    // Whoever raised it sees the quote, though they are no contact of it.
    expect(codeOf(await bo.call('GET', `/quotes/${quoteId}`))).toBe('200');
    await acme.made(`/quotes/${quoteId}/accept`, { name: 'Bo', evidence: 'By e-mail' });
    const order = await acme.made(`/quotes/${quoteId}/convert`, {});
    const after = await staffRead(draft.id);
    expect(after).toMatchObject({ status: 'converted', converted: true, orderId: order.id });
    await acme.made(`/sales-orders/${order.id}/cancel`, { reason: 'A mistake' });
    expect(await staffRead(draft.id)).toMatchObject({ status: 'converted', converted: true });
  });

  it('is ready with the newest revision that was sent', async () => {
    const { id } = await ask(ada);
    const first = await quoted(id);
    const second = await acme.made(`/quotes/${first}/revise`, {});
    expect(await read(ada, id)).toMatchObject({ status: 'ready', sentQuoteId: first });
    for (const each of ['submit', 'approve', 'send']) {
      await acme.made(`/quotes/${second.id}/${each}`, {});
    }
    expect(await read(ada, id)).toMatchObject({ status: 'ready', sentQuoteId: second.id });
  });

  it('is quoted anew once its quote was given up', async () => {
    const { id } = await ask(ada);
    const first = ((await staffDo(id, 'quote')).body as Request).quoteId ?? '';
    await acme.made(`/quotes/${first}/cancel`, { reason: 'Wrong' });
    const second = ((await staffDo(id, 'quote')).body as Request).quoteId;
    expect(second).not.toBe(first);
  });

  it('changes while it is a draft, with all its lines', async () => {
    const { id } = await ask(ada, { notes: 'Old' }, false);
    const lines = [{ description: 'Cake', quantity: '2', note: 'Fresh' }, line()];
    const patched = await ada.call('PATCH', `/quote-requests/${id}`, { body: { lines } });
    expect(patched.body).toMatchObject({ notes: 'Old', version: 2 });
    expect((patched.body as Request).lines).toMatchObject([
      { description: 'Cake', quantity: '2', note: 'Fresh' },
      { description: 'Till' },
    ]);
    await step(ada, id, 'submit');
    const late = await ada.call('PATCH', `/quote-requests/${id}`, { body: { notes: 'New' } });
    expect(codeOf(late)).toBe('409 quote_request_status_conflict');
    expect(await staffRead(id)).toMatchObject({ reviewReasons: ['free_text'] });
  });

  it('is withdrawn until a quote was sent, and declined only while it waits', async () => {
    const draft = await ask(ada, {}, false);
    expect((await step(ada, draft.id, 'withdraw')).status).toBe('withdrawn');
    const waiting = await ask(ada);
    expect((await step(ada, waiting.id, 'withdraw')).status).toBe('withdrawn');
    expect(codeOf(await staffDo(waiting.id, 'decline', { reason: 'No' }))).toBe(
      '409 quote_request_status_conflict',
    );
    const sent = await ask(ada);
    await quoted(sent.id);
    const refused = await ada.call('POST', `/quote-requests/${sent.id}/withdraw`);
    expect(codeOf(refused)).toBe('409 quote_request_status_conflict');
    const other = await ask(ada);
    expect((await staffDo(other.id, 'decline', { reason: 'Sold out' })).body).toMatchObject({
      status: 'declined',
    });
    expect(await read(ada, other.id)).toMatchObject({ status: 'declined', reason: 'Sold out' });
  });

  it('is published once, sends nothing, and not before it was submitted', async () => {
    const draft = await ask(ada, {}, false);
    expect(codeOf(await staffDo(draft.id, 'publish'))).toBe('409 quote_request_status_conflict');
    await step(ada, draft.id, 'submit');
    const first = (await staffDo(draft.id, 'publish')).body as object;
    const again = await staffDo(draft.id, 'publish');
    expect(codeOf(again)).toBe('200');
    expect(again.body).toEqual(first);
    expect(first).toMatchObject({ published: true, status: 'submitted' });
    expect(JSON.stringify(await read(ada, draft.id))).not.toContain('published');
  });

  it('is looked at, assigned and noted by staff, and none of it is for its customer', async () => {
    const { id } = await ask(ada, { specialInstructions: 'By hand' });
    expect(await staffRead(id)).toMatchObject({
      needsInternalReview: true,
      reviewReasons: ['special_instructions'],
    });
    const body = { needsInternalReview: false, reviewNotes: 'Cheap customer' };
    const path = `/self-service-quotes/${id}`;
    expect((await acme.staff.call('PATCH', path, { body })).body).toMatchObject(body);
    const { userId } = acme.staff;
    expect((await staffDo(id, 'assign', { userId })).body).toMatchObject({ assigneeId: userId });
    const unknown = await staffDo(id, 'assign', { userId: id });
    expect(codeOf(unknown)).toBe('422 reference_not_found');
    const seen = JSON.stringify(await read(ada, id));
    for (const word of ['Cheap', 'review', 'assignee', 'estimated'])
      expect(seen).not.toContain(word);
  });

  it('is looked at above the total that the company has set', async () => {
    const set = (reviewAbove: string | null) =>
      acme.staff.call('PATCH', '/portal-settings', { body: { reviewAbove } });
    expect((await set('49.99')).body).toMatchObject({ reviewAbove: '49.99' });
    const above = await ask(ada);
    expect(await staffRead(above.id)).toMatchObject({ reviewReasons: ['above_limit'] });
    await set('50.00');
    const below = await ask(ada);
    expect(await staffRead(below.id)).toMatchObject({ needsInternalReview: false });
    expect(codeOf(await set('-1'))).toBe('422 validation_failed');
    await set(null);
  });

  it('of nothing, of what is not sold, or of an account on hold is refused', async () => {
    const empty = await ask(ada, { lines: [] }, false);
    const refused = await ada.call('POST', `/quote-requests/${empty.id}/submit`);
    expect(codeOf(refused)).toBe('422 quote_request_empty');
    const hidden = await acme.made('/products', { sku: 'HIDDEN', name: 'Not shown' });
    for (const productId of [A, hidden.id]) {
      const body = { lines: [{ productId }] };
      expect(codeOf(await ada.call('POST', '/quote-requests', { body }))).toBe(
        '422 reference_not_found',
      );
    }
    const past = { preferredDeliveryDate: '2020-01-01' };
    expect(codeOf(await ada.call('POST', '/quote-requests', { body: past }))).toBe(
      '422 validation_failed',
    );
    const held = await acme.account('Held');
    const kim = await acme.person({ partyId: held });
    const draft = await ask(kim, {}, false);
    const hold = { accountId: held, strength: 'hard', reason: 'manual' };
    await acme.made('/credit-holds', hold);
    const onHold = await kim.call('POST', `/quote-requests/${draft.id}/submit`);
    expect(codeOf(onHold)).toBe('422 credit_hold_hard');
    expect(JSON.stringify(onHold.body)).not.toContain('manual');
  });

  it('asks somebody to look where the customer is on a soft hold', async () => {
    const soft = await acme.account('Soft');
    const kim = await acme.person({ partyId: soft });
    await acme.made('/credit-holds', { accountId: soft, strength: 'soft', reason: 'manual' });
    const { id } = await ask(kim);
    expect(await staffRead(id)).toMatchObject({ reviewReasons: ['soft_hold'] });
  });

  it('is seen by who raised it, by colleagues with that right, and by nobody else', async () => {
    const { id } = await ask(ada);
    const of = async (who: PortalClient) => codeOf(await who.call('GET', `/quote-requests/${id}`));
    expect([await of(ada), await of(bo), await of(rival)]).toEqual([
      '200',
      '404 not_found',
      '404 not_found',
    ]);
    const boss = await acme.person({ partyId: A, accessLevel: 'own' });
    expect(await of(boss)).toBe('200');
    const without = await acme.person({ partyId: A, without: ['createQuotes'] });
    expect(await of(without)).toBe('403 permission_denied');
    const there = await ada.call('POST', '/quote-requests', {
      body: { accountId: await acme.account('Elsewhere') },
    });
    expect(codeOf(there)).toBe('422 reference_not_found');
  });

  it('is abandoned where nobody touched it for 14 days, until its customer does', async () => {
    const { id } = await ask(ada, {}, false);
    const days = async (n: number) => {
      await sweepIn(n);
      return (await staffRead(id)).abandoned;
    };
    expect(await days(13)).toBe(false);
    expect(await days(15)).toBe(true);
    await ada.call('PATCH', `/quote-requests/${id}`, { body: { notes: 'Still' } });
    expect((await staffRead(id)).abandoned).toBe(false);
  });

  it('is abandoned where its quote was not answered in time, until it is', async () => {
    const { id } = await ask(ada);
    const quoteId = await quoted(id);
    await sweepIn(29);
    expect((await staffRead(id)).abandoned).toBe(false);
    await sweepIn(32);
    expect((await staffRead(id)).abandoned).toBe(true);
    const version = ((await ada.call('GET', `/quotes/${quoteId}`)).body as Made).version;
    const body = { version, reason: 'Too dear' };
    expect(codeOf(await ada.call('POST', `/quotes/${quoteId}/reject`, { body }))).toBe('200');
    expect((await staffRead(id)).abandoned).toBe(false);
  });
});

describe('staff', () => {
  it('list and download requests, and make no quote without that right', async () => {
    const { id } = await ask(ada);
    const list = await acme.staff.call('GET', '/self-service-quotes?search=Ada');
    expect(JSON.stringify(list.body)).toContain(id);
    const headers = { accept: 'text/csv' };
    const csv = await acme.staff.call('GET', '/self-service-quotes', { headers });
    expect(String(csv.body)).toContain(id);
  });
});

describe('contracts of a customer', () => {
  const agreed = () => ({ accountId: A, startDate: '2026-01-01', endDate: '2026-12-31' });
  const contract = async (more: object = {}) => {
    const made = await acme.made('/contracts', { ...agreed(), ...more });
    await acme.made(`/contracts/${made.id}/activate`, {});
    return made;
  };
  const renew = (who: PortalClient, id: string, body: object = {}) =>
    who.call('POST', `/contracts/${id}/request-renewal`, { body });

  it('are shown from when they are in force on, without prices to who may see none', async () => {
    const draft = await acme.made('/contracts', agreed());
    expect(codeOf(await ada.call('GET', `/contracts/${draft.id}`))).toBe('404 not_found');
    const { id } = await contract({ value: '990.00', currency: 'EUR' });
    const seen = (await ada.call('GET', `/contracts/${id}`)).body;
    expect(seen).toMatchObject({ status: 'active', value: '990.00', endDate: '2026-12-31' });
    const blind = await acme.person({ partyId: A, without: ['seePricing'] });
    const plain = besidesIds((await blind.call('GET', `/contracts/${id}`)).body);
    for (const name of ['990', 'value', 'currency', 'uplift']) expect(plain).not.toContain(name);
    const file = await acme.document(`/contracts/${id}`, 'customer', 'signed.pdf');
    await acme.document(`/contracts/${id}`, 'internal');
    expect((await ada.call('GET', `/contracts/${id}`)).body).toMatchObject({
      documents: [{ id: file.id, fileName: 'signed.pdf', object: 'contract', recordId: id }],
    });
    // No contact and no order of theirs: nothing says that it is their own.
    expect(codeOf(await bo.call('GET', `/contracts/${id}`))).toBe('404 not_found');
  });

  it('are asked to be renewed once in 30 days, by a case and a request for a quote', async () => {
    const { id, number } = await contract();
    const first = await renew(ada, id, { message: 'As before', endOn: '2027-12-31' });
    expect(codeOf(first)).toBe('200');
    const asked = first.body as { quoteRequestId: string; caseId: string };
    expect(await staffRead(asked.quoteRequestId)).toMatchObject({
      status: 'submitted',
      contractId: id,
      caseId: asked.caseId,
      notes: 'As before\nUntil 2027-12-31',
      needsInternalReview: true,
    });
    const opened = (await acme.staff.call('GET', `/cases/${asked.caseId}`)).body;
    expect(opened).toMatchObject({ subject: `Renewal of contract ${number}`, relatedId: id });
    expect((await renew(ada, id)).body).toEqual(first.body);
    await step(ada, asked.quoteRequestId, 'withdraw');
    expect((await renew(ada, id)).body).not.toEqual(first.body);
  });

  it('hand what goes on under them over to the quote that is to renew them', async () => {
    const { id } = await contract();
    const first = await acme.subscription(A);
    // What was agreed later is of another version of the plan, which goes on beside.
    const { items } = (await acme.staff.call('GET', `/subscriptions/${first.id}`)).body as {
      items: { planId: string }[];
    };
    const prices = [{ currency: 'EUR', unitPrice: '60.00' }];
    const { planId } = items[0] as { planId: string };
    await acme.made(`/plans/${planId}/versions`, { frequency: 'monthly', prices });
    const more = { accountId: A, currency: 'EUR', items: [{ planId }] };
    const second = await acme.made('/subscriptions', more);
    const { ctx } = acme.people;
    await stage.t.db.write(ctx, (tx) =>
      tx.run(
        'update sales.subscription set contract_id = $3 where company_id = $1 and id = any($2)',
        [ctx.companyId, [first.id, second.id], id],
      ),
    );
    const { quoteRequestId } = (await renew(ada, id)).body as { quoteRequestId: string };
    const made = await acme.made(`/self-service-quotes/${quoteRequestId}/quote`, {});
    const { quoteId } = made as unknown as { quoteId: string };
    const { body } = await acme.staff.call('GET', `/quotes/${quoteId}`);
    const line = { kind: 'recurring', frequency: 'monthly', quantity: '1', planId };
    expect(body).toMatchObject({
      currency: 'EUR',
      lines: [
        { ...line, unitPrice: '50.00' },
        { ...line, unitPrice: '60.00' },
      ],
    });
    const [one, two] = (body as { lines: { planVersionId: string }[] }).lines;
    expect(one?.planVersionId).toBe(two?.planVersionId);
  });

  it('make one request of two who ask at once', async () => {
    const { id } = await contract();
    const [one, two] = await Promise.all([renew(ada, id), renew(ada, id)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body).toEqual(two.body);
  });

  it('are not renewed without the right, beyond their end, or once they were ended', async () => {
    const { id } = await contract();
    const without = await acme.person({ partyId: A, without: ['createQuotes'] });
    expect(codeOf(await renew(without, id))).toBe('403 permission_denied');
    const early = await renew(ada, id, { endOn: '2026-12-31' });
    expect(codeOf(early)).toBe('422 validation_failed');
    await acme.made(`/contracts/${id}/terminate`, { on: '2026-06-01', reason: 'Moved' });
    const ended = await renew(ada, id);
    expect(codeOf(ended)).toBe('409 contract_not_renewable');
  });
});
