import { namedSql, sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { DunningRunId } from '../attempts/attempt.js';
import type { LastLetter } from '../run/overdue-invoice.js';

/** By the primary key of `last_letter`. */
const LAST = sql(`
  select l.account_id as "accountId", l.letter_on as "on", l.run_id as "runId"
  from dunning.last_letter l
  where l.company_id = $1 and l.account_id = any($2::uuid[]) and l.letter_on is not null`);

/**
 * What this run has claimed on this day already; shared, so that nobody takes it away meanwhile.
 */
const HOLD = namedSql(
  `select l.account_id as "accountId" from dunning.last_letter l
   where l.company_id = :companyId and l.account_id = any(:accounts)
     and l.run_id = :runId and l.letter_on = :on
   order by l.account_id for share`,
  { values: { accounts: 'uuid[]', runId: 'uuid', on: 'date' } },
);

/** Whoever comes at the same time waits here, and then finds the letter of the other. */
const CLAIM = namedSql(
  `insert into dunning.last_letter as l (company_id, account_id, run_id, letter_on)
   select k.id, r.account_id, :runId, :on
   from company.pub_company k cross join unnest(:accounts) as r(account_id)
   where k.id = :companyId order by r.account_id
   on conflict (company_id, account_id) do update
     set run_id = excluded.run_id, letter_on = excluded.letter_on
     where l.run_id = excluded.run_id or l.letter_on is null
       or l.letter_on <= excluded.letter_on - :minimumGapDays
   returning l.account_id as "accountId"`,
  { values: { runId: 'uuid', on: 'date', accounts: 'uuid[]', minimumGapDays: 'integer' } },
);

/** The letters that are written, and those that are being: by the invoices of the accounts. */
const WRITTEN = sql(`
  select i.account_id as "accountId", max(a.made_on) as "on"
  from dunning.attempt a
  join receivables.pub_invoice i on i.company_id = $1 and i.id = a.invoice_id
  where a.company_id = $1 and i.account_id = any($2::uuid[])
    and (a.result = 'sent' or a.leased_until > $3)
  group by i.account_id`);

const LOCK = sql(`
  select l.account_id from dunning.last_letter l
  where l.company_id = $1 and l.account_id = any($2::uuid[]) order by l.account_id for update`);

const TAKE_BACK = namedSql(
  `update dunning.last_letter l set letter_on = n.letter_on from :rows as n
   where l.company_id = :companyId and l.account_id = n.account_id`,
  { rows: { accountId: 'uuid', letterOn: 'date' } },
);

/** By attempt_run_index. */
const LEFT_BEHIND = sql(`
  select distinct i.account_id as "accountId"
  from dunning.attempt a
  join receivables.pub_invoice i on i.company_id = $1 and i.id = a.invoice_id
  where a.company_id = $1 and a.run_id = $2 and a.result = 'running'`);

interface OfAccount {
  readonly accountId: AccountId;
}

/** When these customers were last written to, by account. */
export async function lastLetters(
  tx: Tx,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, LastLetter>> {
  if (accounts.length === 0) return new Map();
  const rows = await tx.rows<OfAccount & LastLetter>(LAST, [tx.ctx.companyId, accounts]);
  return new Map(rows.map(({ accountId, on, runId }) => [accountId, { on, runId }]));
}

/** The occasion on which a run writes to customers. */
export interface LetterOccasion {
  readonly runId: DunningRunId;
  readonly on: LocalDate;
  readonly minimumGapDays: number;
}

/**
 * Takes the right to write to these customers, for as many letters of the run as there are; answers
 * those that another run has not written to lately. Taken after the rows of invoices and attempts,
 * in the order of the accounts, and by nothing but dunning.
 */
export async function claimLetters(
  tx: Tx,
  { runId, on, minimumGapDays }: LetterOccasion,
  accounts: readonly AccountId[],
): Promise<ReadonlySet<AccountId>> {
  if (accounts.length === 0) return new Set();
  const asked = [...new Set(accounts)].toSorted();
  const ours = { runId, on };
  const held = new Set(accountsOf(await HOLD.rows<OfAccount>(tx, { ...ours, accounts: asked })));
  const wanted = asked.filter((account) => !held.has(account));
  if (wanted.length === 0) return held;
  const claimed = await CLAIM.rows<OfAccount>(tx, { ...ours, accounts: wanted, minimumGapDays });
  return new Set([...held, ...accountsOf(claimed)]);
}

/** The same for one customer, and for nobody beside: its letter may still come to nothing. */
export async function claimLetter(
  tx: Tx,
  { runId, on, minimumGapDays }: LetterOccasion,
  account: AccountId,
): Promise<boolean> {
  const claimed = await CLAIM.rows(tx, { runId, on, minimumGapDays, accounts: [account] });
  return claimed.length > 0;
}

/** No letter came of what was claimed: what counts is again the last one that was written. */
export async function takeBackClaims(tx: Tx, accounts: readonly AccountId[]): Promise<void> {
  if (accounts.length === 0) return;
  const { companyId, now } = tx.ctx;
  await tx.run(LOCK, [companyId, accounts]);
  const written = await tx.rows<OfAccount & Pick<LastLetter, 'on'>>(WRITTEN, [
    companyId,
    accounts,
    now,
  ]);
  const days = new Map(written.map(({ accountId, on }) => [accountId, on]));
  const rows = accounts.map((accountId) => ({ accountId, letterOn: days.get(accountId) ?? null }));
  await TAKE_BACK.run(tx, TAKE_BACK.columns(rows));
}

/** The customers that a dead run was just writing to. */
export async function accountsLeftBehind(
  tx: Tx,
  runId: DunningRunId,
): Promise<readonly AccountId[]> {
  return accountsOf(await tx.rows<OfAccount>(LEFT_BEHIND, [tx.ctx.companyId, runId]));
}

function accountsOf(rows: readonly OfAccount[]): readonly AccountId[] {
  return rows.map(({ accountId }) => accountId);
}
