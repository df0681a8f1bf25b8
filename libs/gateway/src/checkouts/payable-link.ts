import { audit } from '@quittance/audit';
import { readCompany, type Company } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import type { CollectableInvoice } from '@quittance/receivables';
import type { Tx } from '@quittance/database';
import { formatMinor, sumOf } from '@quittance/money';
import {
  invalidField,
  notFound,
  type AccountId,
  type Ctx,
  type InvoiceId,
} from '@quittance/kernel';
import type { ServingAccount } from '../connectors/serving-account.js';
import {
  amountNotRepresentable,
  invoiceHasNoBalance,
  paymentInProgress,
} from '../gateway.errors.js';
import type { GatewaySettings } from '../gateway.settings.js';
import { payToken, type PayLink } from '../pay-links/pay-token.js';
import { toWire } from '../providers/wire-amount.js';
import { awaitLink, stillWaiting } from './await-link.js';
import { judgeCallbackUrl, ownOrigins } from './callback-url.js';
import { takeBackCheckout } from './cancel-checkout.js';
import {
  busyUntil,
  checkoutAnswer,
  decideAmong,
  isUnderWay,
  linkExpiry,
  type Checkout,
  type CheckoutAnswer,
} from './checkout.js';
import {
  insertCheckout,
  lockLiveCheckouts,
  markClosing,
  updateCheckout,
  type NewCheckout,
} from './checkout.repository.js';
import type { LinkOrder } from './checkout-links.js';
import type { CheckoutMeans } from './checkout-means.js';
import { invoicesOf, type CheckoutOver } from './checkout-parts.js';
import { lockCollectable, type CheckoutTarget } from './collectable-invoice.js';
import { collectedParts, type AskedAmounts, type CollectedPart } from './collected-parts.js';

/** The invoice, the order whose latest open invoice is meant, or several invoices together. */
export interface StartCheckoutInput extends AskedAmounts {
  readonly invoiceId?: InvoiceId;
  readonly salesOrderId?: string;
  /** Of one account and currency. */
  readonly invoiceIds?: readonly InvoiceId[];
  /** Who they must be billed to, where somebody asks who is to see nobody else's. */
  readonly accountId?: AccountId;
  /** Where the payer's browser goes afterwards. */
  readonly callbackUrl?: string | null;
  /** Who is to pay asks for it, not somebody who wants the money. */
  readonly byPayer?: boolean;
}

/** How often a request waits for others who want to pay the same invoice. */
const TURNS = 4;

/** Whoever pays many invoices at once does not wait until each of their links is closed. */
const CLOSED_AT_ONCE = 10;

/** What the first transaction has settled. */
interface Begun {
  readonly step: 'reuse' | 'wait' | 'make';
  readonly order: LinkOrder;
  readonly parts: readonly CollectedPart[];
  /** The links this attempt takes the place of. */
  readonly replaced: readonly Checkout[];
}

/**
 * Makes a payment link for what is outstanding on an invoice or several, or a part of it, or
 * answers the live one that asks for just that. The attempt is committed before the provider is
 * asked, so that a link never exists without us knowing. Opens its own transactions.
 * @throws DomainError invoice_has_no_balance, payment_in_progress,
 *   payment_provider_not_configured, amount_not_representable, payment_provider_unavailable,
 *   not_found, validation_failed, payment_exceeds_balance, partial_payment_not_allowed,
 *   payment_below_minimum, account_mismatch, currency_mismatch, too_many_invoices,
 *   tax_undetermined, record_awaits_approval
 */
export async function payableLink(
  ctx: Ctx,
  means: CheckoutMeans,
  input: StartCheckoutInput,
): Promise<CheckoutAnswer> {
  const begun = await beginInTurn(ctx, means, input);
  const checkout = await carryOut(ctx, means, begun);
  const { provider } = checkout;
  if (checkout.status === 'processing') throw paymentInProgress({ provider });
  // Paid or closed while the link was being made.
  if (checkout.status !== 'open') throw invoiceHasNoBalance();
  return means.db.write(ctx, async () => checkoutAnswer({ checkout, parts: begun.parts }));
}

