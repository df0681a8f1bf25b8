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
  'ledger_account.bank_details_requested',
  'ledger_account.bank_details_approved',
  'ledger_account.bank_details_rejected',
] as const;
type Told = (typeof TYPES)[number];

const SAYS: Readonly<Record<Told, string>> = {
  'ledger_account.bank_details_requested':
    'A colleague asks for another bank account, which waits for your approval. Ask the party by ' +
    'telephone before you approve it.',
  'ledger_account.bank_details_approved': 'The bank account that you asked for was approved.',
  'ledger_account.bank_details_rejected': 'The bank account that you asked for was rejected.',
};

/**
 * Tells who may approve that another account waits, never who has asked for it, and that one what
 * became of it. Of the account it says nothing.
 */
@Injectable()
export class MailBankChanges implements EventConsumer<Told>, OnModuleInit {
  readonly name = 'notifications.mail-bank-changes';
  readonly types = TYPES;

  constructor(private readonly consumers: EventConsumers) {}

  onModuleInit(): void {
    this.consumers.register(this);
  }

  async handle(tx: Tx, event: EventEnvelope<Told>): Promise<void> {
    const { id, type, object, recordId, data } = event;
    const { vendorName, reason } = data;
    const message = reason ? `${SAYS[type]} ${reason}` : SAYS[type];
    const record = { object: 'Ledger account', title: vendorName };
    const about = { ...record, path: `/ledger-accounts/${recordId}` };
    const to = await addressesOf(tx, event);
    await queueEmails(
      tx,
      to.map((email) => ({
        templateCode: 'RECORD_NOTICE',
        to: email,
        data: { message, rule: { name: 'bank details' }, record: about, fields: {} },
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
  if (type === 'ledger_account.bank_details_requested') {
    const all = await usersWhoMay(tx, 'ledger-accounts', 'approve');
    return all.filter(({ id }) => id !== requestedBy).map(({ email }) => email);
  }
  const asker = await findUser(tx, requestedBy as UserId);
  return asker?.active ? [asker.email] : [];
}
