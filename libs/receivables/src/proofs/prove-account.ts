import { Injectable } from '@nestjs/common';
import { readLedgerAccount, type LedgerAccountId } from '@quittance/crm';
import { Database, sql } from '@quittance/database';
import { formatMinor, type Currency } from '@quittance/money';
import type { AccountId, Ctx } from '@quittance/kernel';

const FIGURES = [
  'billed',
  'paid',
  'credited',
  'writtenOff',
  'balance',
  'received',
  'refunded',
  'onAccount',
] as const;
type Figure = (typeof FIGURES)[number];
type Figures<T> = Readonly<Record<Figure, T>>;

/** One figure in one currency: sums of minor units as decimal text. */
interface FigureRow {
  readonly currency: Currency;
  readonly figure: Figure;
  readonly kept: string;
  readonly summed: string;
}

/**
 * What the documents of an account keep, beside what their lines and append-only rows add up to;
 * by the account indexes of the documents and the document indexes of the rows.
 */
const FIGURES_OF_ACCOUNT = sql(`
  with i as (select * from receivables.invoice where company_id = $1 and account_id = $2),
    p as (select * from receivables.payment where company_id = $1 and account_id = $2
      and status in ('completed', 'refunded')),
    n as (select * from receivables.credit_note where company_id = $1 and account_id = $2
      and (kind = 'on_account' or status not in ('draft', 'void')))
  select f.currency, f.figure, sum(f.kept)::text as kept, sum(f.summed)::text as summed from (
    select currency, 'billed' as figure, total as kept, 0 as summed from i
      where status not in ('void', 'cancelled')
    union all select i.currency, 'billed', 0, l.total from i
      join receivables.invoice_line l on l.company_id = $1 and l.invoice_id = i.id
      where i.status not in ('void', 'cancelled')
    union all select currency, 'paid', paid_amount, 0 from i
    union all select i.currency, 'paid', 0, a.amount from i
      join receivables.payment_allocation a on a.company_id = $1 and a.invoice_id = i.id
    union all select currency, 'credited', credited_amount, 0 from i
    union all select i.currency, 'credited', 0, c.amount from i
      join receivables.credit_application c on c.company_id = $1 and c.invoice_id = i.id
    union all select currency, 'writtenOff', written_off_amount, 0 from i
    union all select i.currency, 'writtenOff', 0, w.amount from i
      join receivables.write_off w on w.company_id = $1 and w.invoice_id = i.id
    union all select currency, 'balance', balance, 0 from i
    union all select currency, 'received', amount, 0 from p
    union all select p.currency, 'received', 0, a.amount from p
      join receivables.payment_allocation a on a.company_id = $1 and a.payment_id = p.id
      where a.refund_id is null
    union all select p.currency, 'received', 0, o.total from p
      join receivables.credit_note o on o.company_id = $1 and o.payment_id = p.id
      where o.kind = 'on_account' and o.refund_id is null
    union all select currency, 'refunded', refunded_amount, 0 from p
    union all select p.currency, 'refunded', 0, r.amount from p
      join receivables.refund r on r.company_id = $1 and r.payment_id = p.id
    union all select currency, 'onAccount', remaining, total from n
    union all select n.currency, 'onAccount', 0, -c.amount from n
      join receivables.credit_application c
        on c.company_id = $1 and c.credit_note_id = n.id
    union all select p.currency, 'onAccount', 0, -r.from_credit from p
      join receivables.refund r on r.company_id = $1 and r.payment_id = p.id
  ) f group by f.currency, f.figure order by f.currency`);

/** Proves what a customer owes and holds, currency by currency. */
@Injectable()
export class ProveAccount {
  constructor(private readonly db: Database) {}

  /**
   * The amounts kept in the customer's invoices, payments and credit notes beside the sums of the
   * rows that moved them. A supplier has none.
   * @throws DomainError not_found
   */
  execute(ctx: Ctx, id: LedgerAccountId): Promise<AccountProof> {
    return this.db.read(ctx, async (tx) => {
      const { accountId, name } = await readLedgerAccount(tx, id);
      const params = [ctx.companyId, accountId];
      const rows = accountId ? await tx.rows<FigureRow>(FIGURES_OF_ACCOUNT, params) : [];
      return proofView(id, accountId, name, rows);
    });
  }
}

function proofView(
  ledgerAccountId: LedgerAccountId,
  accountId: AccountId | null,
  name: string,
  rows: readonly FigureRow[],
) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].map((currency) =>
    currencyProof(
      currency,
      rows.filter((row) => row.currency === currency),
    ),
  );
  const agrees = currencies.every((each) => each.agrees);
  return { ledgerAccountId, accountId, name, currencies, agrees };
}

export type AccountProof = ReturnType<typeof proofView>;

function currencyProof(currency: Currency, rows: readonly FigureRow[]) {
  const kept = figuresOf(rows, 'kept');
  const added = figuresOf(rows, 'summed');
  const settled = added.paid + added.credited + added.writtenOff;
  const summed = { ...added, balance: added.billed - settled };
  return {
    currency,
    summed: figuresView(summed, currency),
    kept: figuresView(kept, currency),
    agrees: FIGURES.every((figure) => summed[figure] === kept[figure]),
  };
}

function figuresOf(rows: readonly FigureRow[], side: 'kept' | 'summed'): Figures<bigint> {
  const of = (figure: Figure) => BigInt(rows.find((row) => row.figure === figure)?.[side] ?? '0');
  return Object.fromEntries(FIGURES.map((figure) => [figure, of(figure)])) as Figures<bigint>;
}

function figuresView(figures: Figures<bigint>, currency: Currency): Figures<string> {
  return Object.fromEntries(
    FIGURES.map((figure) => [figure, formatMinor(figures[figure], currency)]),
  ) as Figures<string>;
}
