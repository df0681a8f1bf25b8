import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import { lockLedgerAccount } from '@quittance/crm';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { CreditCheck } from './checks/credit-check.js';
import {
  approvedCheckOf,
  checkOfDocument,
  countBadChecks,
  moveCheck,
} from './checks/credit-check.repository.js';
import {
  isHardHeld,
  lockedHolds,
  lockedPosition,
  type CreditPosition,
  type HeldBy,
  type PositionAsk,
} from './checks/credit-position.js';
import { holds } from './checks/decide-check.js';
import { checkThatCounts, covers, decidesAbout, type AmountAsked } from './checks/reuse-check.js';
import { runCheck } from './checks/run-check.js';
import { CreditPorts } from './credit-ports.js';
import type { CreditDocument, DocumentWorth } from './credit-subject.port.js';
import { creditHoldHard, customerHold } from './credit.errors.js';
import type { CreditHold } from './holds/credit-hold.js';
import { placedHolds } from './holds/credit-hold.repository.js';
import { cancelRequested, hasRunOut } from './overrides/credit-override.repository.js';
import { expireOverrides } from './overrides/expire-overrides.js';
import { readCreditSettings } from './settings/credit-settings.repository.js';

/** What a customer asks for. */
export interface CreditRequest extends AmountAsked {
  readonly accountId: AccountId;
  readonly document?: CreditDocument;
  /** The document that this one was made from: its approved check counts for this one too. */
  readonly basis?: CreditDocument;
  /**
   * It is about to bind: a hard hold refuses it, a soft one asks for approval whatever was approved
   * before, and the company may want an approved check to be run afresh, which leaves an override
   * of the document's own check as it is.
   */
  readonly confirming?: boolean;
  /**
   * What was approved before does not count, nor what was rejected for less: the document was
   * raised, which asks again.
   */
  readonly afresh?: boolean;
}

/** What customers commit to by themselves. */
type CustomerAsks = Pick<CreditRequest, 'accountId' | 'amount' | 'currency' | 'document'>;

/** A check, and what it says of the document as it is now. */
export interface CreditDecision {
  readonly check: CreditCheck;
  /** It was there before, and nothing was decided now. */
  readonly reused: boolean;
  /** Whether the amount that was checked covers what is asked for now. */
  readonly coversDocument: boolean;
  /** In the credit currency, without the document. */
  readonly exposureNow: bigint;
  /** The credit currency as it is now. */
  readonly currencyNow: Currency;
  /** Whether exposure and request are above the limit as it is now. */
  readonly overLimitNow: boolean;
}

/**
 * What whoever sells asks of credit, within their own transaction. But for reads, each call locks
 * the ledger account of the customer, the first of all locks: ask before your own row is locked, or
 * lock the ledger account yourself before it.
 */
@Injectable()
export class CreditControl {
  constructor(private readonly ports: CreditPorts) {}

  /**
   * The check of the table, stored with its soft hold; or the one there is, where that counts.
   * @throws DomainError not_found, exchange_rate_missing; of what is confirmed credit_hold_hard
   */
  async check(tx: Tx, request: CreditRequest): Promise<CreditDecision> {
    const { document, basis } = request;
    const [position, [own, ofBasis, badChecks]] = await lockedPosition<
      [CreditCheck | undefined, CreditCheck | undefined, number]
    >(
      tx,
      this.ports,
      askOf(request),
      (locked) => checkOfDocument(locked, document),
      (locked) => checkOfDocument(locked, basis),
      (locked) => countBadChecks(locked, request.accountId),
    );
    const { settings, terms, exposure, requested } = position;
    const holding = holdsThatHold(position);
    const held = request.confirming === true ? holding : [];
    refuseHard(held);
    const isBinding = request.confirming === true && settings.recheckOnConfirm;
    const isAfresh = held.length > 0 || request.afresh === true;
    const approvals = isAfresh ? 'none' : isBinding ? 'overridden' : 'all';
    const grownAnew = settings.recheckGrown || request.afresh === true;
    const { currency, creditLimit } = terms;
    const facts = { currency, creditLimit, exposure, requested, asked: request };
    const now = { ...facts, isHardHeld: holding.some(isHard) };
    // A document may have got another customer since: what was decided about the one before them
    // is not theirs.
    const isTheirs = (each?: CreditCheck) => each?.accountId === request.accountId;
    const checks = {
      own: isTheirs(own) ? own : undefined,
      ofBasis: isTheirs(ofBasis) ? ofBasis : undefined,
    };
    const known = checkThatCounts(checks, now, { approvals, grownAnew });
    const check = known ?? (await runCheck(tx, { position, badChecks, superseded: own }, request));
    return decisionOf(check, { position, request, reused: known !== undefined });
  }

  /**
   * Refuses what a hard hold forbids; where nothing is asked for yet the amount is 0. What the
   * customer has already is summed, and rates are read, only where all such holds are limited to
   * amounts.
   * @throws DomainError credit_hold_hard, not_found, exchange_rate_missing
   */
  async requireNoHardHold(
    tx: Tx,
    request: Pick<CreditRequest, 'accountId' | 'amount' | 'currency' | 'document'>,
  ): Promise<void> {
    const held = await lockedHolds(tx, this.ports, request.accountId);
    const hard = held.filter(isHard);
    if (hard.length === 0) return;
    const whole = hard.find(({ amount }) => amount === null);
    if (whole) throw creditHoldHard({ reason: whole.reason });
    const [position] = await lockedPosition<[]>(tx, this.ports, askOf(request));
    refuseHard(holdsThatHold(position));
  }

