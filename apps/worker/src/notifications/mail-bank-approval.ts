import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { EventConsumer } from '@quittance/outbox';
import { EventConsumers } from '@quittance/outbox/host';
import { mailAskers, type BankWords } from './mail-askers.js';

const TYPES = [
  'company.bank_approval_switch_off_requested',
  'company.bank_approval_switch_off_approved',
  'company.bank_approval_switch_off_rejected',
] as const;
type Told = (typeof TYPES)[number];

const SAYS: Readonly<Record<Told, (words: BankWords) => string>> = {
  'company.bank_approval_switch_off_requested': ({ askedSwitchOff }) => askedSwitchOff,
  'company.bank_approval_switch_off_approved': ({ approvedSwitchOff }) => approvedSwitchOff,
  'company.bank_approval_switch_off_rejected': ({ rejectedSwitchOff }) => rejectedSwitchOff,
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
    const { type, data } = event;
    const { requestedBy, requestedByName, reason } = data;
    await mailAskers(tx, event, {
      resource: 'company',
      waits: type === 'company.bank_approval_switch_off_requested',
      requestedBy,
      letter: (words) => ({
        // What somebody is called is no pattern of a replacement.
        message:
          `${SAYS[type](words).replace('{who}', () => requestedByName)} ${reason ?? ''}`.trim(),
        rule: words.bankApproval,
        record: { object: words.company, title: words.approval, path: '/company/bank-approval' },
      }),
    });
  }
}
