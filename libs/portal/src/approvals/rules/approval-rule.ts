import type { PortalUserId } from '../../actors/portal-actor.js';

/** From which sum on how many have to sign, and who of them may; of nobody named all may. */
export interface SigningRule {
  /** Minor units of the currency of the rules; what is more than this is ruled by it. */
  readonly above: bigint;
  readonly approvals: number;
  readonly approverIds: readonly PortalUserId[];
}

/** Where no rule fits: one of anybody. */
export const ANYBODY: SigningRule = { above: 0n, approvals: 1, approverIds: [] };

/** An account has at most so many rules, and a rule names at most so many users. */
export const MOST_SIGNING_RULES = 10;
export const MOST_APPROVERS = 50;

/**
 * The highest rule that the sum is above. Without a rate the sum is not known in the currency of
 * the rules: the strictest holds then, so that nothing is let through by mistake. Pure.
 */
export function ruleFor(rules: readonly SigningRule[], total: bigint | null): SigningRule {
  const highest = [...rules].sort((a, b) => (a.above < b.above ? 1 : -1));
  if (total !== null) return highest.find(({ above }) => total > above) ?? ANYBODY;
  return highest.reduce((most, rule) => (rule.approvals > most.approvals ? rule : most), ANYBODY);
}
