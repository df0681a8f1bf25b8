import { newId } from '@quittance/kernel';
import { findingsOf, type ApprovalRule, type JudgedQuote } from './approval-rules.js';

const rule = (over: Partial<ApprovalRule> = {}): ApprovalRule => ({
  maxPercent: '15',
  maxTotal: null,
  minMargin: null,
  roleId: null,
  ...over,
});
const quote = (amount: bigint, over: Partial<JudgedQuote> = {}): JudgedQuote => ({
  lines: [{ position: 1, listed: 10_000n, amount, net: amount, cost: null }],
  total: 119_000n,
  currency: 'EUR',
  baseCurrency: 'EUR',
  ...over,
});
const none: ReadonlySet<string> = new Set();

describe('what asks for approval', () => {
  it('example 41: 14.50 % passes 15 %, 15.40 % does not', () => {
    // List 100.00, typed 90.00, less 5 % and 6 %.
    expect(findingsOf([rule()], none, quote(8_550n))).toEqual([]);
    expect(findingsOf([rule()], none, quote(8_460n))).toEqual([
      { rule: 1, about: 'discount', line: 1, limit: '15', value: '15.40' },
    ]);
  });

  it('is what is above the limit, and not the limit itself', () => {
    expect(findingsOf([rule()], none, quote(8_500n))).toEqual([]);
    expect(findingsOf([rule({ maxPercent: '14.999999' })], none, quote(8_500n))).toHaveLength(1);
  });

  it('is no discount where nothing lists the line, nor a price above the list', () => {
    const lines = [{ position: 1, listed: null, amount: 0n, net: 0n, cost: null }];
    expect(findingsOf([rule({ maxPercent: '0' })], none, quote(0n, { lines }))).toEqual([]);
    expect(findingsOf([rule({ maxPercent: '0' })], none, quote(12_000n))).toEqual([]);
  });

  it('is a total above the largest, and one that cannot be compared', () => {
    const rules = [rule({ maxTotal: '1190.00' }), rule({ maxTotal: '1189.99' })];
    expect(findingsOf(rules, none, quote(10_000n))).toEqual([
      { rule: 2, about: 'total', line: null, limit: '1189.99', value: '1190.00' },
    ]);
    expect(findingsOf(rules, none, quote(10_000n, { currency: 'USD' }))).toMatchObject([
      { rule: 1, value: null },
      { rule: 2, value: null },
    ]);
  });

  it('is a margin below the least, exactly, where the product has a cost', () => {
    const least = [rule({ maxPercent: '100', minMargin: '33.333333' })];
    const asks = (net: bigint, cost: bigint | 'unknown' | null) => {
      const lines = [{ position: 1, listed: null, amount: net, net, cost }];
      return findingsOf(least, none, quote(net, { lines })).length > 0;
    };
    expect([asks(30_000n, 20_000n), asks(30_000n, 20_001n)]).toEqual([false, true]);
    expect([asks(0n, 1n), asks(0n, 0n), asks(100n, null)]).toEqual([true, false, false]);
    expect(asks(100n, 'unknown')).toBe(true);
  });

  it('holds for those who have the role, and for everybody without one', () => {
    const roleId = newId<'role'>();
    const strict = [rule({ maxPercent: '1', roleId })];
    expect(findingsOf(strict, none, quote(9_000n))).toEqual([]);
    expect(findingsOf(strict, new Set([roleId]), quote(9_000n))).toHaveLength(1);
  });
});
