import type { LocalDate } from '@quittance/calendar';
import { companyToday, readCompanyTerms } from '@quittance/company';
import {
  lockLedgerAccount,
  readCreditTerms,
  type CreditTerms,
  type ExchangeRates,
} from '@quittance/crm';
import type { LockedTx, Tx } from '@quittance/database';
import { notFound, type AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { CreditPorts } from '../credit-ports.js';
import type { CreditDocument } from '../credit-subject.port.js';
import { ratesFor, totalIn, type Amount } from '../exposure/measure-exposure.js';
import { placedHolds, type PlacedHold } from '../holds/credit-hold.repository.js';
import { holds } from './decide-check.js';
import { expireOverrides } from '../overrides/expire-overrides.js';
import { overridesOver } from '../overrides/credit-override.repository.js';
import { readCreditSettings } from '../settings/credit-settings.repository.js';
import type { SavedCreditSettings } from '../settings/credit-settings.js';

/** Whose position is asked for, and for what. */
export interface PositionAsk {
  readonly accountId: AccountId;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly document: CreditDocument | null;
}

/** A hold as a request is held against it: its amount is in the credit currency. */
export interface HeldBy extends Pick<PlacedHold, 'strength' | 'amount'> {
  readonly hold: PlacedHold;
}

/** Where a customer stands, behind the lock of its ledger account; in its credit currency. */
export interface CreditPosition {
  readonly terms: CreditTerms;
  readonly today: LocalDate;
  readonly settings: SavedCreditSettings;
  readonly exposure: bigint;
  /** What is asked for now. */
  readonly requested: bigint;
  /** The holds that are placed. */
  readonly holds: readonly HeldBy[];
  readonly rates: ExchangeRates;
}

/**
 * Locks the ledger account and reads behind the lock, in one round trip, where the customer stands.
 * Overrides whose time is over end first, so that none of them counts.
 * @throws DomainError not_found, exchange_rate_missing
 */
export async function lockedPosition<R extends readonly unknown[]>(
  tx: Tx,
  ports: CreditPorts,
  ask: PositionAsk,
  ...also: { readonly [K in keyof R]: (locked: LockedTx) => Promise<R[K]> }
): Promise<[CreditPosition, R]> {
  const { accountId, amount, currency, document } = ask;
  const [, company, [terms], settings, over, held, sums, read] = await tx.locked(
    () => lockLedgerAccount(tx, accountId),
    readCompanyTerms,
    (locked) => readCreditTerms(locked, [accountId]),
    readCreditSettings,
    (locked) => overridesOver(locked, accountId),
    (locked) => placedHolds(locked, accountId),
    (locked) => sumsOf(locked, ports, accountId, document),
    (locked) => Promise.all(also.map((each) => each(locked))) as unknown as Promise<R>,
  );
  if (!terms) throw notFound({ object: 'account' });
  if (over.length > 0) {
    await expireOverrides(tx, ports, accountId);
    return lockedPosition<R>(tx, ports, ask, ...also);
  }
  const today = companyToday(company, tx.ctx.now);
  const others = [currency, ...sums.map((each) => each.currency), ...held.map((h) => h.currency)];
  const rates = await ratesFor(tx, terms.currency, others, today);
  const exposure = totalIn(sums, terms.currency, rates);
  const requested = rates.convert(amount, currency, terms.currency);
  const holds = held.map((hold) => ({
    hold,
    strength: hold.strength,
    amount: amountIn(hold, terms.currency, rates),
  }));
  return [{ terms, today, settings, exposure, requested, holds, rates }, read];
}

/**
 * Locks the ledger account and reads the holds that are placed behind the lock, in one round trip.
 * Overrides whose time is over end first.
 * @throws DomainError not_found
 */
export async function lockedHolds(
  tx: Tx,
  ports: CreditPorts,
  accountId: AccountId,
): Promise<readonly PlacedHold[]> {
  const [, over, held] = await tx.locked(
    () => lockLedgerAccount(tx, accountId),
    (locked) => overridesOver(locked, accountId),
    (locked) => placedHolds(locked, accountId),
  );
  if (over.length === 0) return held;
  await expireOverrides(tx, ports, accountId);
  return placedHolds(tx, accountId);
}

/**
 * Whether a hard hold forbids a customer what they ask for, read without a lock: what they have
 * already is summed only where a hold is limited to an amount. Where no rate tells what that is,
 * the hold holds.
 */
export async function isHardHeld(
  tx: Tx,
  ports: CreditPorts,
  { accountId, amount, currency, document }: PositionAsk,
): Promise<boolean> {
  const held = (await placedHolds(tx, accountId)).filter(({ strength }) => strength === 'hard');
  if (held.length === 0 || held.some((hold) => hold.amount === null)) return held.length > 0;
  const [company, [terms], sums] = await Promise.all([
    readCompanyTerms(tx),
    readCreditTerms(tx, [accountId]),
    sumsOf(tx, ports, accountId, document),
  ]);
  if (!terms) return true;
  const others = [currency, ...sums.map((each) => each.currency), ...held.map((h) => h.currency)];
  const rates = await ratesFor(tx, terms.currency, others, companyToday(company, tx.ctx.now));
  const isKnown = (each: Currency) => rates.factor(each, terms.currency) !== undefined;
  if (!others.every((each) => each === null || isKnown(each))) return true;
  const exposure = totalIn(sums, terms.currency, rates);
  const requested = rates.convert(amount, currency, terms.currency);
  return held.some((hold) =>
    holds({ amount: amountIn(hold, terms.currency, rates) }, { exposure, requested }),
  );
}

/** Of all sources together; each sends its statement before this returns. */
async function sumsOf(
  tx: Tx,
  { exposures }: CreditPorts,
  accountId: AccountId,
  except: CreditDocument | null,
): Promise<readonly Amount[]> {
  const ask = { accountIds: [accountId], except };
  return (await Promise.all(exposures.map((source) => source.sums(tx, ask)))).flat();
}

function amountIn(
  { amount, currency }: Pick<PlacedHold, 'amount' | 'currency'>,
  to: Currency,
  rates: ExchangeRates,
): bigint | null {
  return amount === null || currency === null ? null : rates.convert(amount, currency, to);
}
