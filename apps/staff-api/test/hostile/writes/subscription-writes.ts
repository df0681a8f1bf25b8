import { addDays, parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import type { Json, Made } from '../../objects/objects-support.js';
import { newInvoice } from '../../receivables/billing-support.js';
import { aPlan, aSubscription, anAccount } from '../../sales/sales-support.js';
import type { WriteStage } from './write-stage.js';

export async function writeSubscriptions(stage: WriteStage): Promise<void> {
  const { id } = await aSubscription(stage.admin, await aPlan(stage.admin));
  const at = `/subscriptions/${id}`;
  await stage.do('PATCH', at, { poNumber: 'PO-1' });
  await stage.post(`${at}/suspend`);
  await stage.post(`${at}/resume`);
  await stage.post(`${at}/pause`);
  await stage.post(`${at}/resume`);
  await stage.post(`${at}/cancel`, { reason: 'Too dear' });
  await stage.post(`${at}/keep`);
  await stage.post(`${at}/cancel`, { at: 'now' });
  await stage.post(`${at}/reactivate`);
}

export async function writeTrials(stage: WriteStage): Promise<void> {
  const plan = await aPlan(stage.admin, { trialDays: 14 });
  const { id, trialEnd } = await aSubscription(stage.admin, plan);
  const at = `/subscriptions/${id}`;
  await stage.post(`${at}/extend-trial`, {
    trialEnd: addDays(parseLocalDate(String(trialEnd)), 1),
  });
  await stage.post(`${at}/activate`);
}

export async function writeChanges(stage: WriteStage): Promise<void> {
  const plan = await aPlan(stage.admin);
  const { id, accountId } = await aSubscription(stage.admin, plan);
  const draft = await newInvoice(stage.admin, String(accountId), { subscriptionId: id });
  await stage.do('POST', `/invoices/${draft.id}/refresh-usage`);
  const at = `/subscriptions/${id}`;
  const items = [{ planId: plan.id, quantity: '5' }];
  const asked = { items, effective: 'period_end' };
  const { previewHash } = await stage.do<Json>('POST', `${at}/preview-change`, asked);
  await stage.post(`${at}/change`, { ...asked, previewHash });
  await stage.do('DELETE', `${at}/change`);
  const version = { frequency: 'monthly', prices: [{ currency: 'EUR', unitPrice: '60.00' }] };
  const next = await stage.post(`/plans/${plan.id}/versions`, version);
  const migration = { to: next.id, on: 'period_end' };
  const report = await stage.do<Json>('POST', `/plans/${plan.id}/migrate`, migration);
  expect(report).toMatchObject({ migrated: 1 });
}

export async function writeContracts(stage: WriteStage): Promise<void> {
  const { id: accountId } = await anAccount(stage.admin);
  const term = { accountId, startDate: '2026-01-01', endDate: '2099-12-31' };
  const agreed = async (): Promise<string> => {
    const { id } = await stage.post('/contracts', term);
    await stage.post(`/contracts/${id}/activate`);
    return `/contracts/${id}`;
  };
  await stage.post(`${await agreed()}/renew`);
  const ending = await agreed();
  await stage.post(`${ending}/give-notice`, { reason: 'Too dear' });
  await stage.post(`${ending}/terminate`, { on: '2099-01-01', reason: 'Over' });
}

export async function writeUsage(stage: WriteStage): Promise<void> {
  const { code } = await stage.do<Made>('GET', stage.path('/meters/:id'));
  const event = {
    eventId: newId(),
    meter: code,
    subscriptionId: stage.planted('/subscriptions/:id'),
    timestamp: '2026-03-01T10:00:00Z',
    value: '1',
  };
  const answer = await stage.do<Json>('POST', '/usage-events', { events: [event] });
  expect(answer).toMatchObject({ accepted: 1 });
  await stage.post(`/usage-events/${event.eventId}/void`, { reason: 'Double' });
  const imported = await stage.load('/usage-events/import', { ...event, eventId: newId() });
  expect(imported).toMatchObject({ accepted: 1 });
}