/**
 * Waits while another request makes the link of the invoice, and then begins anew: that link may
 * be for another amount than is asked for here.
 */
async function beginInTurn(
  ctx: Ctx,
  means: CheckoutMeans,
  input: StartCheckoutInput,
): Promise<Begun> {
  const target = targetOf(input);
  for (let turn = 1; ; turn += 1) {
    const begun = await means.db.write(ctx, (tx) => begin(tx, means, target, input), {
      answers: false,
    });
    if (begun.step !== 'wait') return begun;
    if (turn === TURNS) throw stillWaiting(begun.order.checkout);
    await awaitLink(ctx, means.db, begun.order.checkout);
  }
}

async function carryOut(
  ctx: Ctx,
  { db, links }: CheckoutMeans,
  { step, order, replaced }: Begun,
): Promise<Checkout> {
  if (step === 'reuse') return order.checkout;
  const [made, ...closed] = await Promise.all([
    links.make(ctx, order),
    // A replaced link that cannot be closed now is closed by the sweeper.
    ...replaced.slice(0, CLOSED_AT_ONCE).map((each) => links.close(ctx, each)),
  ]);
  const paying = closed.find((each) => each && isUnderWay(each));
  if (!paying) return made;
  // Whoever has paid by a link that gave way is not asked by another.
  const closing = await db.write(ctx, (tx) => takeBackCheckout(tx, made.id), { answers: false });
  if (closing) await links.close(ctx, closing);
  throw paymentInProgress({ provider: paying.provider });
}

async function begin(
  tx: Tx,
  means: CheckoutMeans,
  target: CheckoutTarget,
  input: StartCheckoutInput,
): Promise<Begun> {
  const [invoices, serving, company] = await tx.locked(
    () => lockCollectable(tx, target, { byPayer: input.byPayer ?? false }),
    (behind) => means.accounts.active(behind),
    readCompany,
  );
  const [invoice] = invoices;
  if (input.accountId && invoice.accountId !== input.accountId) {
    throw notFound({ object: 'payment link' });
  }
  const callbackUrl = checkedCallback(means.settings, input.callbackUrl ?? null, serving, company);
  const parts = collectedParts(invoices, input);
  const wanted = { ...termsOf({ ctx: tx.ctx, means, serving, invoice }, parts), callbackUrl };
  const ids = invoicesOf(parts);
  const [lives, accounts] = await tx.locked(
    () => lockLiveCheckouts(tx, ids),
    (behind) => findBillingAccounts(behind, [invoice.accountId]),
  );
  const email = accounts.get(invoice.accountId)?.email ?? null;
  const orderOf = (checkout: Checkout): LinkOrder => ({
    checkout,
    serving,
    companyName: company.legalName,
    invoiceNumber: numbersOf(invoices.filter(({ id }) => ids.includes(id))),
    customer: { name: invoice.customerName, email },
  });
  const begun = (step: Begun['step'], over: CheckoutOver, replaced: readonly Checkout[] = []) => ({
    step,
    order: orderOf(over.checkout),
    parts: over.parts,
    replaced,
  });
  const { decision, live } = decideAmong(lives, wanted, tx.ctx.now);
  if (live && decision === 'refuse') {
    throw paymentInProgress({ provider: live.checkout.provider });
  }
  if (live && (decision === 'reuse' || decision === 'wait')) return begun(decision, live);
  if (live && decision === 'resume') {
    const busy = await updateCheckout(tx, live.checkout, { busyUntil: busyUntil(tx.ctx.now) });
    return begun('make', { ...live, checkout: busy });
  }
  const replaced = await markClosing(
    tx,
    lives.map((each) => each.checkout),
  );
  const checkout = await insertCheckout(tx, wanted);
  if (checkout) {
    noteStart(tx, { checkout, parts }, replaced);
    return begun('make', { checkout, parts }, replaced);
  }
  const [rival] = await lockLiveCheckouts(tx, ids);
  if (!rival) throw replacedMeanwhile();
  return begun('wait', rival);
}

/** Of many a few: providers cut long texts, and a payer wants to recognise them. */
const SHOWN_NUMBERS = 3;

