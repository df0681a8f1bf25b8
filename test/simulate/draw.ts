import { Seeded } from '../faults/support/seeded.js';

/**
 * What may happen, with how often: the mix of the catalogue, with what becomes of quotes, orders
 * and subscriptions under credit, and with what rules do and ask.
 */
const MIX = {
  invoice: 14,
  send: 6,
  capture: 25,
  payment: 7,
  accountPayment: 3,
  pendingPayment: 4,
  settlePending: 4,
  refund: 8,
  voidInvoice: 6,
  writeOff: 4,
  creditNote: 3,
  applyCredit: 3,
  unapplyCredit: 1,
  voidCredit: 1,
  schedule: 2,
  billingRun: 5,
  dunningRun: 3,
  chargeLate: 2,
  dispute: 3,
  checkout: 6,
  providerRefund: 4,
  payerDispute: 3,
  deposit: 4,
  deductDeposits: 4,
  endDeposit: 2,
  work: 3,
  order: 5,
  moveOrder: 12,
  depositOrder: 6,
  giveUpInvoice: 6,
  subscribe: 5,
  use: 12,
  voidUsage: 2,
  moveSubscription: 8,
  quote: 5,
  override: 5,
  hold: 3,
  rule: 4,
  decide: 8,
  moveQuote: 5,
  dispatch: 4,
} as const;

export type OperationKind = keyof typeof MIX;

/** One thing to do; what it is done to is chosen by the rolls among what there is by then. */
export interface DrawnOperation {
  /** Counts from 1 over the whole program. */
  readonly number: number;
  readonly kind: OperationKind;
  /** Numbers from 0 to below 1. */
  readonly rolls: readonly number[];
  /** Cut off when it passes the so-manieth fail point; null for most. */
  readonly crashAt: number | null;
  /** Sent with an idempotency key, and again under it when it was cut off. */
  readonly keyed: boolean;
}

/** What happens at once, and how long before it nothing does. */
export interface DrawnStep {
  readonly number: number;
  readonly pauseSeconds: number;
  readonly operations: readonly DrawnOperation[];
}

/** All a seed says, but for what the provider and the post do. */
export interface Program {
  readonly seed: number;
  readonly steps: readonly DrawnStep[];
}

const ROLLS = 6;
const CRASHES = 0.02;
/** A worker that is killed while it hands over events. */
const DISPATCH_CRASHES = 0.5;
const KEYED = 0.15;
/** Of steps with several operations, those that are all about one record. */
const HOT = 0.6;
const DAY = 86_400;

/** The operations of a seed: the same for the same seed, `serial` or not. */
export function drawProgram(seed: number, operations?: number): Program {
  const chance = new Seeded(seed);
  const wanted = operations ?? 200 + chance.below(301);
  const steps: DrawnStep[] = [];
  for (let drawn = 0; drawn < wanted;) {
    const size = Math.min(wanted - drawn, chance.next() < 0.35 ? 2 + chance.below(4) : 1);
    const pauseSeconds = drawPause(chance);
    const focus = chance.next() < HOT ? chance.next() : null;
    const first = drawn + 1;
    const all = Array.from({ length: size }, (_, i) => drawOperation(chance, first + i, focus));
    steps.push({ number: steps.length + 1, pauseSeconds, operations: all });
    drawn += size;
  }
  return { seed, steps };
}

/** Mostly seconds, now and then hours, and some days. */
function drawPause(chance: Seeded): number {
  const roll = chance.next();
  if (roll < 0.6) return chance.below(120);
  if (roll < 0.85) return chance.below(7200);
  return chance.below(roll < 0.97 ? DAY : 5 * DAY);
}

function drawOperation(chance: Seeded, number: number, focus: number | null): DrawnOperation {
  const kind = drawKind(chance);
  const own = Array.from({ length: ROLLS }, () => chance.next());
  const rolls = focus === null ? own : [focus, ...own.slice(1)];
  const crashes = chance.next() < (kind === 'dispatch' ? DISPATCH_CRASHES : CRASHES);
  const after = 1 + chance.below(30);
  const keyed = chance.next() < KEYED || (crashes && chance.next() < 0.5);
  return { number, kind, rolls, crashAt: crashes ? after : null, keyed };
}

function drawKind(chance: Seeded): OperationKind {
  const kinds = Object.entries(MIX) as [OperationKind, number][];
  let roll = chance.below(kinds.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [kind, weight] of kinds) {
    if (roll < weight) return kind;
    roll -= weight;
  }
  throw new RangeError('The weights do not add up');
}
