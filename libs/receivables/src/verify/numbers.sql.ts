import type { Invariant } from '@quittance/database';

/**
 * Every number a counter of billing gave: borne by a document, or passed over for a stated reason.
 */
const GIVEN = `
  select company_id, 'invoice' as type, number_period as period, number_seq as seq, number
  from receivables.invoice
  union all select company_id, 'payment', number_period, number_seq, number from receivables.payment
  union all select company_id, 'credit-note', number_period, number_seq, number
  from receivables.credit_note
  union all select company_id, type, period, seq, number from numbering.pub_skipped_number
  where type in ('invoice', 'payment', 'credit-note')`;

/**
 * Increments that were ever in force: the built-in 1, today's, and those an administrator saved.
 */
const INCREMENTS = `
  select company_id, type, array_agg(distinct increment) || 1::bigint as increments from (
    select company_id, type, increment from numbering.pub_counter
    union all select company_id, type, increment from numbering.pub_setting
    union all select company_id, after->>'type', (after->>'increment')::bigint from audit.pub_entry
    where action = 'numbering.saved' and after ? 'increment') known
  group by 1, 2`;

const IN_A_ROW: Invariant = {
  id: 'I7a',
  holds: 'The numbers of a period follow one another without a hole or a repeat',
  text: `
    select g.company_id, g.type as object, g.number as record,
      case when g.seq = g.before then format('the value %s is given twice in period %L', g.seq,
      g.period)
        else format('the value %s follows %s in period %L', g.seq, g.before, g.period) end as wrong
    from (select *, lag(seq) over (partition by company_id, type, period order by seq) as before
      from (${GIVEN}) given) g
    left join (${INCREMENTS}) k on k.company_id = g.company_id and k.type = g.type
    where g.before is not null and (g.seq - g.before) <> all (coalesce(k.increments, '{1}'))`,
};

const TO_THE_COUNTER: Invariant = {
  id: 'I7b',
  holds: 'The numbers of a period begin at its first value and end at its counter',
  text: `
    select coalesce(g.company_id, c.company_id) as company_id, coalesce(g.type, c.type) as object,
      coalesce(g.type, c.type) || ' ' || coalesce(g.period, c.period) as record,
      format('numbers from %s to %s, counter from %s to %s', g.first, g.last, c.first_seq,
        c.last_seq) as wrong
    from (select company_id, type, period, min(seq) as first, max(seq) as last
      from (${GIVEN}) given group by 1, 2, 3) g
    full join (select * from numbering.pub_counter
      where type in ('invoice', 'payment', 'credit-note')) c
      on c.company_id = g.company_id and c.type = g.type and c.period = g.period
    where g.first is distinct from c.first_seq or g.last is distinct from c.last_seq`,
};

const UNIQUE: Invariant = {
  id: 'I7c',
  holds: 'No two documents of a type bear the same number',
  text: `
    select company_id, type as object, number as record,
      format('borne by %s documents', count(*)) as wrong
    from (select company_id, 'invoice' as type, number from receivables.invoice
      union all select company_id, 'payment', number from receivables.payment
      union all select company_id, 'credit-note', number from receivables.credit_note) borne
    group by 1, 2, 3 having count(*) > 1`,
};

/** What must be true of the numbers of billing's documents. */
export const numberInvariants: readonly Invariant[] = [IN_A_ROW, TO_THE_COUNTER, UNIQUE];
