import type { Invariant } from '@quittance/database';
import type { Instant } from '@quittance/kernel';

type Ago = (interval: string) => string;

/**
 * Nothing waits longer than the process that looks after it allows. The limits are counted from an
 * instant that is handed in; the statements use the small partial indexes of what is open.
 */
export function waitingWork(now: Instant): readonly Invariant[] {
  const ago: Ago = (interval) => `timestamptz '${now}' - interval '${interval}'`;
  return [...ownWork(ago), ...workWithOthers(ago), messages(ago)];
}

/** What our own processes do for one another. */
function ownWork(ago: Ago): Invariant[] {
  return [
    {
      id: 'I15a',
      holds: 'No idempotency key is in progress for more than a minute',
      text: `
        select company_id, 'idempotency-key' as object, key as record,
          format('in progress since %s', locked_at) as wrong
        from http.idempotency_key where state = 'in_progress' and locked_at < ${ago('60 seconds')}`,
    },
    {
      id: 'I15b',
      // A long queue that is worked off in its order is none of these.
      holds:
        'No event waits for more than five minutes where the dispatcher does nothing or has ' +
        'passed it by',
      text: `
        select e.company_id, 'event' as object, e.id as record,
          format('%s of %s %s, waiting since %s', e.type, e.object, e.record_id,
          e.occurred_at) as wrong
        from outbox.event e
        left join (select d.company_id, d.bulk, max(d.occurred_at) as latest from outbox.event d
          where d.state = 'dispatched' and d.finished_at >= ${ago('5 minutes')}
          group by d.company_id, d.bulk) s on s.company_id = e.company_id and s.bulk = e.bulk
        where e.state = 'pending' and e.attempts = 0 and e.occurred_at < ${ago('5 minutes')}
          and (s.latest is null or s.latest > e.occurred_at + interval '5 minutes')`,
    },
    {
      id: 'I15d',
      holds: 'No billing run is queued or silent for more than ten minutes',
      text: `
        select company_id, 'billing-run' as object, id as record,
          format('%s since %s', status, updated_at) as wrong
        from billing.billing_run
        where status in ('queued', 'running') and updated_at < ${ago('10 minutes')}`,
    },
  ];
}

/** What somebody outside has still to be told or asked. */
function workWithOthers(ago: Ago): Invariant[] {
  return [
    {
      id: 'I15c',
      holds: 'No checkout waits for its sweep for more than ten minutes, and none is forgotten',
      text: `
        select company_id, 'checkout' as object, id as record,
          format('%s since %s, to be looked at %s', status, created_at,
            coalesce('at ' || next_sweep_at, 'by nobody')) as wrong
        from gateway.checkout
        where next_sweep_at < ${ago('10 minutes')}
          or (status in ('creating', 'closing') and next_sweep_at is null and sweeps = 0)
          or (status = 'processing' and next_sweep_at is null)`,
    },
    {
      id: 'I15e',
      holds: 'No e-mail that is due waits for the worker for more than ten minutes',
      text: `
        select company_id, 'email' as object, id as record,
          format('%s to %s, due at %s', status, to_address, due_at) as wrong
        from notifications.email where due_at < ${ago('10 minutes')}`,
    },
    {
      id: 'I15i',
      holds:
        'No tax transaction waits for its provider for more than ten minutes, and none is ' +
        'forgotten',
      text: `
        select company_id, 'tax-transaction' as object, id as record,
          format('%s of %s since %s, to be asked %s', operation, invoice_number, updated_at,
            coalesce('at ' || next_sweep_at, 'by nobody')) as wrong
        from tax.transaction t
        where (next_sweep_at < ${ago('10 minutes')}
            or (state = 'pending' and next_sweep_at is null and busy_until < ${ago('10 minutes')}))
          and (credit_note_id is null or not exists (select 1 from tax.transaction o
            where o.company_id = t.company_id and o.invoice_id = t.invoice_id
              and o.credit_note_id is null and o.state = 'pending' and o.operation = 'commit'))`,
    },
    {
      id: 'I15f',
      holds: 'No refund waits for its sweep for more than ten minutes, and none is forgotten',
      text: `
        select company_id, 'refund-request' as object, id as record,
          format('%s since %s, to be looked at %s', status, created_at,
            coalesce('at ' || next_sweep_at, 'by nobody')) as wrong
        from gateway.refund_request
        where next_sweep_at < ${ago('10 minutes')}
          or (status = 'requested' and next_sweep_at is null)`,
    },
    {
      id: 'I15h',
      holds: 'No dunning run is silent for more than ten minutes',
      text: `
        select company_id, 'dunning-run' as object, id as record,
          format('running since %s, silent since %s', started_at, alive_at) as wrong
        from dunning.run where status = 'running' and alive_at < ${ago('10 minutes')}`,
    },
  ];
}

function messages(ago: Ago): Invariant {
  return {
    id: 'I15g',
    // A receiver that is slow, or has much to take, is served all the while, in the order of what
    // is due.
    holds:
      'No message is due for more than ten minutes where nothing is sent to its receiver, or ' +
      'later ones were',
    text: `
        select m.company_id, 'webhook-message' as object, m.id as record,
          format('%s to %s, due at %s', m.type, e.url, m.next_attempt_at) as wrong
        from webhooks.message m
        join webhooks.endpoint e on e.company_id = m.company_id and e.id = m.endpoint_id
        left join (select d.company_id, d.endpoint_id, d.bulk, max(d.created_at) as latest
          from webhooks.message d where d.status = 'delivered'
          group by d.company_id, d.endpoint_id, d.bulk) s
          on s.company_id = m.company_id and s.endpoint_id = m.endpoint_id and s.bulk = m.bulk
        where m.status = 'pending'
          and coalesce(m.leased_until, m.next_attempt_at) < ${ago('10 minutes')}
          and (not e.active or (
            (e.paused_until is null or e.paused_until < ${ago('10 minutes')})
            and (e.served_at is null or e.served_at < ${ago('10 minutes')}
              or s.latest > m.next_attempt_at + interval '10 minutes')))`,
  };
}
