import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import { defaultRules, type DocumentType } from './document-type.js';
import { periodOf, renderNumber, type NumberingRules } from './number-format.js';
import { withFiscalYear } from './fiscal-year.js';
import { nextFree } from './next-free.js';
import { takenNumbers } from './numbered-documents.js';
import { ADVANCE, DRAW, FIND_RULES, NOTE_SKIPPED } from './numbering.sql.js';

/** A number given to a document: its text, its counter's period and its place in it. */
export interface AssignedNumber {
  readonly number: string;
  readonly period: string;
  readonly seq: bigint;
}

/** Rules that an administrator saved, and whether they still hold. */
export interface FoundRules extends NumberingRules {
  readonly inForce: boolean;
}

/**
 * The rules in force, and whether an administrator ever saved some, even if they were taken back.
 */
export interface RulesInForce extends NumberingRules {
  readonly saved: boolean;
}

/** Reads the rules of a type; may travel with other statements before the numbers are drawn. */
export async function readNumberingRules(tx: Tx, type: DocumentType): Promise<RulesInForce> {
  const found = await tx.maybe<FoundRules>(FIND_RULES, [tx.ctx.companyId, type]);
  if (!found) return { ...defaultRules(type), saved: false };
  const { inForce, ...rules } = found;
  if (!inForce) return { ...defaultRules(type), saved: true };
  return { ...(await withFiscalYear(tx, rules)), saved: true };
}

/**
 * One number per date, in the order of the dates, in the caller's transaction: a rollback gives
 * them back, so there is never a gap. It locks the counters, so it comes last before the inserts.
 * A number that another document bears since the format changed is passed over and noted.
 */
export async function assignNumbers(
  tx: Tx,
  type: DocumentType,
  dates: readonly LocalDate[],
  rules?: RulesInForce,
): Promise<AssignedNumber[]> {
  if (dates.length === 0) return [];
  const inForce = rules ?? (await readNumberingRules(tx, type));
  const drawn = await draw(tx, type, dates, inForce);
  // Where the built-in rules alone ever held no other format gave a number: none can be borne
  // already.
  return inForce.saved ? passOverTaken(tx, type, dates, drawn, inForce) : drawn;
}

async function draw(
  tx: Tx,
  type: DocumentType,
  dates: readonly LocalDate[],
  rules: NumberingRules,
): Promise<AssignedNumber[]> {
  const periods = dates.map((date) => periodOf(rules, date));
  const counts = new Map<string, bigint>();
  for (const period of periods) counts.set(period, (counts.get(period) ?? 0n) + 1n);
  const rows = await tx.rows<{ period: string; lastSeq: bigint }>(DRAW, [
    tx.ctx.companyId,
    type,
    [...counts.keys()],
    [...counts.values()].map(String),
    rules.start.toString(),
    rules.increment.toString(),
  ]);
  const next = new Map(
    rows.map(({ period, lastSeq }) => [
      period,
      lastSeq - ((counts.get(period) ?? 1n) - 1n) * rules.increment,
    ]),
  );
  return dates.map((date, i) => {
    const period = periods[i] ?? '';
    const seq = next.get(period) ?? rules.start;
    next.set(period, seq + rules.increment);
    return { number: renderNumber(rules.format, seq, date, rules.fiscalYearStart), period, seq };
  });
}

/**
 * Gives the next free number to each document whose drawn one is borne already. The counters are
 * locked by the first draw, so what is looked at here cannot be given to anybody else.
 */
async function passOverTaken(
  tx: Tx,
  type: DocumentType,
  dates: readonly LocalDate[],
  drawn: AssignedNumber[],
  rules: NumberingRules,
): Promise<AssignedNumber[]> {
  const numbers = drawn.map(({ number }) => number);
  const taken = await takenNumbers(tx, type, numbers);
  if (taken.size === 0) return drawn;
  const given = [...drawn];
  const skipped: AssignedNumber[] = drawn.filter(({ number }) => taken.has(number));
  const last = new Map(drawn.map(({ period, seq }) => [period, seq]));
  for (const [i, { number, period }] of drawn.entries()) {
    const date = dates[i];
    if (!taken.has(number) || date === undefined) continue;
    const from = (last.get(period) ?? 0n) + rules.increment;
    const { free, passedOver } = await nextFree(tx, type, rules, date, from, 1);
    for (const candidate of passedOver) skipped.push({ ...candidate, period });
    for (const candidate of free) {
      given[i] = { ...candidate, period };
      last.set(period, candidate.seq);
    }
  }
  await tx.run(ADVANCE, [tx.ctx.companyId, type, [...last.keys()], [...last.values()].map(String)]);
  await noteSkipped(tx, type, skipped);
  return given;
}

async function noteSkipped(
  tx: Tx,
  type: DocumentType,
  skipped: readonly AssignedNumber[],
): Promise<void> {
  await tx.run(NOTE_SKIPPED, [
    tx.ctx.companyId,
    type,
    skipped.map(({ period }) => period),
    skipped.map(({ seq }) => seq.toString()),
    skipped.map(({ number }) => number),
    'Another document bears this number since the format was changed.',
    tx.ctx.now,
  ]);
}
