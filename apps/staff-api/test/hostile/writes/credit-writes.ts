import { newId } from '@quittance/kernel';
import { limitCredit } from '../../credit/credit-support.js';
import type { WriteStage } from './write-stage.js';

export async function writeCredit(stage: WriteStage): Promise<void> {
  const account = await stage.post('/accounts', { name: `In debt ${newId()}` });
  // Whoever asks for an override here is who decides about it.
  await stage.do('PATCH', '/settings/credit', { ownOverride: true });
  const placed = { accountId: account.id, strength: 'hard', reason: 'manual' };
  const hold = await stage.post('/credit-holds', placed);
  await stage.post(`/credit-holds/${hold.id}/release`, { note: 'Paid' });
  await limitCredit(stage.admin, account.id, '1.00');
  const requested = async () => {
    const asked = { accountId: account.id, amount: '5.00', currency: 'EUR' };
    const check = await stage.post('/credit-checks', asked);
    return stage.post(`/credit-checks/${check.id}/override`, { reason: 'Once' });
  };
  const approved = await requested();
  await stage.post(`/credit-overrides/${approved.id}/approve`, { note: 'Once' });
  const rejected = await requested();
  await stage.post(`/credit-overrides/${rejected.id}/reject`, { reason: 'No' });
}
