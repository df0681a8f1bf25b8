import { SandboxSecrets } from '@quittance/gateway/host';
import { SandboxStore } from '@quittance/gateway/provider';
import { SandboxDeliverer } from '@quittance/payment-sandbox/host';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;

beforeAll(async () => {
  stage = await PortalStage.open();
});

afterAll(async () => {
  await expectInvariants(stage.t);
  await stage?.close();
});

interface Linked {
  readonly id: string;
  readonly lastingUrl: string;
  readonly paymentUrl: string;
}

const open = (url: string) => fetch(url, { redirect: 'manual' });

async function post<T>(path: string, body: object): Promise<T> {
  return (await stage.staff.admin.call('POST', path, { body })).body as T;
}

const link = (id: string) => post<Linked>('/payments/checkout', { invoiceId: id });

/** A draft of one customer, and where it is paid. */
async function aDraft(): Promise<Linked> {
  const account = await post<{ id: string }>('/accounts', { name: 'Old Customer' });
  const { id } = await post<{ id: string }>('/invoices', {
    accountId: account.id,
    currency: 'EUR',
    issueDate: '2026-03-01',
    dueDate: '2026-03-31',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '100.00' }],
  });
  return { ...(await link(id)), id };
}

/** The same, billed to another customer since. */
async function movedDraft(): Promise<Linked> {
  const draft = await aDraft();
  const account = await post<{ id: string }>('/accounts', { name: 'New Customer' });
  const { status } = await rebill(draft.id, account.id);
  expect(status).toBe(200);
  return draft;
}

const rebill = (id: string, accountId: string) =>
  stage.staff.admin.call('PATCH', `/invoices/${id}`, { body: { accountId } });

/** Pays at a page of the sandbox, and tells of it. */
async function paid(paymentUrl: string): Promise<void> {
  const nonce = /name="nonce" value="([^"]+)"/.exec(await (await open(paymentUrl)).text())?.[1];
  const body = new URLSearchParams({ nonce: nonce ?? '', action: 'pay' });
  await fetch(paymentUrl, { method: 'POST', body, redirect: 'manual' });
  const { app, url } = stage.portal;
  const deliverer = new SandboxDeliverer(app.get(SandboxStore), {
    clock: stage.t.clock,
    webhookUrl: `${url}/payments/webhook/sandbox`,
    secretOf: (companyId) => app.get(SandboxSecrets).of(companyId, stage.t.clock.now()),
  });
  expect(await deliverer.deliverOnce()).toBe(2);
}

describe('an invoice that is billed to another customer', () => {
  it('is not shown by the link that was made for the first', async () => {
    const { id, lastingUrl } = await movedDraft();
    await post(`/invoices/${id}/send`, {});
    const answer = await open(lastingUrl);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('location')).toBeNull();
  });

  it('is paid by a link and a page of its own', async () => {
    const before = await movedDraft();
    await post(`/invoices/${before.id}/send`, {});
    const own = await link(before.id);
    expect(own.paymentUrl).not.toBe(before.paymentUrl);
    const answer = await open(own.lastingUrl);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, own.paymentUrl]);
    await paid(own.paymentUrl);
    expect(await stage.invoiceNow(before.id)).toMatchObject({ status: 'paid' });
  });

  it('takes no money that is paid at the page of the first', async () => {
    const { id, paymentUrl } = await movedDraft();
    await post(`/invoices/${id}/send`, {});
    await paid(paymentUrl);
    expect(await stage.invoiceNow(id)).toMatchObject({ status: 'sent', balance: '100.00' });
    const waiting = { reason: 'account_mismatch', status: 'open' };
    expect(await stage.list('/payments/unapplied-receipts')).toMatchObject([waiting]);
  });
});

it('an invoice that is not billed to another customer stays with its link', async () => {
  const { id, lastingUrl, paymentUrl } = await aDraft();
  await post(`/invoices/${id}/send`, {});
  expect((await open(lastingUrl)).headers.get('location')).toBe(paymentUrl);
});
