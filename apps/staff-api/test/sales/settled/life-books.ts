import { sumOf } from '@quittance/money';
import { SweepSubscriptions } from '@quittance/sales/host';
import { Client } from 'pg';
import type { StaffClient, TestStaffApi } from '../../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../../test/support/test-database.js';
import type { Json } from '../../objects/objects-support.js';
import { TAX_CODES, type LifeTaxes } from './life-taxes.js';
import { call } from '../sales-support.js';
import { billedOn } from '../subscription-support.js';

/** What waits of changes, as the schema has it and not by the product's own words. */
const WAITING = `select l.id, coalesce(l.tax_code, '') as code, l.amount
  from billing.change_line l
  left join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
  left join receivables.credit_note n on n.company_id = l.company_id and n.id = l.credit_note_id
  left join receivables.invoice c on c.company_id = l.company_id and c.id = l.corrects
  where l.company_id = $1 and l.settled_on is null and not l.netted
    and (l.invoice_id is null or i.status in ('void', 'cancelled'))
    and (l.credit_note_id is null or n.status = 'void')
    and (not l.of_period or l.corrects is null or c.status not in ('void', 'cancelled'))`;

/** What stands of the documents of a company. */
interface Standing {
  readonly invoices: readonly string[];
  readonly notes: readonly string[];
}

/** Net and tax at one code of an invoice, and of its notes. */
interface Taxed {
  net: bigint;
  tax: bigint;
  back: bigint;
  taxBack: bigint;
  /** So many amounts were rounded. */
  rounded: bigint;
}

export function isAlike(told: unknown, wanted: unknown): void {
  expect(told).toEqual(wanted);
}

/** The documents of the company that a life is billed by, through the API. */
export class LifeBooks {
  constructor(
    readonly t: TestDatabase,
    readonly api: TestStaffApi,
    readonly admin: StaffClient,
  ) {}

  /** What waits for the next invoice goes with it, or comes back behind it: none of it is late. */
  async billedOn(day: string): Promise<void> {
    const waited = await this.waitingLines();
    const { invoiced } = await billedOn(this, day);
    if (invoiced === 0 || waited.length === 0) return;
    const ids = waited.map(({ id }) => id);
    const late = (await this.waitingLines()).filter(({ id }) => ids.includes(id));
    isAlike({ day, late }, { day, late: [] });
  }

  async sweptOn(day: string): Promise<void> {
    this.t.clock.set(`${day}T10:00:00Z`);
    await this.api.app.get(SweepSubscriptions).execute(this.t.ctx(this.admin.companyId));
  }

  private async list(path: string): Promise<Json[]> {
    const { body } = await call(this.admin, 'GET', `${path}?pageSize=200`);
    const all = body.data as Json[];
    return all.filter(({ status }) => status !== 'void' && status !== 'cancelled');
  }

  async send(): Promise<void> {
    for (const { id, status } of await this.list('/invoices')) {
      if (status === 'draft') await this.post(`/invoices/${String(id)}/send`);
    }
  }

  async standing(): Promise<Standing> {
    const [invoices, notes] = [await this.list('/invoices'), await this.list('/credit-notes')];
    return { invoices: invoices.map((i) => String(i.id)), notes: notes.map((n) => String(n.id)) };
  }

  /** Gives up what was made since: notes are voided, and invoices cancelled as drafts or voided. */
  async giveUp(since: Standing, how: 'cancel' | 'void', invoicesToo: boolean): Promise<void> {
    for (const note of await this.list('/credit-notes')) {
      if (!since.notes.includes(String(note.id))) await this.voidNote(note);
    }
    if (!invoicesToo) return;
    for (const { id, status } of await this.list('/invoices')) {
      if (since.invoices.includes(String(id)) || status !== 'draft') continue;
      const path = `/invoices/${String(id)}`;
      if (how === 'void') await this.post(`${path}/send`);
      await this.post(`${path}/${how}`, how === 'void' ? { reason: 'A mistake' } : {});
    }
  }

  /**
   * Gives up the invoice of a period, with the notes on it. Answers the first day of the period;
   * null where there is none.
   */
  async giveUpPeriod(place: number): Promise<string | null> {
    // One of nothing may begin on the day of another, by which the model knows them.
    const isOfPeriod = ({ scheduleId, total }: Json) => scheduleId !== null && Number(total) !== 0;
    const all = (await this.list('/invoices')).filter(isOfPeriod);
    const given = all[place % Math.max(1, all.length)];
    if (!given) return null;
    for (const note of await this.list('/credit-notes')) {
      if (note.invoiceId === given.id) await this.voidNote(note);
    }
    const how = given.status === 'draft' ? 'cancel' : 'void';
    const reason = how === 'void' ? { reason: 'A mistake' } : {};
    await this.post(`/invoices/${String(given.id)}/${how}`, reason);
    return String(given.periodStart);
  }

