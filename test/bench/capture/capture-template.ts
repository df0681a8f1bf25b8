import { FIRST_NUMBER, invoiceId, type PayingCompany } from './capture-data.js';
import type { CapturedPayment } from './capture-webhook.js';
import type { RoundTrip } from './recorded-capture.js';

/** Text of a recorded capture that is another one in every capture. */
export interface Placeholder {
  readonly text: string;
  /**
   * SQL over `:n` (the capture), `:k` (its invoice) and `:lastSeq` (its number); of type `type`.
   */
  readonly sql: string;
  readonly type: 'uuid' | 'text';
  /** The same for a client that is no SQL. */
  of(capture: { n: number; k: number; seq: number }): string;
}

/** The second of the company, so that what is paid of an invoice differs from what is paid now. */
const RECORDED_NUMBER = FIRST_NUMBER + 1;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Helpers of the script: ids in the order of their making, as the product's are. */
export const SCRIPT_SCHEMA = `
  create schema if not exists bench;
  create or replace function bench.made_id(kind int, n bigint) returns uuid language sql immutable
    as $$ select ('01b00000-0000-7000-8' || lpad(to_hex(kind), 3, '0') || '-'
      || lpad(to_hex(n), 12, '0'))::uuid $$;
  create or replace function bench.invoice_id(k bigint) returns uuid language sql immutable
    as $$ select ('01900000-0000-7000-8000-' || lpad(to_hex(k), 12, '0'))::uuid $$;
  grant usage on schema bench to public`;

const hex = (n: number, width: number) => n.toString(16).padStart(width, '0');

/** What to put in place of the ids, numbers and sums of one recorded capture. */
export function placeholdersOf(
  roundTrips: readonly RoundTrip[],
  company: PayingCompany,
  recorded: CapturedPayment,
): Placeholder[] {
  const texts = roundTrips.flat().flatMap(({ params }) => params.filter((text) => text !== null));
  const constant = new Set([company.ctx.companyId, ...constantIds(texts)]);
  const invoice = invoiceId(recorded.invoice);
  const made = [...new Set(texts.flatMap((text) => text.match(UUID) ?? []))].filter(
    (id) => id !== invoice && !constant.has(id),
  );
  const named = (text: string, prefix: string): Placeholder => ({
    text,
    sql: `'${prefix}' || :n`,
    type: 'text',
    of: ({ n }) => `${prefix}${n}`,
  });
  return [
    { text: invoice, sql: 'bench.invoice_id(:k)', type: 'uuid', of: ({ k }) => invoiceId(k) },
    named(recorded.id, 'pay_'),
    named(recorded.eventId, 'evt_'),
    {
      text: String(RECORDED_NUMBER),
      sql: ':lastSeq::text',
      type: 'text',
      of: ({ seq }) => String(seq),
    },
    ...made.map((text, kind) => ({
      text,
      sql: `bench.made_id(${kind}, :n)`,
      type: 'uuid' as const,
      of: ({ n }: { n: number }) => `01b00000-0000-7000-8${hex(kind, 3)}-${hex(n, 12)}`,
    })),
  ];
}

/** The account is the same in every capture: its id stands beside its name in the documents. */
function constantIds(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    [...text.matchAll(/\\?"accountId\\?":\\?"([0-9a-f-]{36})/g)].map(([, id]) => id ?? ''),
  );
}

/**
 * The sums of an invoice that is paid again and again: with nothing else in its company the number
 * of the payment tells how many there were.
 */
export function runningSums(company: PayingCompany, amount: bigint): Placeholder[] {
  const recorded = amount * BigInt(RECORDED_NUMBER - FIRST_NUMBER + 1);
  const paid = (seq: number) => BigInt(seq - FIRST_NUMBER + 1) * amount;
  const count = `(:lastSeq::bigint - ${FIRST_NUMBER - 1})`;
  return [
    {
      text: String(recorded),
      sql: `(${count} * ${amount})::text`,
      type: 'text',
      of: ({ seq }) => String(paid(seq)),
    },
    {
      text: String(company.total - recorded),
      sql: `(${company.total} - ${count} * ${amount})::text`,
      type: 'text',
      of: ({ seq }) => String(company.total - paid(seq)),
    },
  ];
}
