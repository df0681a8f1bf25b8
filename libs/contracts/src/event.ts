import type { Actor, CompanyId, Instant } from '@quittance/kernel';

/** Every kind of business change that is announced. A new kind is a new line here. */
export const EVENT_TYPES = [
  'invoice.created',
  'invoice.sent',
  'invoice.viewed',
  'invoice.overdue',
  'invoice.disputed',
  'invoice.resolved',
  'invoice.paid',
  'invoice.voided',
  'invoice.cancelled',
  'payment.received',
  'payment.recorded',
  'payment.cleared',
  'payment.failed',
  'payment.refunded',
  'payment.dispute_opened',
  'payment.dispute_changed',
  'credit_note.issued',
  'credit_note.applied',
  'credit_note.unapplied',
  'credit_note.voided',
  'schedule.activated',
  'schedule.paused',
  'schedule.cancelled',
  'schedule.billed',
  'schedule.completed',
  'billing_run.completed',
  'user.invited',
  'user.locked',
  'user.password_reset_requested',
  'dunning.attempted',
  'dunning.paused',
  'dunning.resumed',
  'dunning.promise_broken',
  'dunning.run_completed',
  'webhook.disabled',
  'document.attached',
  'document.updated',
  'document.removed',
  'lead.converted',
  'account.merged',
  'deal.stage_moved',
  'deal.won',
  'deal.lost',
  'deal.reopened',
  'case.opened',
  'case.waiting',
  'case.commented',
  'case.resolved',
  'case.reopened',
  'case.closed',
  'case.time_missed',
  'article.published',
  'article.archived',
  'activity.completed',
  'task.completed',
  'campaign.members_added',
  'campaign.member_changed',
  'campaign.member_removed',
  'record.created',
  'record.updated',
  'record.deleted',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Who caused the event, as the envelope names them. */
export type EventActor = Pick<Actor, 'kind' | 'id' | 'name'>;

/** What a consumer or a webhook subscription receives. Delivered at least once, in order per record. */
export interface EventEnvelope {
  readonly id: string;
  readonly type: EventType;
  readonly companyId: CompanyId;
  readonly occurredAt: Instant;
  readonly actor: EventActor;
  /** The noun of the record, singular: `invoice`, `credit-note`. */
  readonly object: string;
  readonly recordId: string;
  /** The resource as the API shows it. Never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  /** The members of `data` that an update changed; null where nobody said. */
  readonly changed: readonly string[] | null;
  /**
   * The changed members as they were; null where nobody said. Beside those of `data` it may have some
   * that `data` leaves out: they are for rules, and go no farther than `data` does.
   */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** How many events led to this one: 0 where a person or the clock did. */
  readonly depth: number;
}
