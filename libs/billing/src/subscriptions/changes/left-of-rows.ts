import { minOf, sumOf } from '@quittance/money';

/** A row that is paid for: what its line asked for it and has not come back. */
export interface AskedRow {
  readonly id: string;
  readonly invoiceId: string | null;
  /** The line of the invoice that asked for it, where that is known. */
  readonly lineId: string | null;
  readonly left: bigint;
}

/** What of an invoice was credited by hand; without a line, beside all of them. */
export interface ByHand {
  readonly invoiceId: string;
  readonly lineId: string | null;
  readonly net: bigint;
}

/** How much of what rows share may still come back. */
export interface LeftOfRow {
  /** By which rows know that they share it. */
  readonly line: string;
  readonly left: bigint;
}

/**
 * Of rows whose invoices somebody has credited by hand: what may still come back of them. What a
 * line asked comes back once; and of an invoice that was credited without saying of which line, all
 * of them share what nothing has given back.
 * @param openOf what of an invoice no note has given back, and no change does in another way
 */
export function leftOfRows(
  rows: readonly AskedRow[],
  byHand: readonly ByHand[],
  openOf: (invoiceId: string) => bigint,
): ReadonlyMap<string, LeftOfRow> {
  const ofLine = new Map<string, bigint>();
  for (const { lineId, net } of byHand) {
    if (lineId !== null) ofLine.set(lineId, (ofLine.get(lineId) ?? 0n) - net);
  }
  for (const { lineId, left } of rows) {
    const known = lineId === null ? undefined : ofLine.get(lineId);
    if (lineId !== null && known !== undefined) ofLine.set(lineId, known + left);
  }
  const shared = new Map<string, bigint>();
  for (const { invoiceId, lineId } of byHand) {
    if (lineId === null) shared.set(invoiceId, sharedOf(rows, invoiceId, { ofLine, openOf }));
  }
  return new Map(
    rows.flatMap((row): [string, LeftOfRow][] => {
      const ofInvoice = row.invoiceId === null ? undefined : shared.get(row.invoiceId);
      if (row.invoiceId !== null && ofInvoice !== undefined) {
        return [[row.id, { line: row.invoiceId, left: ofInvoice }]];
      }
      const own = row.lineId === null ? undefined : ofLine.get(row.lineId);
      if (row.lineId === null || own === undefined) return [];
      return [[row.id, { line: row.lineId, left: notBelowZero(own) }]];
    }),
  );
}

function sharedOf(
  rows: readonly AskedRow[],
  invoiceId: string,
  {
    ofLine,
    openOf,
  }: { readonly ofLine: ReadonlyMap<string, bigint>; readonly openOf: (id: string) => bigint },
): bigint {
  const own = rows.filter((row) => row.invoiceId === invoiceId);
  const lines = new Set(own.flatMap(({ lineId }) => (lineId !== null ? [lineId] : [])));
  const ofLines = [...lines].map((line) => {
    const asked = own.filter(({ lineId }) => lineId === line).map(({ left }) => left);
    return notBelowZero(ofLine.get(line) ?? sumOf(asked));
  });
  const ofNone = own.filter(({ lineId }) => lineId === null).map(({ left }) => left);
  return notBelowZero(minOf(openOf(invoiceId), sumOf([...ofLines, ...ofNone])));
}

const notBelowZero = (amount: bigint) => (amount > 0n ? amount : 0n);