  /** Takes a credit note off what it was applied to, and voids it. */
  async voidNote({ id, invoiceId, status }: Json): Promise<void> {
    const path = `/credit-notes/${String(id)}`;
    if (status !== 'issued') await this.post(`${path}/unapply`, { invoiceId });
    await this.post(`${path}/void`, { reason: 'A mistake' });
  }

  async post(path: string, body: object = {}): Promise<Json> {
    const answer = await call(this.admin, 'POST', path, body);
    isAlike([path, answer.status, answer.code], [path, 200, undefined]);
    return answer.body;
  }

  /** What is asked and not given back, net, at each code that lines name. */
  async charged(): Promise<ReadonlyMap<string, bigint>> {
    const sums = new Map<string, bigint>();
    for (const { net, back, code } of await this.taxed()) {
      sums.set(code, (sums.get(code) ?? 0n) + net - back);
    }
    return sums;
  }

  /** Of each invoice that stands, at each code. */
  async taxed(): Promise<(Taxed & { readonly code: string })[]> {
    const { companyId } = this.admin;
    const rows = await this.asked<Record<'code' | keyof Taxed, string>>(
      `select coalesce(l.tax_code, '') as code, sum(l.net) as net, sum(l.tax) as tax,
         coalesce(sum(n.net), 0) as back, coalesce(sum(n.tax), 0) as "taxBack",
         count(*) + coalesce(sum(n.count), 0) as rounded
       from receivables.invoice i
       join receivables.invoice_line l on l.company_id = i.company_id and l.invoice_id = i.id
       left join lateral (select sum(d.net) as net, sum(d.tax) as tax, count(*) as count
         from receivables.credit_note c
         join receivables.credit_note_line d
           on d.company_id = c.company_id and d.credit_note_id = c.id
         where c.company_id = i.company_id and c.status <> 'void'
           and d.invoice_line_id = l.id) n on true
       where i.company_id = $1 and i.status not in ('void', 'cancelled')
       group by i.id, l.tax_code order by i.id`,
      [companyId],
    );
    const [loose] = await this.asked<{ count: string }>(
      `select count(*) from receivables.credit_note_line d
       where d.company_id = $1 and d.invoice_line_id is null`,
      [companyId],
    );
    isAlike(loose?.count, '0');
    return rows.map(({ code, ...sums }) => ({
      code,
      net: BigInt(sums.net),
      tax: BigInt(sums.tax),
      back: BigInt(sums.back),
      taxBack: BigInt(sums.taxBack),
      rounded: BigInt(sums.rounded),
    }));
  }

  /**
   * What is given back in full bears the very tax that was asked, and what is charged in the end
   * bears that of its rate, but for what documents and lines were rounded by.
   */
  async expectTaxes({ rounding }: LifeTaxes): Promise<void> {
    const all = await this.taxed();
    for (const { code, net, tax, back, taxBack } of all) {
      // Lines that come to nothing together may bear what each was rounded by.
      if (net === 0n && back === 0n) continue;
      const told = { code, net, tax, back, taxBack };
      if (back === net) isAlike(told, { ...told, taxBack: tax });
      else if (net >= 0n) isAlike(taxBack <= tax || told, true);
    }
    for (const { code, percent } of TAX_CODES) {
      const own = all.filter((each) => (each.code || 'full') === code);
      const sum = (of: (each: Taxed) => bigint) => sumOf(own.map(of));
      const rate = rounding === null ? 0n : BigInt(percent);
      const due = sum(({ net, back }) => net - back) * rate;
      const off = sum(({ tax, taxBack }) => tax - taxBack) * 100n - due;
      // Each amount is rounded by half a minor unit at most.
      const most = sum(({ rounded }) => rounded) * 50n;
      isAlike({ code, isNear: (off < 0n ? -off : off) <= most }, { code, isNear: true });
    }
  }

  async waiting(): Promise<ReadonlyMap<string, bigint>> {
    const sums = new Map<string, bigint>();
    for (const { code, amount } of await this.waitingLines()) {
      sums.set(code, (sums.get(code) ?? 0n) + BigInt(amount));
    }
    return sums;
  }

  private waitingLines(): Promise<{ id: string; code: string; amount: string }[]> {
    return this.asked(WAITING, [this.admin.companyId]);
  }

  private async asked<Row>(text: string, params: readonly unknown[]): Promise<Row[]> {
    const client = new Client({ connectionString: this.t.ownerUrl });
    await client.connect();
    try {
      return (await client.query(text, params as unknown[])).rows as Row[];
    } finally {
      await client.end();
    }
  }
}
