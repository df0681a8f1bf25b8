import { findBillingAccounts, type BillingAccount } from '@quittance/crm';
import type { Database, Tx } from '@quittance/database';
import { livePaymentLinks } from '@quittance/gateway';
import type { AccountId, Ctx, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import {
  prepareEmails,
  renderAhead,
  type NewEmail,
  type ReadyEmails,
  type TemplateRenderer,
} from '@quittance/notifications';
import { openOverdue } from '@quittance/receivables';
import type { DunningAction } from '../schedule/dunning-schedule.js';
import { LETTERS, letterOf, type LetterFacts } from '../letters/letter.js';
import { nextStep, type DueStep, type RunTerms } from './next-step.js';
import { openAmount, type OverdueInvoice, type WalkKey } from './overdue-invoice.js';
import { overdueInvoices } from './overdue-invoice.sql.js';

/** A letter that a step sends by itself; a payment link is made first. */
const WRITES_LETTER: readonly DunningAction[] = ['reminder', 'warning'];

/** The letters of steps in their order, and the payment links that they show. */
export async function lettersOf(
  tx: Tx,
  due: readonly DueStep[],
  {
    accounts,
    asOf,
  }: {
    readonly accounts: ReadonlyMap<AccountId, BillingAccount>;
    readonly asOf: LocalDate;
  },
): Promise<{
  readonly letters: readonly NewEmail[];
  readonly links: ReadonlyMap<InvoiceId, string>;
}> {
  const open = due.map(({ invoice }) => ({ id: invoice.id, balance: openAmount(invoice) }));
  const links = await livePaymentLinks(tx, open);
  const letters = due.map(({ invoice, step }): NewEmail => {
    const account = accounts.get(invoice.accountId);
    const facts: LetterFacts = {
      templateCode: LETTERS[step.action] as LetterFacts['templateCode'],
      to: account?.email ?? null,
      accountName: account?.name ?? '',
      paymentLink: links.get(invoice.id) ?? null,
      asOf,
    };
    return letterOf(invoice, facts);
  });
  return { letters, links };
}

/** Letters of the invoices that come next in a walk, and where the walk goes on behind them. */
interface Ahead {
  readonly ready: ReadyEmails;
  readonly until: WalkKey | null;
}

/**
 * Renders the letters of a walk before the invoices are locked: those of the next batch while the
 * one before is being stored. What has changed by the time a letter is written, and what another
 * run has taken out of the way, is not found among them: such a letter is rendered when it is sent.
 */
export class LettersAhead {
  private next: { readonly after: WalkKey; readonly letters: Promise<Ahead> } | null = null;

  constructor(
    private readonly contexts: () => Ctx,
    private readonly means: { readonly db: Database; readonly renderer: TemplateRenderer },
    private readonly terms: RunTerms,
    private readonly batch: number,
  ) {}

  async behind(after: WalkKey): Promise<ReadyEmails> {
    const isNext = this.next?.after.id === after.id && this.next.after.dueDate === after.dueDate;
    const { ready, until } = await ((isNext ? this.next?.letters : undefined) ??
      this.render(after));
    if (until) {
      this.next = { after: until, letters: this.render(until) };
      // Whoever takes them is told; a walk that has ended takes none.
      this.next.letters.catch(() => undefined);
    }
    return ready;
  }

  /** Fulfilled when nothing is being rendered any more. */
  async end(): Promise<void> {
    await this.next?.letters.catch(() => undefined);
  }

  private async render(after: WalkKey): Promise<Ahead> {
    const ctx = this.contexts();
    const { companyId } = ctx;
    const { asOf } = this.terms;
    const { db, renderer } = this.means;
    const [prepared, last] = await db.read(ctx, async (tx) => {
      const found = await openOverdue.read(tx, asOf, { after, most: this.batch });
      const overdue = await overdueInvoices(tx, asOf, found);
      return [await this.lettersAbout(tx, overdue), overdue.at(-1)] as const;
    });
    const until = last ? { dueDate: last.dueDate, id: last.id } : null;
    return { ready: await renderAhead(renderer, companyId, prepared), until };
  }

  private async lettersAbout(tx: Tx, overdue: readonly OverdueInvoice[]) {
    const written = overdue.flatMap((invoice): DueStep[] => {
      const verdict = nextStep(invoice, this.terms);
      if ('hold' in verdict || !WRITES_LETTER.includes(verdict.step.action)) return [];
      return [{ invoice, step: verdict.step }];
    });
    if (written.length === 0) return [];
    const ids = [...new Set(written.map(({ invoice }) => invoice.accountId))];
    const accounts = await findBillingAccounts(tx, ids);
    const { letters } = await lettersOf(tx, written, { accounts, asOf: this.terms.asOf });
    return prepareEmails(tx, letters);
  }
}
