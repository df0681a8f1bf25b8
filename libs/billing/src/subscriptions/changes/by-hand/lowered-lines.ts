import { sumOf } from '@quittance/money';
import type { MadeDocument } from '@quittance/receivables';
import type { PaidItem } from '../../paid-item.js';
import type { AskedByChange, PaidState } from '../../paid-state.js';
import { askedLineOf, borneLineOf, borneLinesOf, laterBearerOf, paidLineOf } from '../paid-line.js';
import type { ByHand } from './left-of-rows.js';

type Known = Pick<PaidState, 'items' | 'stored' | 'documents' | 'asked'>;

/**
 * What somebody has let invoices ask less, as long as these were drafts, than was billed by them: a
 * line was made smaller or taken off, or another was put in that takes something off. Nobody was
 * asked for it, so that it comes back as little as what a note by hand has credited.
 */
export function loweredByHand(state: Known): readonly LoweredByHand[] {
  return [...state.documents.values()].flatMap((document): LoweredByHand[] => {
    if (document.closed) return [];
    const rows = state.items.filter((row) => isAskedBy(row, document, state));
    const borne = state.items.filter((row) => laterBearerOf(row, state) === document.id);
    if (rows.length === 0 && borne.length === 0) return [];
    return [
      ...loweredLines(rows, document, state),
      ...loweredBorne(borne, document, state),
      ...takenOff(document),
    ];
  });
}

interface LoweredByHand extends ByHand {
  readonly invoiceId: MadeDocument['id'];
}

/** A period by its invoice, and a change by its draft. */
function isAskedBy(row: PaidItem, { id }: MadeDocument, state: Known): boolean {
  if (row.invoiceId !== id) return false;
  return row.changeId === null || askedLineOf(row, state)?.invoiceId === id;
}

function loweredLines(
  rows: readonly PaidItem[],
  { id: invoiceId }: MadeDocument,
  state: Known,
): LoweredByHand[] {
  const gone = rows.filter(({ linePosition }) => linePosition === 0);
  const positions = new Set(rows.flatMap(({ linePosition }) => linePosition || []));
  const smaller = [...positions].flatMap((position): LoweredByHand[] => {
    const own = rows.filter(({ linePosition }) => linePosition === position);
    const line = own[0] && paidLineOf(own[0], invoiceId, state);
    if (!line) return [];
    const net = sumOf(own.map(({ amount }) => amount)) - line.net;
    return net > 0n ? [{ invoiceId, lineId: line.id, net }] : [];
  });
  const off = gone.flatMap(({ id, amount }) =>
    amount > 0n ? [{ invoiceId, lineId: id, net: amount }] : [],
  );
  return [...smaller, ...off];
}

/** Of what changes asked that a later invoice bears, lines of one product and days together. */
function loweredBorne(
  rows: readonly PaidItem[],
  { id: invoiceId }: MadeDocument,
  state: Known,
): LoweredByHand[] {
  const groups = new Map<AskedByChange, PaidItem[]>();
  for (const row of rows) {
    const asked = askedLineOf(row, state);
    const first = asked && borneLinesOf(asked, state).alike[0];
    if (first) groups.set(first, [...(groups.get(first) ?? []), row]);
  }
  return [...groups].flatMap(([first, own]): LoweredByHand[] => {
    const { alike, lines } = borneLinesOf(first, state);
    if (lines.length > 0 && lines.length < alike.length) {
      // Which of them are gone is not told.
      const net = sumOf(own.map(({ amount }) => amount)) - sumOf(lines.map((line) => line.net));
      return net > 0n ? [{ invoiceId, lineId: null, net }] : [];
    }
    return alike.flatMap((asked): LoweredByHand[] => {
      const asking = own.filter((row) => askedLineOf(row, state) === asked);
      const line = asking[0] && borneLineOf(asking[0], state);
      if (!line) return asking.flatMap(({ id, amount }) => goneOf(invoiceId, id, amount));
      return goneOf(invoiceId, line.id, sumOf(asking.map(({ amount }) => amount)) - line.net);
    });
  });
}

const goneOf = (invoiceId: MadeDocument['id'], lineId: string, net: bigint): LoweredByHand[] =>
  net > 0n ? [{ invoiceId, lineId, net }] : [];

/** What changes and usage take off names the days that it is for. */
function takenOff({ id: invoiceId, lines }: MadeDocument): LoweredByHand[] {
  const own = lines.filter(({ net, periodStart }) => net < 0n && periodStart === null);
  const net = -sumOf(own.map((line) => line.net));
  return net > 0n ? [{ invoiceId, lineId: null, net }] : [];
}
