import type { Database, Tx } from '@quittance/database';
import type { CheckoutMeans } from '@quittance/gateway';
import type { Ctx } from '@quittance/kernel';
import {
  prepareEmails,
  renderAhead,
  type ReadyEmails,
  type TemplateRenderer,
} from '@quittance/notifications';
import type { FeesWithin } from '../step-fees/step-fees.js';
import { nextStep, type DueStep, type RunTerms } from './next-step.js';
import { sameKey, type OverdueInvoice, type WalkKey } from './overdue-invoice.js';
import { overdueInvoices } from './overdue-invoice.sql.js';
import type { Walk } from './walk.js';
import { lettersOf, writtenLetters } from './write-letters.js';

/** Letters of the invoices that come next in a walk, and where the walk goes on behind them. */
interface Ahead {
  readonly ready: ReadyEmails;
  readonly until: WalkKey | null;
}

interface AheadMeans {
  readonly db: Database;
  readonly renderer: TemplateRenderer;
  readonly checkouts: CheckoutMeans;
  feesAhead(): FeesWithin;
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
    private readonly means: AheadMeans,
    private readonly terms: RunTerms,
    private readonly walk: Walk,
  ) {}

  async behind(after: WalkKey): Promise<ReadyEmails> {
    const isNext = this.next !== null && sameKey(this.next.after, after);
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
    const [prepared, until] = await db.read(ctx, async (tx) => {
      const { found, next } = await this.walk.read(tx, asOf, after);
      const overdue = await overdueInvoices(tx, asOf, found);
      return [await this.lettersAbout(tx, overdue), next] as const;
    });
    return { ready: await renderAhead(renderer, companyId, prepared), until };
  }

  /** But for those that a payment link is made for first. */
  private async lettersAbout(tx: Tx, overdue: readonly OverdueInvoice[]) {
    const due = overdue.flatMap((invoice): DueStep[] => {
      const verdict = nextStep(invoice, this.terms);
      return 'hold' in verdict ? [] : [{ invoice, step: verdict.step }];
    });
    const { checkouts } = this.means;
    const means = { checkouts, terms: this.terms, fees: this.means.feesAhead() };
    const letters = (await lettersOf(tx, means, due, overdue)).filter(
      ({ lead }) => lead.step.action !== 'payment_retry',
    );
    if (letters.length === 0) return [];
    const written = await writtenLetters(tx, means, letters);
    return prepareEmails(
      tx,
      written.map(({ email }) => email),
    );
  }
}
