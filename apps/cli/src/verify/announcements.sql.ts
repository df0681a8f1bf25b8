import type { Invariant } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import { RETENTION_DAYS } from '@quittance/outbox/host';

/**
 * What was announced, and what became of it. Delivered events are forgotten after their time, so
 * only younger ones are missed. Hash joins over the events and messages that are kept.
 */
export function announcements(now: Instant): readonly Invariant[] {
  const kept = `timestamptz '${now}' - interval '${RETENTION_DAYS} days'`;
  return [
    {
      id: 'I10a',
      holds: 'A gateway payment was announced as received once, a payment by hand never',
      text: `
        select p.company_id, 'payment' as object, p.number as record,
          format('%s: announced as received %s times', coalesce(p.provider, p.method),
            coalesce(e.times, 0)) as wrong
        from receivables.payment p
        left join (select company_id, record_id, count(*) as times from outbox.event
          where type = 'payment.received' group by 1, 2) e
          on e.company_id = p.company_id and e.record_id = p.id::text
        where coalesce(e.times, 0) > (p.provider_payment_id is not null)::int
          or (p.provider_payment_id is not null and e.times is null and p.created_at > ${kept})`,
    },
    {
      id: 'I10b',
      holds: 'An event that a webhook asked for became a message to it',
      text: `
        select e.company_id, 'event' as object, e.id as record,
          format('%s of %s %s was dispatched and is no message to %s', e.type, e.object,
            e.record_id, w.url) as wrong
        from webhooks.endpoint w
        join outbox.event e on e.company_id = w.company_id and e.state = 'dispatched'
          and (w.types @> '["*"]' or w.types @> to_jsonb(e.type))
        where w.active and e.occurred_at > w.updated_at and e.occurred_at > ${kept}
          and not exists (select from webhooks.message m
            where m.company_id = e.company_id and m.endpoint_id = w.id and m.event_id = e.id)`,
    },
    {
      id: 'I10c',
      holds: 'A message that counts as delivered was answered well',
      text: `
        select m.company_id, 'webhook-message' as object, m.id as record,
          format('%s is delivered, and none of its %s attempts was answered well', m.type,
            m.attempts) as wrong
        from webhooks.message m
        where m.status = 'delivered' and not exists (select from webhooks.attempt a
          where a.company_id = m.company_id and a.message_id = m.id and a.error is null)`,
    },
  ];
}
