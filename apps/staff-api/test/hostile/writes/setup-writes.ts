import { newId } from '@quittance/kernel';
import { memberWith } from '../../access/members.js';
import { SandboxSecrets } from '@quittance/gateway/host';
import { SandboxStore } from '@quittance/gateway/provider';
import { SandboxDeliverer } from '@quittance/payment-sandbox/host';
import type { TestApi } from '../../../../../test/support/test-api.js';
import { sentInvoice } from '../../receivables/billing-support.js';
import type { Made } from '../../objects/objects-support.js';
import type { WriteStage } from './write-stage.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export async function writeCompany(stage: WriteStage): Promise<void> {
  await stage.do('PATCH', '/company', { tradeName: 'Acme' });
  await stage.do('PATCH', '/company', { bankChangesNeedApproval: true });
  const approval = '/company/bank-approval';
  const { userId } = await memberWith(stage.staff, { matrix: { company: ['create'] } });
  for (const step of ['withdraw', 'reject', 'approve']) {
    await stage.post(`${approval}/switch-off`, { reason: 'Few of us' });
    // As if a colleague had asked.
    const of = `bank_approval_switch_off || jsonb_build_object('requestedBy', $1::text)`;
    await stage.meanwhile(`update company.company set bank_approval_switch_off = ${of}`, [userId]);
    await stage.do('POST', `${approval}/${step}`, step === 'reject' ? { reason: 'No' } : undefined);
  }
  await stage.do('PATCH', '/company/sign-in', { lockEndsSessions: true });
  await stage.do('DELETE', '/company/logo');
  const answer = await fetch(`${stage.staff.url}/company/logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stage.admin.token()}`, 'content-type': 'image/png' },
    body: Buffer.from(PIXEL, 'base64'),
  });
  expect(answer.status).toBe(200);
}

export async function writeAccess(stage: WriteStage): Promise<void> {
  await stage.do('DELETE', stage.path('/api-keys/:id'));
  const role = stage.path('/roles/:id');
  await stage.do('PATCH', role, { description: 'Changed' });
  await stage.post('/roles/what-if', { roleId: stage.planted('/roles/:id'), roles: [] });
  const copy = await stage.post(`${role}/clone`, { name: `Copied ${newId()}` });
  await stage.do('DELETE', `/roles/${copy.id}`);
  const user = stage.path('/users/:id');
  await stage.do('PATCH', user, { name: 'Changed' });
  await stage.do('POST', `${user}/invite`);
  const lock = `update identity.staff_user set failures = 5, locked_until = $2 where id = $1`;
  await stage.meanwhile(lock, [stage.planted('/users/:id'), '2026-03-02T10:00:00Z']);
  await stage.do('POST', `${user}/unlock`);
  await stage.do('POST', `${user}/sign-out`);
  await stage.do('POST', `${user}/deactivate`);
}

export async function writeSignIn(stage: WriteStage): Promise<void> {
  const email = `${newId()}@example.com`;
  const { id } = await stage.post('/users', { email, name: 'Joe Joined' });
  const invited = await stage.do<{ token: string }>('POST', `/users/${id}/invite`);
  const password = 'a password of my own';
  const open = async <T>(path: string, body: object) => {
    const answer = await stage.staff.call('POST', path, { body });
    expect(answer.status).toBeLessThan(300);
    return answer.body as T;
  };
  await open('/auth/password/reset', { token: invited.token, password });
  await open('/auth/password/forgot', { email });
  const first = await open<Pair>('/auth/login', { email, password });
  const pair = await open<Pair>('/auth/refresh', { refreshToken: first.refreshToken });
  const headers = { authorization: `Bearer ${pair.accessToken}` };
  const body = { currentPassword: password, password: 'the next password' };
  const changed = await stage.staff.call('POST', '/auth/password', { body, headers });
  expect(changed.status).toBe(200);
  const { refreshToken } = changed.body as Pair;
  await open('/auth/logout', { refreshToken });
  await stage.do('PATCH', '/auth/me', { language: 'de' });
  await stage.do('DELETE', stage.path('/auth/sessions/:id'));
  await open('/auth/login', stage.staff.credentials);
  await stage.do('DELETE', '/auth/sessions');
}

