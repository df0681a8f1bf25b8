import { namedSql } from '@quittance/database';

const LINE = `l.id, l.change_id as "changeId", l.item_id as "itemId", l.made_on as "madeOn",
     l.start_on as "startOn", l.until_on as "untilOn", l.amount, l.product_id as "productId",
     l.description, l.tax_code as "taxCode", l.place_of as "placeOf", l.corrects,
     l.invoice_id as "invoiceId", l.whole,
     l.credit_note_id as "creditNoteId", l.of_period as "ofPeriod", l.part_of as "partOf",
     l.netted`;

/**
 * It waits for an invoice: it has neither that nor a note, or one that is given up, and comes to
 * nothing with no others; and what it gives back of what a period asked for is not given up with
 * that.
 */
const WAITS = `(not l.netted and (l.invoice_id is null or i.status in ('void', 'cancelled'))
     and (l.credit_note_id is null or n.status = 'void')
     and (not l.of_period or l.corrects is null or c.status not in ('void', 'cancelled')))`;
const JOINED = `from billing.change_line l
   left join receivables.pub_invoice i on i.company_id = :companyId and i.id = l.invoice_id
   left join receivables.pub_credit_note n on n.company_id = :companyId
     and n.id = l.credit_note_id
   left join receivables.pub_invoice c on c.company_id = :companyId and c.id = l.corrects`;

/**
 * Of a schedule what waits, what a draft bears, and what was made on a day; by prefix of the
 * primary key.
 */
export const OPEN_CHANGE_LINES = namedSql(
  `select ${LINE}, ${WAITS} as waits,
     coalesce(i.status not in ('void', 'cancelled'), n.status <> 'void', false) as borne ${JOINED}
   where l.company_id = :companyId and l.schedule_id = :scheduleId and l.settled_on is null
     and (${WAITS} or l.made_on = :day or i.status in ('draft', 'pending'))
   order by l.id`,
  { values: { scheduleId: 'uuid', day: 'date' } },
);

/**
 * What changes have asked of a schedule for days from one on, with what they asked of these items
 * for days before, whatever bears it now, and not what is asked again as its invoice was given up;
 * by prefix of the primary key.
 */
export const ASKED_BY_CHANGES = namedSql(
  `select l.change_id as "changeId", l.item_id as "itemId", l.start_on as "startOn",
     l.until_on as "untilOn", l.product_id as "productId", l.tax_code as "taxCode",
     l.place_of as "placeOf",
     case when i.status not in ('void', 'cancelled') then l.invoice_id end as "invoiceId"
   from billing.change_line l
   left join receivables.pub_invoice i on i.company_id = :companyId and i.id = l.invoice_id
   where l.company_id = :companyId and l.schedule_id = :scheduleId and l.amount > 0
     and l.corrects is null
     and exists (select from billing.change_line n
       where n.company_id = :companyId and n.schedule_id = :scheduleId
         and n.change_id = l.change_id and n.item_id = l.item_id and n.amount > 0
         and n.corrects is null and n.until_on >= :day)
   order by l.start_on, l.id`,
  { values: { scheduleId: 'uuid', day: 'date' } },
);

/** The notes by which what changes gave back has come back; by prefix of the primary key. */
export const NOTES_OF_CHANGES = namedSql(
  `select distinct l.credit_note_id as id from billing.change_line l
   where l.company_id = :companyId and l.schedule_id = :scheduleId
     and l.credit_note_id is not null`,
  { values: { scheduleId: 'uuid' } },
);

/** Of notes those by which what changes gave back has come back; by `change_line_credit_note_index`. */
export const NOTES_OF_THESE = namedSql(
  `select distinct l.credit_note_id as id from billing.change_line l
   where l.company_id = :companyId and l.credit_note_id = any(:noteIds)`,
  { values: { noteIds: 'uuid[]' } },
);

