import { namedSql, sql, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import { trimDecimal } from '@quittance/money';
import { NO_LATE_TERMS, type SavedLateTerms } from './late-terms.js';

const COLUMNS = `t.version, t.active, t.annual_rate as "annualRate", t.grace_days as "graceDays",
  t.applies_from as "appliesFrom", t.amounts, t.ask_on_day as "askOnDay",
  t.last_asked_on as "lastAskedOn", t.said_on as "saidOn", t.earlier`;

/** By primary key. */
const FIND = sql(`select ${COLUMNS} from dunning.late_terms t where t.company_id = $1`);
const LOCK = sql(`${FIND.text} for update`);
const STORE = namedSql(
  `insert into dunning.late_terms as t (company_id, version, active, annual_rate, grace_days,
     applies_from, amounts, ask_on_day, last_asked_on, said_on, earlier, created_at, updated_at)
   values (:companyId, 1, :active, :annualRate, :graceDays, :appliesFrom, :amounts, :askOnDay,
     :lastAskedOn, :saidOn, :earlier, :now, :now)
   on conflict (company_id) do update set version = t.version + 1, active = excluded.active,
     annual_rate = excluded.annual_rate, grace_days = excluded.grace_days,
     applies_from = excluded.applies_from, amounts = excluded.amounts,
     ask_on_day = excluded.ask_on_day, last_asked_on = excluded.last_asked_on,
     said_on = excluded.said_on, earlier = excluded.earlier, updated_at = excluded.updated_at
   returning ${COLUMNS}`,
  {
    values: {
      active: 'boolean',
      annualRate: 'numeric',
      graceDays: 'integer',
      appliesFrom: 'date',
      amounts: 'jsonb',
      askOnDay: 'integer',
      lastAskedOn: 'date',
      saidOn: 'date',
      earlier: 'jsonb',
    },
  },
);

const ASKED = sql(`
  update dunning.late_terms t set last_asked_on = greatest(t.last_asked_on, $2::date)
  where t.company_id = $1`);

const read = (row: SavedLateTerms | undefined): SavedLateTerms => {
  if (!row) return NO_LATE_TERMS;
  return { ...row, annualRate: row.annualRate === null ? null : trimDecimal(row.annualRate) };
};

export async function readLateTerms(tx: Tx): Promise<SavedLateTerms> {
  return read(await tx.maybe<SavedLateTerms>(FIND, [tx.ctx.companyId]));
}

export async function lockLateTerms(tx: Tx): Promise<SavedLateTerms> {
  return read(await tx.maybe<SavedLateTerms>(LOCK, [tx.ctx.companyId]));
}

export async function storeLateTerms(
  tx: Tx,
  terms: Omit<SavedLateTerms, 'version' | 'appliesFrom'> & { readonly appliesFrom: LocalDate },
): Promise<SavedLateTerms> {
  const { active, annualRate, graceDays, appliesFrom, amounts, askOnDay, lastAskedOn } = terms;
  const { saidOn, earlier } = terms;
  const days = { appliesFrom, askOnDay, lastAskedOn, saidOn };
  const saved = { active, annualRate, graceDays, amounts, earlier, ...days };
  return read(await STORE.one<SavedLateTerms>(tx, saved));
}

/** Keeps that late payment was asked for by itself on a day. No change of what was said. */
export async function markAsked(tx: Tx, on: LocalDate): Promise<void> {
  await tx.run(ASKED, [tx.ctx.companyId, on]);
}