export async function writeTaxes(stage: WriteStage): Promise<void> {
  const address = { city: 'Paris', postalCode: '75001', country: 'FR' };
  await stage.post('/tax/addresses/validate', address);
  await stage.post('/tax/addresses/validate', { country: 'Frankreich' });
  const lines = [{ amount: '10.00' }];
  await stage.post('/tax/calculate', { currency: 'EUR', shipTo: address, lines });
  await stage.post('/tax/seed', { countries: ['AT'] });
  await stage.do('PATCH', stage.path('/tax/rates/:id'), { source: 'Law' });
  await stage.do('PATCH', stage.path('/tax/jurisdictions/:id'), { name: 'French Republic' });
  await stage.do('PATCH', stage.path('/tax/codes/:id'), { name: 'Changed' });
  await stage.do('PATCH', stage.path('/tax/exemptions/:id'), { reason: 'Reseller' });
  for (const each of ['exemptions', 'rates', 'jurisdictions', 'codes']) {
    await stage.do('DELETE', stage.path(`/tax/${each}/:id`));
  }
  const transaction = stage.path('/tax/transactions/:id');
  await stage.do('POST', `${transaction}/void`);
  await stage.do('POST', `${transaction}/commit`);
  await stage.do('DELETE', '/connectors/tax');
}

const DISPUTED = `update gateway.unapplied_receipt
  set kind = 'dispute', stages = '["opened"]' where id = $1`;

export async function writeGateway(stage: WriteStage): Promise<void> {
  for (const host of [stage.staff, stage.portal]) await payOver(stage, host);
  await stage.do('POST', '/connectors/payment/test');
  const secret = { webhookSecret: 'another secret of some length' };
  await stage.post('/connectors/payment/rotate-webhook-secret', secret);
  const receipt = '/payments/unapplied-receipts/:id';
  await stage.meanwhile(DISPUTED, [stage.planted(receipt)]);
  const evidence = `/payments/disputes/${stage.planted(receipt)}/evidence`;
  await stage.post(evidence, { text: 'Delivered and signed for' });
  await stage.post(`${evidence}/submit`, { note: 'Handed in' });
  await stage.post(`${stage.path(receipt)}/resolve`, { note: 'Sent back' });
  await stage.do('DELETE', '/connectors/payment');
}

/** Somebody pays on the sandbox's page, and the sandbox tells a host of it. */
async function payOver(stage: WriteStage, host: TestApi): Promise<void> {
  const { id } = await sentInvoice(stage.admin, stage.accountId);
  const checkout = await stage.post('/payments/checkout', { invoiceId: id });
  const { paymentUrl } = checkout as Made & { paymentUrl: string };
  const page = await (await fetch(paymentUrl)).text();
  const nonce = /name="nonce" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ nonce, action: 'pay' });
  expect((await fetch(paymentUrl, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
  const { app } = stage.portal;
  const deliverer = new SandboxDeliverer(app.get(SandboxStore), {
    clock: stage.t.clock,
    webhookUrl: `${host.url}/payments/webhook/sandbox`,
    secretOf: (companyId) => app.get(SandboxSecrets).of(companyId, stage.t.clock.now()),
  });
  while ((await deliverer.deliverOnce()) > 0);
}

export async function writeWebhooks(stage: WriteStage): Promise<void> {
  const at = stage.path('/webhooks/:id');
  await stage.do('PATCH', at, { description: 'Changed' });
  await stage.post(`${at}/rotate-secret`);
  await stage.do('POST', stage.path('/webhooks/:id/messages/:messageId/replay'));
  await stage.post(`${at}/replay`, { from: '2020-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' });
  await stage.do('POST', `${at}/test`);
  await stage.do('DELETE', at);
  const dead = `update outbox.event set state = 'dead', attempts = 10, finished_at = now(),
    last_error = 'cannot' where id = $1`;
  await stage.meanwhile(dead, [stage.planted('/events/:id')]);
  await stage.do('POST', stage.path('/events/:id/retry'));
}