/** What waits of schedules, but for what comes back by notes; by prefix of the primary key. */
export const WAITING_CHANGE_LINES = namedSql(
  `select l.schedule_id as "scheduleId", ${LINE} ${JOINED}
   where l.company_id = :companyId and l.schedule_id = any(:scheduleIds)
     and l.settled_on is null and not l.returned and ${WAITS}
   order by l.schedule_id, l.id`,
  { values: { scheduleIds: 'uuid[]' } },
);

/** What waits of a schedule. */
export const WAITING_OF_SCHEDULE = namedSql(
  `select ${LINE}, l.returned ${JOINED}
   where l.company_id = :companyId and l.schedule_id = :scheduleId and l.settled_on is null
     and ${WAITS}
   order by l.id`,
  { values: { scheduleId: 'uuid' } },
);

/**
 * What changes give back of invoices in another way than by a note: it waits, or another invoice
 * takes it off; less what of it was asked again. What a change asked is of the invoice that bears
 * its line, if one does: the last one for those days, of an earlier day where it is asked again. By
 * `change_line_corrects_index`, `change_line_invoice_index` and prefix of the primary key.
 */
export const PROMISED_OF_INVOICES = namedSql(
  `select o.id as "invoiceId", l.change_id as "changeId", -l.amount as amount,
     l.product_id as "productId", l.tax_code as "taxCode", l.place_of as "placeOf" ${JOINED}
   left join lateral (
     select a.invoice_id from billing.change_line a
     join receivables.pub_invoice b on b.company_id = :companyId and b.id = a.invoice_id
     where a.company_id = :companyId and a.schedule_id = l.schedule_id
       and a.item_id = l.item_id and a.change_id <> l.change_id and a.id < l.id
       and a.amount > 0 and a.corrects is null
       and a.start_on <= l.start_on and a.until_on >= l.until_on
       and not l.of_period and (l.amount < 0 or a.made_on < l.made_on)
       and b.status not in ('void', 'cancelled')
     order by a.start_on desc, a.id desc limit 1) a on true
   cross join lateral (select coalesce(a.invoice_id, l.corrects) as id) o
   where l.company_id = :companyId and l.corrects is not null and o.id = any(:invoiceIds)
     and (l.corrects = any(:invoiceIds) or l.schedule_id = any(array(
       select z.schedule_id from billing.change_line z
       where z.company_id = :companyId and z.invoice_id = any(:invoiceIds))))
     and l.settled_on is null and l.invoice_id is distinct from o.id
     and (${WAITS} or i.status not in ('void', 'cancelled') or l.amount > 0 and l.netted)
   order by l.schedule_id, l.id`,
  { values: { invoiceIds: 'uuid[]' } },
);

/**
 * By invoices: `back` is what lines of changes that they bear take off of others, less what these
 * ask again of that; and `corrected` what changes ask and give back of them in any other way. By
 * `change_line_invoice_index` and `change_line_corrects_index`.
 */
export const MOVED_BY_CHANGES = namedSql(
  `select g.id as "invoiceId", sum(g.back)::bigint as back,
     sum(g.corrected)::bigint as corrected
   from (select l.invoice_id as id, -l.amount as back, 0 as corrected
     from billing.change_line l
     where l.company_id = :companyId and l.invoice_id = any(:invoiceIds) and l.settled_on is null
       and l.invoice_id is distinct from l.corrects and (l.amount < 0 or l.corrects is not null)
     union all
     select l.corrects, 0, l.amount from billing.change_line l
     where l.company_id = :companyId and l.corrects = any(:invoiceIds) and l.settled_on is null
       and l.invoice_id is distinct from l.corrects and l.change_id <> all(:undone)) g
   group by g.id`,
  { values: { invoiceIds: 'uuid[]', undone: 'uuid[]' } },
);

/**
 * Rows of a schedule that stand by some invoices, or were asked by them, where the line that asked
 * for them waits or another invoice bears it: what was asked, and what of it has come back, as if
 * some changes were none. By prefix of the primary keys.
 */
