import type { Invariant } from '@quittance/database';
import { orderInvariants } from './order-invariants.js';

const TOTALS: Invariant = {
  id: 'I22a',
  holds: 'The chosen lines of a quote add up to its subtotal, tax and total',
  text: `
    select q.company_id, 'quote' as object, q.number || '/' || q.revision as record,
      format('says %s + %s = %s; its chosen lines add up to %s + %s (minor units of %s)',
        q.subtotal, q.tax_total, q.total, coalesce(l.net, 0), coalesce(l.tax, 0), q.currency)
        as wrong
    from sales.quote q
    left join (select company_id, quote_id, sum(net) as net, sum(tax) as tax
      from sales.quote_line where selected group by 1, 2) l
      on l.company_id = q.company_id and l.quote_id = q.id
    where q.subtotal <> coalesce(l.net, 0) or q.tax_total <> coalesce(l.tax, 0)`,
};

const ACCEPTED: Invariant = {
  id: 'I22b',
  holds: 'A quote that was accepted has the receipt of it, and no other quote has one',
  text: `
    select q.company_id, 'quote' as object, q.number || '/' || q.revision as record,
      format('%s, with %s acceptances', q.status, count(a.quote_id)) as wrong
    from sales.quote q
    left join sales.quote_acceptance a on a.company_id = q.company_id and a.quote_id = q.id
    group by q.company_id, q.number, q.revision, q.status
    having (q.status in ('accepted', 'ordered')) <> (count(a.quote_id) = 1)`,
};

const HASHES: Invariant = {
  id: 'I22c',
  holds: 'What is offered and what was agreed to have the hashes that they are known by',
  text: `
    select q.company_id, 'quote' as object, q.number || '/' || q.revision as record,
      format('its content does not have the hash %s', q.content_hash) as wrong
    from sales.quote q
    where q.content_hash <> encode(sha256(convert_to(q.content, 'UTF8')), 'hex')
    union all
    select a.company_id, 'quote', a.quote_id::text,
      format('its receipt does not have the hash %s, or is of another content', a.receipt_hash)
    from sales.quote_acceptance a
    join sales.quote q on q.company_id = a.company_id and q.id = a.quote_id
    where a.receipt_hash <> encode(sha256(convert_to(a.receipt, 'UTF8')), 'hex')
      or a.content_hash is distinct from q.content_hash`,
};

const REVISIONS: Invariant = {
  id: 'I22d',
  holds: 'The revisions of a quote are counted without a gap, each superseded by the next alone',
  text: `
    select q.company_id, 'quote' as object, q.number || '/' || q.revision as record,
      'is superseded by another revision than the next' as wrong
    from sales.quote q
    join sales.quote n on n.company_id = q.company_id and n.id = q.superseded_by_id
    where n.number <> q.number or n.revision <= q.revision
    union all
    select company_id, 'quote', number,
      format('has %s revisions, the last of which is %s', count(*), max(revision))
    from sales.quote group by company_id, number having count(*) <> max(revision)`,
};

const SIGNED: Invariant = {
  id: 'I22e',
  holds: 'The file of an accepted quote is the one that was kept with its digest',
  text: `
    select p.company_id, 'quote' as object, p.quote_id::text as record,
      format('its file does not have the digest %s', p.digest) as wrong
    from sales.quote_signed_pdf p
    where p.digest <> encode(sha256(p.bytes), 'hex')`,
};

/** What is true of what is agreed with customers. */
export const salesInvariants: readonly Invariant[] = [
  TOTALS,
  ACCEPTED,
  HASHES,
  REVISIONS,
  SIGNED,
  ...orderInvariants,
];
