import type { FieldError, ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { Timing } from '../../pricing/quoted-line.js';
import type { RecurringFrequency } from '../../subscriptions/grid.js';
import type { ChargePrice } from '../../usage/charge.js';
import {
  chargeIn,
  minorUnitsOf,
  type PlanId,
  type PlanTerms,
  type PlanVersionId,
} from '../plan-version.js';

/*
 * Which version of which plan a line that recurs is of, and what usage costs by it: pure.
 */

/** What of its plan a person said of a line; nothing where the rule has found it. */
export const PLAN_SAYINGS = ['plan', 'version'] as const;
export type PlanSaying = (typeof PLAN_SAYINGS)[number];

/** What usage costs in the currency of a line, as it is offered: of a version, it never changes. */
export type LineCharge = ChargePrice & {
  /** By which invoices and overrides name it. */
  readonly key: string;
  readonly name: string;
  /** Behind quantities; null where its meter has none. */
  readonly unit: string | null;
  /** Units of a whole period that cost nothing. */
  readonly included: string | null;
};

/** The plan of a line, as it is kept with it. */
export interface LinePlan {
  readonly planId: PlanId;
  readonly planVersionId: PlanVersionId;
  readonly planSaid: PlanSaying | null;
  readonly charges: readonly LineCharge[];
  /** The least that flat price and usage of a period come to, net, in minor units. */
  readonly usageMinimum: bigint | null;
}

/** What of a line decides about its plan. */
export interface PlannedLine {
  readonly kind: string;
  readonly productId: ProductId | null;
  readonly frequency: RecurringFrequency | null;
  readonly timing: Timing | null;
  /** As a person said them. */
  readonly planId: PlanId | null;
  readonly planVersionId: PlanVersionId | null;
  /** What it has; undefined where that is to be found. */
  readonly plan: LinePlan | undefined;
}

/** A version that lines may be of. */
export interface SoldVersion extends Pick<PlanTerms, 'prices' | 'charges' | 'minimums'> {
  readonly planId: PlanId;
  readonly productId: ProductId;
  readonly active: boolean;
  /** Of its plan. */
  readonly newest: boolean;
  readonly versionId: PlanVersionId;
  readonly frequency: RecurringFrequency;
  readonly timing: Timing;
}

/** Units of meters by their ids. */
export type MeterUnits = ReadonlyMap<string, string | null>;

/** A line with the version that was found for it; null where its product has no plan. */
export interface FoundVersion {
  readonly version: SoldVersion | null;
  readonly said: PlanSaying | null;
}

/** Whether something of a line is still to be found. */
export function lacksPlan({ kind, plan }: Pick<PlannedLine, 'kind' | 'plan'>): boolean {
  return kind === 'recurring' && plan === undefined;
}

/**
 * The versions of lines: what a person said of one, else the newest of the oldest active plan of
 * its product, with its frequency and its timing. Lines of one plan that are billed together are of
 * one version, as usage of a plan is charged once: what one has or says holds for those that say
 * nothing.
 * @param versions those of the products in the order of their plans, oldest first
 * @param currency null where none is known: it is not looked at then
 */
export function versionsFor(
  lines: readonly PlannedLine[],
  versions: readonly SoldVersion[],
  currency: Currency | null,
): { readonly found: readonly (FoundVersion | undefined)[]; readonly errors: FieldError[] } {
  const errors: FieldError[] = [];
  const held = heldVersions(lines, versions);
  const found = lines.map((line, i) => {
    if (!lacksPlan(line)) return undefined;
    const refuse: Refuse = (member, code, message) =>
      errors.push({ pointer: `/lines/${i}/${member}`, code, message });
    return versionFor(line, { versions, held, currency }, refuse);
  });
  const known = new Map<string, string>();
  lines.forEach((line, i) => {
    const own = line.plan ?? planOfFound(found[i]);
    if (!own || line.kind !== 'recurring') return;
    const key = togetherKey(own.planId, line);
    const first = known.get(key) ?? own.planVersionId;
    known.set(key, first);
    if (first === own.planVersionId) return;
    const message = 'must be that of the other lines of the plan: its usage is charged once';
    errors.push({ pointer: `/lines/${i}/planVersionId`, code: 'mixed', message });
  });
  return { found, errors };
}

type Refuse = (member: 'planId' | 'planVersionId', code: string, message: string) => void;

function planOfFound(found: FoundVersion | undefined) {
  const version = found?.version;
  return version && { planId: version.planId, planVersionId: version.versionId };
}

const togetherKey = (planId: string, { frequency, timing }: PlannedLine) =>
  `${planId} ${frequency} ${timing}`;

/** The versions that lines have already, or say, by what is billed together. */
function heldVersions(
  lines: readonly PlannedLine[],
  versions: readonly SoldVersion[],
): ReadonlyMap<string, PlanVersionId> {
  const held = new Map<string, PlanVersionId>();
  for (const line of lines) {
    const said = versions.find(({ versionId }) => versionId === line.planVersionId);
    const planId = line.plan?.planId ?? said?.planId;
    const versionId = line.plan?.planVersionId ?? said?.versionId;
    if (line.kind !== 'recurring' || !planId || !versionId) continue;
    const key = togetherKey(planId, line);
    if (!held.has(key)) held.set(key, versionId);
  }
  return held;
}

interface Among {
  readonly versions: readonly SoldVersion[];
  readonly held: ReadonlyMap<string, PlanVersionId>;
  readonly currency: Currency | null;
}

function versionFor(line: PlannedLine, among: Among, refuse: Refuse): FoundVersion {
  const { planId, planVersionId } = line;
  const { versions, held } = among;
  const ofPlan = (id: PlanId) => {
    const other = held.get(togetherKey(id, line));
    const same = versions.find(({ versionId }) => versionId === other);
    return same ?? versions.find((each) => each.planId === id && each.newest);
  };
  if (planVersionId !== null) {
    const version = versions.find(({ versionId }) => versionId === planVersionId);
    const found: FoundVersion = { version: version ?? null, said: 'version' };
    if (!version) refuse('planVersionId', 'reference_not_found', 'There is no such version.');
    else if (planId !== null && version.planId !== planId) {
      refuse('planVersionId', 'other_plan', 'is a version of another plan');
    } else refuseUnfit(line, version, among, refuse);
    return found;
  }
  if (planId !== null) {
    const version = ofPlan(planId);
    if (!version) refuse('planId', 'reference_not_found', 'There is no such plan with a version.');
    else refuseUnfit(line, version, among, refuse);
    return { version: version ?? null, said: 'plan' };
  }
  const fit = versions.find((each) => each.newest && each.active && isAlike(each, line));
  return { version: fit ? (ofPlan(fit.planId) ?? fit) : null, said: null };
}

function isAlike(version: SoldVersion, { productId, frequency, timing }: PlannedLine): boolean {
  const { productId: own, frequency: often, timing: end } = version;
  return own === productId && often === frequency && end === timing;
}

/** What is said is of the same product, billed as the line is, and can be subscribed to. */
function refuseUnfit(
  line: PlannedLine,
  version: SoldVersion,
  { currency }: Among,
  refuse: Refuse,
): void {
  const member = line.planVersionId === null ? 'planId' : 'planVersionId';
  if (version.productId !== line.productId) refuse(member, 'product', 'is of another product');
  if (!version.active) refuse(member, 'inactive', 'is of a plan that is not active');
  if (version.frequency !== line.frequency) {
    refuse(member, 'frequency', `is billed ${version.frequency}`);
  }
  if (version.timing !== line.timing) refuse(member, 'timing', `is billed in ${version.timing}`);
  if (currency !== null && !isPricedIn(version, currency)) {
    refuse(member, 'currency', `has no price in ${currency}`);
  }
}

function isPricedIn({ prices, charges }: SoldVersion, currency: Currency): boolean {
  const has = (all: readonly { readonly currency: Currency }[]) =>
    all.some((each) => each.currency === currency);
  return has(prices) || charges.some((charge) => has(charge.prices));
}

/** What a line keeps of a version that was found for it. */
export function linePlanOf(
  { version, said }: FoundVersion,
  currency: Currency,
  units: MeterUnits,
): LinePlan | undefined {
  if (!version) return undefined;
  const least = version.minimums.find((each) => each.currency === currency);
  const charges = version.charges.flatMap((charge): LineCharge[] => {
    const asked = chargeIn(charge, currency);
    if (!asked) return [];
    const { currency: _, ...price } = asked.price as ChargePrice & { readonly currency?: Currency };
    const { key, name, meterId, included } = charge;
    const told = { key, name, unit: units.get(meterId) ?? null, included };
    return [{ ...told, ...(price as ChargePrice) }];
  });
  return {
    planId: version.planId,
    planVersionId: version.versionId,
    planSaid: said,
    charges,
    usageMinimum: least ? minorUnitsOf(least.amount, currency) : null,
  };
}
