import { Injectable, type OnModuleInit } from '@nestjs/common';
import { usersWhoMay } from '@quittance/access/host';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import { findUser } from '@quittance/identity';
import type { UserId } from '@quittance/kernel';
import { queueEmails } from '@quittance/notifications';
import type { EventConsumer } from '@quittance/outbox';
import { EventConsumers } from '@quittance/outbox/host';

const TYPES = [
  'company.bank_approval_switch_off_requested',
  'company.bank_approval_switch_off_approved',
  'company.bank_approval_switch_off_rejected',
] as const;
type Told = (typeof TYPES)[number];

const SAYS: Readonly<Record<Told, (who: string) => string>> = {
  'company.bank_approval_switch_off_requested': (who) =>
    `${who} asks that changes of bank accounts need no approval any more, which waits for your ` +
    'approval:',
  'company.bank_approval_switch_off_approved': () =>
    'Changes of bank accounts need no approval any more, as you asked:',
  'company.bank_approval_switch_off_rejected': () =>
    'Changes of bank accounts go on to need approval. What you asked for was rejected:',
};

/**
 * Tells who may approve that somebody asks to do without the approval of bank changes, never who
 * has asked, and that one what became of it.
 */
@Injectable()
export class MailBankApproval implements EventConsumer<Told>, OnModuleInit {
  readonly name = 'notifications.mail-bank-approval';
  readonly types = TYPES;

  constructor(private readonly consumers: EventConsumers) {}

  onModuleInit(): void {
    this.consumers.register(this);
  }

  async handle(tx: Tx, event: EventEnvelope<Told>): Promise<void> {
    const { id, type, object, recordId, data } = event;
    const message = `${SAYS[type](data.requestedByName)} ${data.reason ?? ''}`.trim();
    const record = { object: 'Company', title: 'Approval of bank changes' };
    const about = { ...record, path: '/company/bank-approval' };
    const to = await addressesOf(tx, event);
    await queueEmails(
      tx,
      to.map((email) => ({
        templateCode: 'RECORD_NOTICE',
        to: email,
        data: { message, rule: { name: 'bank approval' }, record: about, fields: {} },
        object,
        recordId,
        dedupeKey: `${id}/mail/${email}`,
      })),
    );
  }
}

async function addressesOf(
  tx: Tx,
  { type, data: { requestedBy } }: EventEnvelope<Told>,
): Promise<readonly string[]> {
  if (type === 'company.bank_approval_switch_off_requested') {
    const all = await usersWhoMay(tx, 'company', 'approve');
    return all.filter(({ id }) => id !== requestedBy).map(({ email }) => email);
  }
  const asker = await findUser(tx, requestedBy as UserId);
  return asker?.active ? [asker.email] : [];
}
