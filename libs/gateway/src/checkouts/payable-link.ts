import { audit } from '@quittance/audit';
import { readCompany, type Company } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import type { CollectableInvoice } from '@quittance/receivables';
import type { Tx } from '@quittance/database';
import { formatMinor, parseMinor } from '@quittance/money';
import { invalidField, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { ServingAccount } from '../connectors/serving-account.js';
import {
  amountNotRepresentable,
  invoiceHasNoBalance,
  partialPaymentNotAllowed,
  paymentInProgress,
} from '../gateway.errors.js';
import type { GatewaySettings } from '../gateway.settings.js';
import { payToken, type PayTarget } from '../pay-links/pay-token.js';
import { toWire } from '../providers/wire-amount.js';
import { awaitLink, stillWaiting } from './await-link.js';
import { judgeCallbackUrl, ownOrigins } from './callback-url.js';
import {
  busyUntil,
  checkoutAnswer,
  decideCheckout,
  linkExpiry,
  outlastsLetters,
  type Checkout,
  type CheckoutAnswer,
} from './checkout.js';
import {
  insertCheckout,
  lockLiveCheckout,
  updateCheckout,
  type NewCheckout,
} from './checkout.repository.js';
import type { LinkOrder } from './checkout-links.js';
import type { CheckoutMeans } from './checkout-means.js';
import { shareCollectable, type CheckoutTarget } from './collectable-invoice.js';

/** Either the invoice, or the order whose latest open invoice is meant. */
export interface StartCheckoutInput {
  readonly invoiceId?: InvoiceId;
  readonly salesOrderId?: string;
  /** How much to collect, decimal text: at most the balance, and all of it unless said. */
  readonly amount?: string | null;
  /** Collects what the customer does not object to; without any of it there is nothing to pay. */
  readonly undisputedOnly?: boolean;
  /** A part is not taken: an amount that is told is all there is to pay. */
  readonly wholeOnly?: boolean;
  /** Where the payer's browser goes afterwards. */
  readonly callbackUrl?: string | null;
}

/** How often a request waits for others who want to pay the same invoice. */
const TURNS = 4;

/** What the first transaction has settled. */
interface Begun {
  readonly step: 'reuse' | 'wait' | 'make';
  readonly order: LinkOrder;
  /** The link this attempt takes the place of. */
  readonly replaced: Checkout | null;
}

/**
 * Makes a payment link for what is outstanding on an invoice, or a part of it, or answers the live
 * one that asks for just as much. The attempt is committed before the provider is asked, so that a
 * link never exists without us knowing. Opens its own transactions.
 * @throws DomainError invoice_has_no_balance, payment_in_progress,
 *   payment_provider_not_configured, amount_not_representable, payment_provider_unavailable,
 *   not_found, validation_failed
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
  return means.db.write(ctx, async () => checkoutAnswer(checkout));
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
  { links }: CheckoutMeans,
  { step, order, replaced }: Begun,
): Promise<Checkout> {
  if (step === 'reuse') return order.checkout;
  const [made] = await Promise.all([
    links.make(ctx, order),
    // A replaced link that cannot be closed now is closed by the sweeper.
    replaced ? links.close(ctx, replaced) : undefined,
  ]);
  return made;
}

async function begin(
  tx: Tx,
  means: CheckoutMeans,
  target: CheckoutTarget,
  input: StartCheckoutInput,
): Promise<Begun> {
  const [invoice, serving, company] = await tx.locked(
    () => shareCollectable(tx, target),
    (behind) => means.accounts.active(behind),
    readCompany,
  );
  const callbackUrl = checkedCallback(means.settings, input.callbackUrl ?? null, serving, company);
  const wanted = { ...termsOf({ ctx: tx.ctx, means, serving, invoice }, input), callbackUrl };
  const [live, accounts] = await tx.locked(
    () => lockLiveCheckout(tx, invoice.id),
    (behind) => findBillingAccounts(behind, [invoice.accountId]),
  );
  const email = accounts.get(invoice.accountId)?.email ?? null;
  const orderOf = (checkout: Checkout): LinkOrder => ({
    checkout,
    serving,
    companyName: company.legalName,
    invoiceNumber: invoice.number,
    customer: { name: invoice.customerName, email },
  });
  const decision = decideCheckout(live, wanted, tx.ctx.now);
  if (live && decision === 'refuse') throw paymentInProgress({ provider: live.provider });
  if (live && (decision === 'reuse' || decision === 'wait')) {
    return { step: decision, order: orderOf(live), replaced: null };
  }
  if (live && decision === 'resume') {
    const busy = await updateCheckout(tx, live, { busyUntil: busyUntil(tx.ctx.now) });
    return { step: 'make', order: orderOf(busy), replaced: null };
  }
  const replaced = live ? await markClosing(tx, live) : null;
  const checkout = await insertCheckout(tx, wanted);
  if (checkout) {
    noteStart(tx, checkout, replaced);
    return { step: 'make', order: orderOf(checkout), replaced };
  }
  const rival = await lockLiveCheckout(tx, invoice.id);
  if (!rival) throw replacedMeanwhile();
  return { step: 'wait', order: orderOf(rival), replaced: null };
}

interface Asked {
  readonly ctx: Ctx;
  readonly means: CheckoutMeans;
  readonly serving: ServingAccount;
  readonly invoice: CollectableInvoice;
}

function termsOf(
  { ctx: { now, companyId }, means, serving, invoice }: Asked,
  input: StartCheckoutInput,
): Omit<NewCheckout, 'callbackUrl'> {
  const { provider, account, key } = serving;
  const { currency } = invoice;
  const collected = collectedOf(invoice, input);
  const rule = provider.wireRule(currency, account.settings);
  const sent = rule ? toWire(collected, currency, rule) : undefined;
  if (!sent) {
    const amount = formatMinor(collected, currency);
    throw amountNotRepresentable({ provider: provider.name, amount, currency });
  }
  return {
    invoiceId: invoice.id,
    provider: provider.name,
    accountKey: key,
    balance: collected,
    amount: sent.charged,
    wireAmount: sent.wire,
    currency,
    expiresAt: linkExpiry(now, provider.longestLinkSeconds),
    lastingUrl: outlastsLetters(provider.longestLinkSeconds)
      ? null
      : lastingUrl(means.settings, { companyId, invoiceId: invoice.id }),
  };
}

function lastingUrl({ keys, portalPublicUrl }: GatewaySettings, target: PayTarget): string {
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

function targetOf({ invoiceId, salesOrderId }: StartCheckoutInput): CheckoutTarget {
  if (invoiceId && !salesOrderId) return { invoiceId };
  if (salesOrderId && !invoiceId) return { salesOrderId };
  const message = 'exactly one of invoiceId and salesOrderId must be given';
  throw invalidField(salesOrderId ? '/salesOrderId' : '/invoiceId', 'required', message);
}

/**
 * What to collect of an invoice, in minor units.
 * @throws DomainError validation_failed, invoice_has_no_balance
 */
function collectedOf(
  { balance, undisputed, currency }: CollectableInvoice,
  { amount = null, undisputedOnly = false, wholeOnly = false }: StartCheckoutInput,
): bigint {
  const most = undisputedOnly ? undisputed : balance;
  if (most <= 0n) throw invoiceHasNoBalance();
  if (amount === null) return most;
  const asked = parseMinor(amount, currency);
  if (asked === undefined || asked <= 0n) {
    throw invalidField('/amount', 'format', `must be a positive amount of ${currency}`);
  }
  if (asked > most) {
    const open = `${formatMinor(most, currency)} ${currency}`;
    throw invalidField('/amount', 'max', `must be at most what is outstanding, ${open}`);
  }
  if (wholeOnly && asked < most) throw partialPaymentNotAllowed();
  return asked;
}

/**
 * A live attempt stood in the way and is gone: the transaction runs again and finds its successor.
 */
function replacedMeanwhile(): Error {
  return Object.assign(new Error('The live attempt has just been replaced'), { code: '40001' });
}

/** Nobody is asked to pay without a trace of who asked, and of the link that no longer counts. */
function noteStart(tx: Tx, checkout: Checkout, replaced: Checkout | null): void {
  const { id, invoiceId, provider, reference, amount, currency } = checkout;
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
      ...(replaced && { replaces: replaced.id }),
    },
  });
}

/** Takes the link out of the way of its successor; the provider is told after the commit. */
export function markClosing(tx: Tx, live: Checkout): Promise<Checkout> {
  const { now } = tx.ctx;
  return updateCheckout(tx, live, {
    status: 'closing',
    closeRequested: true,
    sweeps: 0,
    nextSweepAt: now,
    busyUntil: busyUntil(now),
  });
}
