import type { AccountId } from '@quittance/kernel';
import type { EmailTemplateCode } from '@quittance/notifications';
import { heldBack, type DueStep, type RunTerms } from '../run/next-step.js';
import type { OverdueInvoice } from '../run/overdue-invoice.js';
import { inGroups } from './in-groups.js';
import { LETTERS } from './letter-codes.js';

/** One e-mail to a customer: it takes the due steps of one invoice or of several. */
export interface Letter {
  readonly accountId: AccountId;
  readonly templateCode: EmailTemplateCode;
  /** The highest of them, and of two the one that is overdue for longer. */
  readonly lead: DueStep;
  /** All that it takes, those due first before the others. */
  readonly steps: readonly DueStep[];
  /** All that it asks for: that of its steps, and what else was sent; in the same order. */
  readonly asked: readonly OverdueInvoice[];
  /** Of what is overdue, that of which the customer objects to a part or to all. */
  readonly disputed: readonly OverdueInvoice[];
}

/** How letters are put together. */
export interface LetterTerms {
  readonly schedule: RunTerms['schedule'];
  /**
   * The letters whose text shows several invoices: one that a company has written about one is
   * sent for each.
   */
  readonly forSeveral: ReadonlySet<string>;
}

/**
 * The letters that take these steps, in the order of the customers' first steps. A customer gets
 * one about all that is overdue: the highest step that is due among his invoices says which. Steps
 * that write nothing are in none. What is paused, promised or on its way is asked for in none
 * either. Pure.
 * @param overdue all that is overdue of these customers
 */
export function chooseLetters(
  due: readonly DueStep[],
  overdue: readonly OverdueInvoice[],
  terms: LetterTerms,
): readonly Letter[] {
  const written = due.filter(({ step }) => LETTERS[step.action] !== undefined);
  const { consolidate } = terms.schedule;
  const own = inGroups(overdue, ({ accountId }) => accountId);
  const groups = inGroups(written, ({ invoice }) => invoice.accountId);
  return [...groups].flatMap(([accountId, steps]): readonly Letter[] => {
    const single = () => steps.map((step) => letterOver([step], [step.invoice]));
    if (!consolidate) return single();
    const together = letterOver(steps, askedOf(own.get(accountId) ?? [], steps, terms));
    return isForOne(together) || terms.forSeveral.has(together.templateCode)
      ? [together]
      : single();
  });
}

/** Whether it is about one invoice, as letters of earlier days were. */
export function isForOne({ asked, steps }: Pick<Letter, 'asked' | 'steps'>): boolean {
  return asked.length === 1 && steps.length === 1;
}

interface Overdue {
  readonly asked: readonly OverdueInvoice[];
  readonly disputed: readonly OverdueInvoice[];
}

function askedOf(
  overdue: readonly OverdueInvoice[],
  steps: readonly DueStep[],
  { schedule }: LetterTerms,
): readonly OverdueInvoice[] {
  const taken = new Set(steps.map(({ invoice }) => invoice.id));
  const others = overdue.filter((invoice) => !taken.has(invoice.id));
  const shown = others.filter((invoice) => {
    // Who was never sent it is first told of it by a letter of its own step.
    if (invoice.pause !== null || !invoice.issued) return false;
    const reason = heldBack(invoice, schedule);
    return reason === null || reason === 'disputed';
  });
  return [...steps.map(({ invoice }) => invoice), ...shown];
}

function letterOver(steps: readonly DueStep[], overdue: readonly OverdueInvoice[]): Letter {
  const ordered = steps.toSorted((a, b) => byDueDate(a.invoice, b.invoice));
  const [first, ...more] = ordered;
  if (!first) throw new RangeError('A letter takes a step');
  const lead = more.reduce((high, each) => (isAbove(each, high) ? each : high), first);
  const shown = overdue.toSorted(byDueDate);
  return {
    accountId: lead.invoice.accountId,
    templateCode: LETTERS[lead.step.action] as EmailTemplateCode,
    lead,
    steps: ordered,
    ...partsOf(shown),
  };
}

function partsOf(overdue: readonly OverdueInvoice[]): Overdue {
  return {
    asked: overdue.filter(({ disputed, balance }) => disputed < balance),
    disputed: overdue.filter(({ disputed }) => disputed > 0n),
  };
}

function isAbove({ step }: DueStep, { step: other }: DueStep): boolean {
  return step.daysAfterDue > other.daysAfterDue;
}

function byDueDate(a: OverdueInvoice, b: OverdueInvoice): number {
  if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate ? -1 : 1;
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}