export const ASKED_ELSEWHERE = namedSql(
  `with given as (
     select b.id, case when b.cut_by = any(:undone) then b.uncut_back else b.given_back end as back,
       case when b.cut_by = any(:undone) then b.uncut_division else b.division end as division
     from billing.billed_item b
     where b.company_id = :companyId and b.schedule_id = :scheduleId),
   others as (
     select g.id as given_for, (o.part->>'id')::uuid as id,
       (o.part->>'amount')::bigint + (o.part->>'instead')::bigint as amount
     from given g cross join lateral jsonb_array_elements(g.division->'parts') as o(part)
     where (o.part->>'id')::uuid <> g.id),
   moved as (
     select m.id, sum(m.amount) as amount
     from (select o.id, o.amount from others o
       union all select o.given_for, -o.amount from others o) m
     group by m.id)
   select b.invoice_id as "standsBy", a.bearer, sum(b.amount)::bigint as amount,
     sum(g.back + coalesce(m.amount, 0))::bigint as back
   from billing.billed_item b
   join given g on g.id = b.id
   left join moved m on m.id = b.id
   cross join lateral (
     select case when i.status not in ('void', 'cancelled') then l.invoice_id end as bearer
     from billing.change_line l
     left join receivables.pub_invoice i on i.company_id = :companyId and i.id = l.invoice_id
     where l.company_id = :companyId and l.schedule_id = :scheduleId
       and l.change_id = b.change_id and l.item_id = b.item_id and l.start_on <= b.start_on
       and l.amount > 0 and l.corrects is null
     order by l.start_on desc, l.id desc limit 1) a
   where b.company_id = :companyId and b.schedule_id = :scheduleId
     and b.change_id is not null and a.bearer is distinct from b.invoice_id
     and (b.invoice_id = any(:invoiceIds) or a.bearer = any(:invoiceIds))
     and not (b.own_change and b.change_id = any(:undone))
   group by b.invoice_id, a.bearer`,
  { values: { scheduleId: 'uuid', invoiceIds: 'uuid[]', undone: 'uuid[]' } },
);

/** The first day for which some invoices asked of a schedule; by prefix of the primary keys. */
export const FIRST_DAY_OF = namedSql(
  `select min(d.start_on) as since
   from (select b.start_on from billing.billed_item b
     where b.company_id = :companyId and b.schedule_id = :scheduleId
       and b.invoice_id = any(:invoiceIds)
     union all
     select l.start_on from billing.change_line l
     where l.company_id = :companyId and l.schedule_id = :scheduleId
       and l.invoice_id = any(:invoiceIds)) d`,
  { values: { scheduleId: 'uuid', invoiceIds: 'uuid[]' } },
);

/** Lines that give back of invoices what periods asked; by `change_line_corrects_index`. */
export const HOLD_GIVEN_BACK = namedSql(
  `select l.id from billing.change_line l
   where l.company_id = :companyId and l.corrects = any(:invoiceIds) and l.of_period
   order by l.schedule_id, l.id for no key update`,
  { values: { invoiceIds: 'uuid[]' } },
);

/**
 * Of invoices that are given up what other documents that stand have given back of them, or asked
 * again of that, and what of them pays for what others ask; by `change_line_corrects_index`.
 */
export const GIVEN_BACK_OF_NOTHING = namedSql(
  `select l.schedule_id as "scheduleId", ${LINE} ${JOINED}
   where l.company_id = :companyId and l.corrects = any(:invoiceIds) and l.of_period
     and l.settled_on is null and c.status in ('void', 'cancelled')
     and (l.netted or i.status not in ('void', 'cancelled') or n.status <> 'void')
   order by l.schedule_id, l.id`,
  { values: { invoiceIds: 'uuid[]' } },
);

/** Lines that are owed whatever becomes of the invoice that they correct; by primary key. */
export const OWE_CHANGE_LINES = namedSql(
  `update billing.change_line l set of_period = false
   from :rows as b
   where l.company_id = :companyId and l.schedule_id = b.schedule_id and l.id = b.id`,
  { rows: { scheduleId: 'uuid', id: 'uuid' } },
);

