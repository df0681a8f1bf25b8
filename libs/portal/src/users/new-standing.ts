import { invalidField } from '@quittance/kernel';
import { parseMinor, type Currency } from '@quittance/money';
import type { AccessLevel, LimitPeriod, PortalRole } from '../actors/portal-actor.js';
import { PORTAL_RIGHTS } from '../actors/portal-actor.js';
import { defaultLimit, defaultRights } from './presets.js';
import type { PortalRightSet, PortalStanding } from './portal-user.js';

/** What is said of a standing: of a new one, or of what changes of one that is there. */
export interface StandingInput {
  readonly role?: PortalRole | undefined;
  readonly accessLevel?: AccessLevel | undefined;
  /** Absent ones are as the role presets them, or stay. */
  readonly permissions?: Partial<PortalRightSet> | undefined;
  /** Decimal text in the currency of the party; null without a limit. */
  readonly approvalLimit?: string | null | undefined;
  readonly limitPeriod?: LimitPeriod | undefined;
}

/** A new standing as its role presets it. @throws DomainError validation_failed */
export function newStanding(
  input: StandingInput & { readonly role: PortalRole },
  currency: Currency,
): PortalStanding {
  const preset: PortalStanding = {
    role: input.role,
    accessLevel: 'account',
    permissions: defaultRights(input.role),
    limit: { amount: defaultLimit(input.role), currency, period: 'order' },
  };
  return changedStanding(preset, input);
}

/** Rights are presets of nobody whose role changes later. @throws DomainError validation_failed */
export function changedStanding(before: PortalStanding, input: StandingInput): PortalStanding {
  const { role = before.role, accessLevel = before.accessLevel, permissions = {} } = input;
  const { currency } = before.limit;
  const said = input.approvalLimit;
  return {
    role,
    accessLevel,
    permissions: { ...before.permissions, ...permissions },
    limit: {
      amount: said === undefined ? before.limit.amount : limitOf(said, currency),
      currency,
      period: input.limitPeriod ?? before.limit.period,
    },
  };
}

function limitOf(text: string | null, currency: Currency): bigint | null {
  if (text === null) return null;
  const amount = parseMinor(text, currency);
  if (amount !== undefined && amount >= 0n && amount <= MOST) return amount;
  throw invalidField('/approvalLimit', 'amount', `must be a sum in ${currency}, at least 0`);
}

const MOST = 10n ** 15n;

/** Whether somebody may do, see or spend something else than before. */
export function isAnother(a: PortalStanding, b: PortalStanding): boolean {
  const { limit: x } = a;
  const { limit: y } = b;
  return (
    a.role !== b.role ||
    a.accessLevel !== b.accessLevel ||
    x.amount !== y.amount ||
    x.period !== y.period ||
    PORTAL_RIGHTS.some((right) => a.permissions[right] !== b.permissions[right])
  );
}

/** The columns that hold it. */
export function columnsOf({ role, accessLevel, permissions, limit }: PortalStanding) {
  const { amount: approvalLimit, currency, period: limitPeriod } = limit;
  return { role, accessLevel, ...permissions, approvalLimit, currency, limitPeriod };
}
