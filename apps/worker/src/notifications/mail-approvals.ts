import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { EventConsumer } from '@quittance/outbox';
import { EventConsumers } from '@quittance/outbox/host';
import { findApproval, mailApproval, type ApprovalId } from '@quittance/portal/host';

const TYPES = [
  'approval.requested',
  'approval.approved',
  'approval.rejected',
  'approval.expired',
] as const;
type ApprovalEvent = (typeof TYPES)[number];

/** Writes to those who may approve what was asked for, and to who asked what became of it. */
@Injectable()
export class MailApprovals implements EventConsumer<ApprovalEvent>, OnModuleInit {
  readonly name = 'notifications.mail-approvals';
  readonly types = TYPES;

  constructor(
    private readonly consumers: EventConsumers,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalAppUrl'>,
  ) {}

  onModuleInit(): void {
    this.consumers.register(this);
  }

  async handle(tx: Tx, event: EventEnvelope<ApprovalEvent>): Promise<void> {
    const approval = await findApproval(tx, event.recordId as ApprovalId);
    const isAsked = event.type === 'approval.requested';
    // What was decided before anybody was written to needs nobody any more.
    if (isAsked && approval.status !== 'pending') return;
    const what = isAsked ? 'asked' : 'decided';
    await mailApproval(tx, approval, { what, appUrl: this.config.portalAppUrl });
  }
}