export const INSERT_CHANGE_LINES = namedSql(
  `insert into billing.change_line (company_id, schedule_id, id, change_id, item_id, made_on,
     start_on, until_on, amount, product_id, description, tax_code, place_of, corrects, invoice_id,
     whole, credit_note_id, of_period, part_of, netted)
   select k.id, r.schedule_id, r.id, r.change_id, r.item_id, r.made_on, r.start_on, r.until_on,
     r.amount, r.product_id, r.description, r.tax_code, r.place_of::jsonb, r.corrects,
     r.invoice_id, r.whole, r.credit_note_id, r.of_period, r.part_of, r.netted
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    rows: {
      scheduleId: 'uuid',
      id: 'uuid',
      changeId: 'uuid',
      itemId: 'uuid',
      madeOn: 'date',
      startOn: 'date',
      untilOn: 'date',
      amount: 'bigint',
      productId: 'uuid',
      description: 'text',
      taxCode: 'text',
      placeOf: 'jsonb',
      corrects: 'uuid',
      invoiceId: 'uuid',
      whole: 'boolean',
      creditNoteId: 'uuid',
      ofPeriod: 'boolean',
      partOf: 'uuid',
      netted: 'boolean',
    },
  },
);

/** Lines that an invoice bears from now on; by primary key. */
export const BEAR_CHANGE_LINES = namedSql(
  `update billing.change_line l set invoice_id = b.invoice_id, credit_note_id = null,
     returned = false
   from :rows as b
   where l.company_id = :companyId and l.schedule_id = b.schedule_id and l.id = b.id`,
  { rows: { scheduleId: 'uuid', id: 'uuid', invoiceId: 'uuid' } },
);

/** Lines that no invoice has room for; by primary key. */
export const RETURN_CHANGE_LINES = namedSql(
  `update billing.change_line l set returned = true
   from :rows as b
   where l.company_id = :companyId and l.schedule_id = b.schedule_id and l.id = b.id`,
  { rows: { scheduleId: 'uuid', id: 'uuid' } },
);

/** Lines that are through: given back by a note, or nothing together. */
export const SETTLE_CHANGE_LINES = namedSql(
  `update billing.change_line l set settled_on = :day
   where l.company_id = :companyId and l.schedule_id = :scheduleId and l.id = any(:ids)`,
  { values: { scheduleId: 'uuid', ids: 'uuid[]', day: 'date' } },
);

/** Changes that no other of their day undoes any more; by prefix of the primary key. */
export const KEEP_CHANGES = namedSql(
  `update billing.change_line l set whole = false
   where l.company_id = :companyId and l.schedule_id = :scheduleId
     and l.change_id = any(:changeIds)`,
  { values: { scheduleId: 'uuid', changeIds: 'uuid[]' } },
);

/** Lines that were never owed; by primary key. */
export const DROP_CHANGE_LINES = namedSql(
  `delete from billing.change_line l
   where l.company_id = :companyId and l.schedule_id = :scheduleId and l.id = any(:ids)`,
  { values: { scheduleId: 'uuid', ids: 'uuid[]' } },
);

/**
 * Schedules of which something waits that no next invoice will bear: usage that is to be given
 * back, what had no room, and what waits where everything is billed.
 */
export const SCHEDULES_THAT_WAIT = namedSql(
  `select u.schedule_id as id from billing.billed_usage u
   where u.company_id = :companyId and u.pending
   union
   select l.schedule_id from billing.change_line l
   where l.company_id = :companyId and l.returned and l.settled_on is null
   union
   select l.schedule_id ${JOINED}
   join billing.schedule s on s.company_id = :companyId and s.id = l.schedule_id
   where l.company_id = :companyId and l.settled_on is null and s.status = 'completed' and ${WAITS}
   order by id`,
  {},
);
