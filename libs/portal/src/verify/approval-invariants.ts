import type { Invariant } from '@quittance/database';

const USED: Invariant = {
  id: 'I36a',
  holds: 'What is used of a limit in a period is what the ledger of its user comes to in it',
  text: `
    select u.company_id, 'portal-user' as object, u.portal_user_id as record,
      format('has used %s of the %s from %s on, by the ledger %s', u.used, u.period, u.starts_on,
        coalesce(sum(e.amount), 0)) as wrong
    from portal.limit_use u
    left join portal.limit_entry e on e.company_id = u.company_id
      and e.portal_user_id = u.portal_user_id and e.currency = u.currency
      and e.spent_on >= u.starts_on
      and e.spent_on < (u.starts_on + case u.period when 'day' then interval '1 day'
        when 'week' then interval '7 days' when 'month' then interval '1 month'
        when 'quarter' then interval '3 months' else interval '1 year' end)::date
    group by u.company_id, u.portal_user_id, u.period, u.starts_on, u.currency, u.used
    having u.used <> coalesce(sum(e.amount), 0)`,
};

const RELEASED: Invariant = {
  id: 'I36b',
  holds: 'A release gives back what its reservation took, to its user and in its period',
  text: `
    select e.company_id, 'portal-user' as object, e.portal_user_id as record,
      format('%s of %s on %s is not that of its reservation', e.kind, e.amount, e.spent_on) as wrong
    from portal.limit_entry e
    join portal.limit_entry r on r.company_id = e.company_id and r.id = e.reserve_id
    where r.kind <> 'reserve' or r.portal_user_id <> e.portal_user_id
      or r.spent_on <> e.spent_on or r.currency <> e.currency or r.chain_id <> e.chain_id
      or (e.kind = 'release' and (e.amount <> -r.amount
        or e.document_amount <> -r.document_amount))`,
};

const CHAINED: Invariant = {
  id: 'I36c',
  holds:
    'An order, or a quote and its order together, is charged once, and not once it is given up',
  text: `
    select c.company_id, 'sales-order' as object, c.chain_id as record,
      format('%s was charged in %s parts', c.charged, c.parts) as wrong
    from (select e.company_id, e.chain_id, sum(e.document_amount) as charged,
        count(*) filter (where e.kind = 'reserve') as parts
      from portal.limit_entry e where e.subscription_id is null group by 1, 2) c
    left join sales.pub_quote q on q.company_id = c.company_id and q.id = c.chain_id
    left join sales.pub_sales_order o on o.company_id = c.company_id
      and (o.id = c.chain_id or o.quote_id = c.chain_id)
    where (q.id is null and c.parts > 1) or c.charged > greatest(q.total, o.total)
      and q.id is not null or (o.status = 'cancelled' and c.charged <> 0)`,
};

const SIGNED: Invariant = {
  id: 'I36d',
  holds: 'What was approved has its signers, none of them who asked, and one of them decided',
  text: `
    select a.company_id, 'portal-approval' as object, a.id as record,
      format('is %s with %s of %s signatures', a.status, coalesce(s.approved, 0), a.approvals)
        as wrong
    from portal.approval a
    left join (select company_id, approval_id, count(*) filter (where decision = 'approved')
          as approved, count(*) filter (where decision = 'rejected') as rejected,
        array_agg(portal_user_id) as signers
      from portal.approval_signature group by 1, 2) s
      on s.company_id = a.company_id and s.approval_id = a.id
    where coalesce(a.requested_by = any (s.signers), false) or case a.status
      when 'approved' then coalesce(s.approved, 0) <> a.approvals or s.rejected > 0
        or not coalesce(a.decided_by = any (s.signers), false)
      when 'rejected' then not coalesce(a.decided_by = any (s.signers), false)
      when 'pending' then coalesce(s.approved, 0) >= a.approvals or s.rejected > 0
      else false end`,
};

/** What must be true of limits, their ledger and of what waits for approval. */
export const approvalInvariants: readonly Invariant[] = [USED, RELEASED, CHAINED, SIGNED];
