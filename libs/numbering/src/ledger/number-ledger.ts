import { sql, type Sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { DOCUMENT_TYPES, type DocumentType } from '../document-type.js';
import { documentNumbers } from '../numbered-documents.js';

/** One number of a sequence and what became of it. */
export interface LedgerEntry {
  readonly number: string;
  /** The period of its counter; empty where the counter never starts anew. */
  readonly period: string;
  /** The value of the counter, as text: it has no upper end. */
  readonly seq: string;
  /** The state of the document that bears it, or `skipped`. */
  readonly fate: string;
  /** Null where the number was passed over. */
  readonly documentId: string | null;
  readonly date: LocalDate | null;
  /** Why it was passed over. */
  readonly reason: string | null;
  readonly givenAt: Instant;
}

/** The fate of a number that no document bears. */
export const SKIPPED = 'skipped';

/** A skipped number has no id of its own; one made of its place serves to walk the list. */
const ENTRIES = (type: DocumentType) => `
  select d.company_id, d.id, d.period, d.seq, d.number, d.fate, d.id as document_id, d.date,
    null::text as reason, d.given_at
  from (${documentNumbers(type)}) d
  union all
  select s.company_id, md5(s.type || s.period || '/' || s.seq)::uuid, s.period, s.seq, s.number,
    '${SKIPPED}', null, null, s.reason, s.created_at
  from numbering.skipped_number s where s.company_id = $1::uuid and s.type = '${type}'`;

/** Every number of a type that was ever given or passed over, in the order of the counter. */
export function numberLedger(type: DocumentType): ListDefinition<LedgerEntry, LedgerEntry> {
  return {
    from: `(${ENTRIES(type)}) n`,
    select: `n.number, n.period, n.seq::text as seq, n.fate, n.document_id as "documentId", n.date,
      n.reason, n.given_at as "givenAt"`,
    id: 'n.id',
    fields: {
      number: { sql: 'n.number', type: 'text', notNull: true },
      period: { sql: 'n.period', type: 'text', notNull: true },
      seq: { sql: 'n.seq', type: 'integer', notNull: true },
      fate: { sql: 'n.fate', type: 'text', notNull: true },
      date: { sql: 'n.date', type: 'date' },
      givenAt: { sql: 'n.given_at', type: 'instant', notNull: true },
    },
    search: ['n.number'],
    defaultSort: 'period,seq',
    map: (row) => row,
  };
}

/** What the numbers of one period come to. */
export interface SequenceProof {
  readonly period: string;
  readonly first: string;
  readonly last: string;
  /** Where the counter stands. */
  readonly counter: string;
  readonly documents: number;
  readonly skipped: number;
  /** Places where a value is missing or given twice: none, unless the database was altered. */
  readonly faults: readonly string[];
}

/**
 * Whether the numbers of each period follow one another from the first to the counter. A step is as
 * wide as an increment that was ever in force: today's, the counter's, and those in the audit log.
 */
const PROOF = (type: DocumentType) => `
  with given as (${ENTRIES(type)}),
  increments as (
    select array_agg(distinct increment) || 1::bigint as known from (
      select c.increment from numbering.counter c where c.company_id = $1 and c.type = '${type}'
      union all select s.increment from numbering.setting s
        where s.company_id = $1 and s.type = '${type}'
      union all select (a.after->>'increment')::bigint from audit.pub_entry a
        where a.company_id = $1 and a.action = 'numbering.saved' and a.after->>'type' = '${type}'
          and a.after ? 'increment') each),
  steps as (
    select g.*, lag(g.seq) over (partition by g.period order by g.seq) as before,
      lag(g.number) over (partition by g.period order by g.seq) as number_before
    from given g)
  select c.period, coalesce(min(s.seq), c.first_seq)::text as first,
    coalesce(max(s.seq), c.first_seq)::text as last, c.last_seq::text as counter,
    count(s.seq) filter (where s.fate <> '${SKIPPED}')::int as documents,
    count(s.seq) filter (where s.fate = '${SKIPPED}')::int as skipped,
    coalesce((array_agg(s.number_before || ' → ' || s.number order by s.seq)
      filter (where s.before is not null and (s.seq - s.before) <> all (i.known)))[1:20], '{}')
      || case when max(s.seq) is distinct from c.last_seq
           then array['the counter stands at ' || c.last_seq] else '{}' end
      || case when min(s.seq) is distinct from c.first_seq
           then array['the first value is ' || c.first_seq] else '{}' end as faults
  from numbering.counter c cross join increments i left join steps s on s.period = c.period
  where c.company_id = $1 and c.type = '${type}'
  group by c.period, c.first_seq, c.last_seq order by c.period`;

const proofs = new Map<DocumentType, Sql>();

/** The proof of every period of a type; periods that nothing was drawn from have none. */
export function proveSequences(tx: Tx, type: DocumentType): Promise<SequenceProof[]> {
  const statement = proofs.get(type) ?? sql(PROOF(type));
  proofs.set(type, statement);
  return tx.rows<SequenceProof>(statement, [tx.ctx.companyId]);
}

export const isDocumentType = (name: string): name is DocumentType =>
  DOCUMENT_TYPES.some((known) => known === name);
