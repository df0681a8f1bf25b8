import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { EventConsumer } from '@quittance/outbox';
import { EventConsumers } from '@quittance/outbox/host';
import { mailAskers, type BankWords } from './mail-askers.js';

const TYPES = [
  'ledger_account.bank_details_requested',
  'ledger_account.bank_details_approved',
  'ledger_account.bank_details_rejected',
] as const;
type Told = (typeof TYPES)[number];

const SAYS: Readonly<Record<Told, (words: BankWords) => string>> = {
  'ledger_account.bank_details_requested': ({ asked }) => asked,
  'ledger_account.bank_details_approved': ({ approved }) => approved,
  'ledger_account.bank_details_rejected': ({ rejected }) => rejected,
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
    const { type, recordId, data } = event;
    const { vendorName: title, reason, requestedBy } = data;
    await mailAskers(tx, event, {
      resource: 'ledger-accounts',
      waits: type === 'ledger_account.bank_details_requested',
      requestedBy,
      letter: (words) => ({
        message: reason ? `${SAYS[type](words)} ${reason}` : SAYS[type](words),
        rule: words.bankDetails,
        record: { object: words.ledgerAccount, title, path: `/ledger-accounts/${recordId}` },
      }),
    });
  }
}