  /** The holds of an account that are placed. */
  readHolds(tx: Tx, accountId: AccountId): Promise<readonly CreditHold[]> {
    return placedHolds(tx, accountId);
  }

  /**
   * That no customer whom a hard hold forbids it commits to so much by themselves. The holds are
   * read and nothing is locked: the ledger account stands first in the order of locks, and this is
   * behind others.
   * @throws DomainError credit_hold_hard, without the reason of staff
   */
  async refuseHeldCustomer(tx: Tx, asked: CustomerAsks): Promise<void> {
    if (await this.isHeldCustomer(tx, asked)) throw customerHold();
  }

  /** Whether `refuseHeldCustomer` would. */
  isHeldCustomer(tx: Tx, asked: CustomerAsks): Promise<boolean> {
    return isHardHeld(tx, this.ports, askOf(asked));
  }

  /** The check of a document that counts, whatever its status; undefined where there is none. */
  checkOf(tx: Tx, document: CreditDocument): Promise<CreditCheck | undefined> {
    return checkOfDocument(tx, document);
  }

  /** Whether as much of a document is approved; read without a lock, for what does not bind. */
  async covers(tx: Tx, document: CreditDocument, asked: AmountAsked): Promise<boolean> {
    const check = await approvedCheckOf(tx, document);
    return check !== undefined && covers(check, asked);
  }

  /**
   * Whether the approved check of a document counts for so much: as `covers`, unless the company
   * lets an approval count whatever the document comes to by now.
   */
  async allows(tx: Tx, document: CreditDocument, asked: AmountAsked): Promise<boolean> {
    const [check, settings] = await Promise.all([
      approvedCheckOf(tx, document),
      readCreditSettings(tx),
    ]);
    const rule = { grownAnew: settings.recheckGrown };
    return check !== undefined && decidesAbout(check, asked, rule);
  }

  /**
   * Whether what was decided about a document is decided about it as it is now: of the same
   * customer, in the same currency, and for no more where the company asks about growth anew.
   */
  async stillDecides(tx: Tx, about: DocumentWorth, now: DocumentWorth): Promise<boolean> {
    const { recheckGrown: grownAnew } = await readCreditSettings(tx);
    const decided = { documentAmount: about.amount, documentCurrency: about.currency };
    return now.accountId === about.accountId && decidesAbout(decided, now, { grownAnew });
  }

  /** The approved check of a document, as long as its override has not expired. */
  approvedCheck(tx: Tx, document: CreditDocument): Promise<CreditCheck | undefined> {
    return approvedCheckOf(tx, document);
  }

  /**
   * Whether a person is to decide about the check of a document. Nobody is where it was checked
   * again meanwhile and that was decided, nor where the override that it waited for ran out. What
   * is over ends first.
   */
  async awaitsDecision(
    tx: Tx,
    {
      accountId,
      document,
    }: Pick<CreditRequest, 'accountId'> & { readonly document: CreditDocument },
  ): Promise<boolean> {
    await lockLedgerAccount(tx, accountId);
    await expireOverrides(tx, this.ports, accountId);
    const check = await checkOfDocument(tx, document);
    if (!check || !AWAITS_DECISION.has(check.status)) return false;
    return !(await hasRunOut(tx, check.id));
  }

  /**
   * The document asks no longer: its check is cancelled, an open request for an override with it,
   * and whoever reopens the document is asked again. Nothing happens where there is none.
   */
  async cancelCheck(
    tx: Tx,
    {
      accountId,
      document,
    }: Pick<CreditRequest, 'accountId'> & { readonly document: CreditDocument },
  ): Promise<void> {
    const [, check] = await tx.locked(
      () => lockLedgerAccount(tx, accountId),
      (locked) => checkOfDocument(locked, document),
    );
    if (!check) return;
    await cancelRequested(tx, check.id);
    moveCheck(tx, check, 'cancelled');
  }
}

/** Of checks: as long as a person is asked, or is to be. */
const AWAITS_DECISION: ReadonlySet<CreditCheck['status']> = new Set<CreditCheck['status']>([
  'pending',
  'needs_approval',
  'awaiting_approval',
]);

function holdsThatHold(position: CreditPosition): readonly HeldBy[] {
  return position.holds.filter((each) => holds(each, position));
}

const isHard = ({ strength }: Pick<CreditHold, 'strength'>): boolean => strength === 'hard';

/** @throws DomainError credit_hold_hard */
function refuseHard(held: readonly HeldBy[]): void {
  const hard = held.find(isHard);
  if (hard) throw creditHoldHard({ reason: hard.hold.reason });
}

function askOf(
  request: Pick<CreditRequest, 'accountId' | 'amount' | 'currency' | 'document'>,
): PositionAsk {
  const { accountId, amount, currency, document = null } = request;
  return { accountId, amount, currency, document };
}

function decisionOf(
  check: CreditCheck,
  {
    position,
    request,
    reused,
  }: { position: CreditPosition; request: CreditRequest; reused: boolean },
): CreditDecision {
  const { terms, exposure, requested } = position;
  return {
    check,
    reused,
    coversDocument: covers(check, request),
    exposureNow: exposure,
    currencyNow: terms.currency,
    overLimitNow: terms.creditLimit !== null && exposure + requested > terms.creditLimit,
  };
}
