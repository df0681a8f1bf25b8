import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { CustomerStage, type Made } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let account: string;
let ada: PortalClient;
let rival: PortalClient;

interface Lined extends Made {
  readonly lines: readonly { readonly id: string }[];
}

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  account = await acme.account('Acme');
  ada = await acme.person({ partyId: account, role: 'Admin' });
  rival = await acme.person({ partyId: await acme.account('Rival'), role: 'Admin' });
});
afterAll(() => stage.close());

/** An invoice of one line, two pieces for 1,190.00 in all. */
const invoice = async () => (await acme.invoice(account)) as Lined;

const dispute = (who: PortalClient, id: string, body: object) =>
  who.call('POST', `/invoices/${id}/dispute`, { body });

const staff = (method: string, path: string, body?: object) =>
  acme.staff.call(method, path, body ? { body } : {});

async function upload(fileName: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await ada.call('POST', `/uploads?fileName=${fileName}`, { body, headers });
  expect(answer.status).toBe(201);
  return (answer.body as { documentId: string }).documentId;
}

it('has no message where nothing was said, and none that is empty', async () => {
  const { id } = await invoice();
  const opened = await dispute(ada, id, { reason: 'damaged' });
  expect(opened.body).toMatchObject({ dispute: { reason: 'damaged', message: null } });
  const { body } = await ada.call('GET', '/invoices');
  const { data } = body as { data: { id: string; dispute: { message: unknown } | null }[] };
  expect(data.find((each) => each.id === id)?.dispute?.message).toBeNull();
});

it('is about pieces of a line, and the rest stays to be paid', async () => {
  const { id, lines } = await invoice();
  const opened = await dispute(ada, id, {
    reason: 'wrong_quantity',
    message: 'One came',
    lines: [{ lineId: lines[0]?.id, quantity: '1' }],
  });
  expect(opened.body).toMatchObject({
    status: 'disputed',
    disputedAmount: '595.00',
    dispute: {
      status: 'open',
      reason: 'wrong_quantity',
      message: 'One came',
      amount: '595.00',
      lines: [{ lineId: lines[0]?.id, amount: '595.00', quantity: '1' }],
    },
  });
  const pay = await ada.call('POST', '/payments/checkout', { body: { invoiceId: id } });
  expect(pay.body).toMatchObject({ amount: '595.00' });
  expect(codeOf(await dispute(ada, id, { reason: 'damaged' }))).toBe('409 dispute_already_open');
});

it('is refused above what is open, and without words where it is something else', async () => {
  const { id } = await invoice();
  expect(codeOf(await dispute(ada, id, { reason: 'wrong_price', amount: '1190.01' }))).toBe(
    '422 dispute_exceeds_balance',
  );
  const wordless = await dispute(ada, id, { reason: 'other' });
  expect(wordless.body).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/message' }],
  });
});

it('is looked at, talked about by both sides and ended in part', async () => {
  const { id } = await invoice();
  await dispute(ada, id, { reason: 'damaged', message: 'Broken' });
  const talk = `/invoices/${id}/dispute/messages`;
  expect((await staff('POST', `/invoices/${id}/dispute/review`)).body).toMatchObject({
    dispute: { status: 'under_review' },
  });
  const asked = await staff('POST', talk, { message: 'Which one?' });
  expect([asked.status, asked.body]).toMatchObject([201, { from: 'company' }]);
  const told = await ada.call('POST', talk, { body: { message: 'The blue one' } });
  expect([told.status, told.body]).toMatchObject([201, { from: 'customer' }]);
  expect((await ada.call('GET', talk)).body).toMatchObject({
    data: [
      { from: 'company', authorName: null, message: 'Which one?' },
      { from: 'customer', authorName: expect.any(String), message: 'The blue one' },
    ],
  });
  expect((await staff('GET', talk)).body).toMatchObject({ data: [{}, { from: 'customer' }] });
  expect(codeOf(await rival.call('POST', talk, { body: { message: 'Ha' } }))).toBe('404 not_found');
  await staff('POST', `/invoices/${id}/resolve`, { outcome: 'partly', note: 'Half is credited' });
  expect((await ada.call('GET', `/invoices/${id}`)).body).toMatchObject({
    dispute: { status: 'partly', outcome: 'partly' },
  });
  expect(codeOf(await ada.call('POST', talk, { body: { message: 'Still' } }))).toBe(
    '409 invoice_status_conflict',
  );
});

it('and what is said to be paid come with files of their own', async () => {
  const { id } = await invoice();
  const picture = await upload('broken.txt', 'It is broken');
  const opened = await dispute(ada, id, {
    reason: 'damaged',
    message: 'See',
    documentIds: [picture],
  });
  expect(opened.status).toBe(201);
  const taken = await ada.call('POST', `/invoices/${id}/dispute/messages`, {
    body: { message: 'Again', documentIds: [picture] },
  });
  expect(taken.body).toMatchObject({
    code: 'reference_not_found',
    errors: [{ pointer: '/documentIds/0' }],
  });
  const stated = (documentId: string) =>
    ada.call('POST', `/invoices/${id}/payments`, {
      body: {
        amount: '5.00',
        method: 'bank_transfer',
        paidOn: '2026-01-02',
        documentIds: [documentId],
      },
    });
  expect(codeOf(await stated(await upload('note.txt', 'Paid')))).toMatch(/ file_type_refused$/);
  const slip = await upload('slip.pdf', '%PDF-1.7 slip');
  const payment = await stated(slip);
  expect([payment.status, payment.body]).toMatchObject([201, { documentIds: [slip] }]);
});

it('tells who sees no prices nothing of the sum, nor of what their limit was used by', async () => {
  const blind = await acme.person({ partyId: account, role: 'Admin', without: ['seePricing'] });
  const { id, lines } = await invoice();
  const sum = { lines: [{ lineId: lines[0]?.id, amount: '1.00' }] };
  for (const said of [{ amount: '1.00' }, { amount: '1000000.00' }, sum]) {
    const refused = await dispute(blind, id, { reason: 'wrong_price', message: 'No', ...said });
    expect(codeOf(refused)).toBe('403 prices_not_permitted');
  }
  expect((await dispute(blind, id, { reason: 'wrong_price' })).status).toBe(201);
  const again = await dispute(blind, id, { reason: 'damaged' });
  expect(codeOf(again)).toBe('409 dispute_already_open');
  expect(besidesIds(again.body)).not.toMatch(/EUR|1190/);
  const me = (await blind.call('GET', '/me')).body as object;
  expect(Object.keys(me)).not.toEqual(expect.arrayContaining(['limitUsed']));
  expect(Object.keys(me)).not.toEqual(expect.arrayContaining(['currency']));
  expect((await ada.call('GET', '/me')).body).toMatchObject({ limitUsed: '0.00', currency: 'EUR' });
});