function numbersOf(invoices: readonly CollectableInvoice[]): string {
  const numbers = invoices.map(({ number }) => number);
  const more = numbers.length - SHOWN_NUMBERS;
  const shown = numbers.slice(0, SHOWN_NUMBERS).join(', ');
  return more > 0 ? `${shown} +${more}` : shown;
}

interface Asked {
  readonly ctx: Ctx;
  readonly means: CheckoutMeans;
  readonly serving: ServingAccount;
  readonly invoice: CollectableInvoice;
}

function termsOf(
  { ctx: { now, companyId }, means, serving, invoice }: Asked,
  parts: NewCheckout['parts'],
): Omit<NewCheckout, 'callbackUrl'> {
  const { provider, account, key } = serving;
  const { currency, accountId } = invoice;
  const collected = sumOf(parts.map(({ amount }) => amount));
  const rule = provider.wireRule(currency, account.settings);
  const sent = rule ? toWire(collected, currency, rule) : undefined;
  if (!sent) {
    const amount = formatMinor(collected, currency);
    throw amountNotRepresentable({ provider: provider.name, amount, currency });
  }
  return {
    parts,
    provider: provider.name,
    accountKey: key,
    accountId,
    balance: collected,
    amount: sent.charged,
    wireAmount: sent.wire,
    currency,
    expiresAt: linkExpiry(now, provider.longestLinkSeconds),
    lastingUrl:
      parts.length === 1
        ? lastingUrl(means.settings, { companyId, accountId, invoiceId: parts[0].invoiceId })
        : null,
  };
}

function lastingUrl({ keys, portalPublicUrl }: GatewaySettings, target: PayLink): string {
  return new URL(`/pay/${payToken(keys, target)}`, portalPublicUrl).href;
}

function checkedCallback(
  { production, portalPublicUrl, staffPublicUrl }: GatewaySettings,
  url: string | null,
  { settings }: ServingAccount,
  { contact }: Company,
): string | null {
  if (url === null) return null;
  const verdict = judgeCallbackUrl(url, {
    allowedOrigins: settings.callbackOrigins ?? [],
    ownOrigins: ownOrigins(contact.website, [portalPublicUrl, staffPublicUrl]),
    production,
  });
  if (!('url' in verdict)) throw invalidField('/callbackUrl', verdict.code, verdict.message);
  return verdict.url;
}

function targetOf(input: StartCheckoutInput): CheckoutTarget {
  const { invoiceId, salesOrderId, invoiceIds, allocations } = input;
  const given = [invoiceId, salesOrderId, invoiceIds].filter((each) => each !== undefined);
  if (given.length !== 1) {
    const message = 'exactly one of invoiceId, invoiceIds and salesOrderId must be given';
    const pointer = salesOrderId ? '/salesOrderId' : invoiceIds ? '/invoiceIds' : '/invoiceId';
    throw invalidField(pointer, 'required', message);
  }
  if (allocations && !invoiceIds) {
    throw invalidField('/allocations', 'state', 'goes with invoiceIds');
  }
  if (invoiceIds) return { invoiceIds };
  return invoiceId ? { invoiceId } : { salesOrderId: salesOrderId ?? '' };
}

/**
 * A live attempt stood in the way and is gone: the transaction runs again and finds its successor.
 */
function replacedMeanwhile(): Error {
  return Object.assign(new Error('The live attempt has just been replaced'), { code: '40001' });
}

/** Nobody is asked to pay without a trace of who asked, and of the link that no longer counts. */
function noteStart(tx: Tx, { checkout, parts }: CheckoutOver, replaced: readonly Checkout[]): void {
  const { id, invoiceId, provider, reference, amount, currency } = checkout;
  const several = parts.map((part) => ({
    invoiceId: part.invoiceId,
    amount: formatMinor(part.amount, currency),
  }));
  audit(tx, {
    action: 'checkout.started',
    object: 'checkout',
    recordId: id,
    after: {
      invoiceId,
      provider,
      reference,
      amount: formatMinor(amount, currency),
      currency,
      ...(several.length > 1 && { allocations: several }),
      ...(replaced.length > 0 && { replaces: replaced.map((each) => each.id).join(', ') }),
    },
  });
}
