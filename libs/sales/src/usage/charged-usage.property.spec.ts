import { addDays, daysBetween, parseLocalDate as day } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { usageSpans, type UsageItem } from './charged-usage.js';

const START = day('2026-04-01');
const PERIOD = { start: START, until: addDays(START, 30) };
const VERSIONS = [newId<'plan-version'>(), newId<'plan-version'>()] as const;
const ITEMS = Array.from({ length: 3 }, () => newId<'item'>());

/** Each item is on a plan or on none for some days, and comes back. */
const items = fc
  .array(
    fc.record({
      item: fc.nat({ max: ITEMS.length - 1 }),
      from: fc.integer({ min: -3, max: 30 }),
      days: fc.option(fc.integer({ min: 1, max: 20 })),
      version: fc.nat({ max: 1 }),
      included: fc.option(fc.constantFrom('1', '2'), { freq: 3 }),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all
      .toSorted((a, b) => a.item - b.item || a.from - b.from)
      .map(({ item, from, days, version, included }) => {
        const validFrom = addDays(START, from);
        const overrides = included === null ? null : { charges: [{ key: 'calls', included }] };
        return {
          itemId: ITEMS[item],
          validFrom,
          validTo: days === null ? null : addDays(validFrom, days),
          planVersionId: VERSIONS[version],
          overrides,
        } as unknown as UsageItem;
      }),
  );

const termsOf = ({ planVersionId, overrides }: UsageItem) =>
  `${planVersionId} ${JSON.stringify(overrides)}`;

/** On which days each terms hold, told day by day. */
function heldDays(all: readonly UsageItem[]): string[] {
  const held = Array.from({ length: 30 }, (_, i) => addDays(START, i)).flatMap((on) =>
    all
      .filter(({ validFrom, validTo }) => validFrom <= on && (validTo === null || validTo > on))
      .map((item) => `${termsOf(item)} ${on}`),
  );
  return [...new Set(held)].sort();
}

function isOneADay(all: readonly UsageItem[]): boolean {
  return all.every((a, i) =>
    all.slice(i + 1).every((b) => {
      if (a.itemId !== b.itemId) return true;
      return a.validTo !== null && a.validTo <= b.validFrom;
    }),
  );
}

describe('the days on which usage is charged', () => {
  it('are each charged once by what holds on it, whoever leaves and comes back', () => {
    fc.assert(
      fc.property(items, (all) => {
        const charged = usageSpans(all, PERIOD).flatMap(({ item, start, until }) =>
          Array.from({ length: daysBetween(start, until) }, (_, i) => {
            return `${termsOf(item)} ${addDays(start, i)}`;
          }),
        );
        expect(charged.toSorted()).toEqual(heldDays(all));
      }),
      { numRuns: runs(500) },
    );
  });

  it('are one span as long as they go on, of which tiers are whole', () => {
    fc.assert(
      fc.property(items, (all) => {
        const spans = usageSpans(all, PERIOD);
        for (const a of spans) {
          const next = spans.filter((b) => b !== a && termsOf(b.item) === termsOf(a.item));
          expect(next.some(({ start }) => start >= a.start && start <= a.until)).toBe(false);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('are each known by an item that begins them, and by when', () => {
    fc.assert(
      fc.property(items, (all) => {
        const keys = usageSpans(all, PERIOD).map(({ item, start }) => `${item.itemId} ${start}`);
        // What a person may enter: an item is of one plan on a day.
        fc.pre(isOneADay(all));
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: runs(500) },
    );
  });
});
