import { taxesOfGroup, type Group, type GroupTerms } from './price-group.js';
import type { SellingParty } from './pricing.js';
import type { TaxChain } from './tax-chain.js';

/**
 * What each tax of each group comes to on each of its lines, where the tax of a rate is rounded
 * once: groups with the same rates on the same ground are rounded together, whatever the codes of
 * their lines, and whether a rate is that of the set-up or came with the line. Pure.
 */
export function taxesByRate(
  groups: readonly Group[],
  terms: GroupTerms,
  { country }: Pick<SellingParty, 'country'>,
): readonly bigint[][][] {
  const alike = new Map<string, Group[]>();
  for (const group of groups) {
    const key = ratesOf(group.chain, country);
    const known = alike.get(key);
    if (known) known.push(group);
    else alike.set(key, [group]);
  }
  const shares = new Map<Group, bigint[][]>();
  for (const together of alike.values()) shareOut(together, terms, shares);
  return groups.map((group) => shares.get(group) ?? []);
}

/** A rate that came with the line names no place: it is the seller's own. */
function ratesOf({ taxes, decision }: TaxChain, home: string | null): string {
  const rates = taxes.map(({ jurisdiction, rate, compound }) => {
    return [jurisdiction ?? home, rate, compound];
  });
  return JSON.stringify([decision.category, rates]);
}

/** Rounds groups as if they were one, its lines in the order of the document. */
function shareOut(
  together: readonly Group[],
  terms: GroupTerms,
  shares: Map<Group, bigint[][]>,
): void {
  const [first] = together;
  if (!first) return;
  if (together.length === 1) {
    shares.set(first, taxesOfGroup(first, terms));
    return;
  }
  const lines = together.flatMap((group) => group.lines).sort((a, b) => a - b);
  const amounts = lines.map((line) => terms.amounts[line]?.amount ?? 0n);
  const taxes = taxesOfGroup({ chain: first.chain, lines, amounts }, terms);
  const places = new Map(lines.map((line, k) => [line, k]));
  for (const group of together) {
    const ofGroup = taxes.map((tax) => group.lines.map((line) => tax[places.get(line) ?? 0] ?? 0n));
    shares.set(group, ofGroup);
  }
}
