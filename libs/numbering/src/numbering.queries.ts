import type { Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { DOCUMENT_TYPES, defaultRules, type DocumentType } from './document-type.js';
import { periodOf, renderNumber, type NumberingRules, type Reset } from './number-format.js';
import { nextFree } from './next-free.js';
import { FIND_COUNTER, LIST_RULES } from './numbering.sql.js';

/** The rules of one document type as the API shows them. */
export interface NumberingView {
  type: DocumentType;
  format: string;
  reset: Reset;
  start: number;
  increment: number;
  /** `Default` until an administrator saves rules of their own. */
  source: 'Default' | 'Saved';
  version: number;
  updatedAt: Instant | null;
}

export function numberingView(
  type: DocumentType,
  rules: NumberingRules,
  saved: { readonly version: number; readonly updatedAt: Instant } | null,
): NumberingView {
  return {
    type,
    format: rules.format,
    reset: rules.reset,
    start: Number(rules.start),
    increment: Number(rules.increment),
    source: saved ? 'Saved' : 'Default',
    version: saved?.version ?? 0,
    updatedAt: saved?.updatedAt ?? null,
  };
}

/** The rules of every type, saved or built in. */
export async function listNumbering(tx: Tx): Promise<NumberingView[]> {
  type Row = NumberingRules & { type: DocumentType; version: number; updatedAt: Instant };
  const rows = await tx.rows<Row>(LIST_RULES, [tx.ctx.companyId]);
  const saved = new Map(rows.map((row) => [row.type, row]));
  return DOCUMENT_TYPES.map((type) => {
    const row = saved.get(type) ?? null;
    return numberingView(type, row ?? defaultRules(type), row);
  });
}

/**
 * The numbers that the next documents of a date would get under these rules; draws none. Without a
 * type they are those of a sequence that nothing was drawn from yet.
 */
export async function previewNumbers(
  tx: Tx,
  type: DocumentType | null,
  rules: NumberingRules,
  date: LocalDate,
  count: number,
): Promise<string[]> {
  if (type === null) return fresh(rules, date, count);
  const from = await nextOf(tx, type, rules, date);
  const { free } = await nextFree(tx, type, rules, date, from, count);
  return free.map(({ number }) => number);
}

function fresh(rules: NumberingRules, date: LocalDate, count: number) {
  const { format, start, increment, fiscalYearStart } = rules;
  return Array.from({ length: count }, (_, i) =>
    renderNumber(format, start + BigInt(i) * increment, date, fiscalYearStart),
  );
}

async function nextOf(
  tx: Tx,
  type: DocumentType,
  rules: NumberingRules,
  date: LocalDate,
): Promise<bigint> {
  const counter = await tx.maybe<{ lastSeq: bigint }>(FIND_COUNTER, [
    tx.ctx.companyId,
    type,
    periodOf(rules, date),
  ]);
  return counter ? counter.lastSeq + rules.increment : rules.start;
}
