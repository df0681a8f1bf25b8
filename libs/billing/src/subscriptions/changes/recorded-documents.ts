import type { Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId } from '@quittance/kernel';
import type { DocumentsWithin } from '@quittance/receivables';
import type { NumberedDraft } from '../../run/store-invoices.js';
import type { SettledDocuments } from './settle-tools.js';

type Shown = Awaited<ReturnType<DocumentsWithin['shown']>>;
export type ShownInvoice = Shown['invoices'][number];
export type ShownNote = Shown['notes'][number];

/** What was made of what waited, as its transaction sees it. */
export interface MadeBehindRun {
  /** Invoices of their own, where no other follows. */
  readonly invoices: readonly ShownInvoice[];
  /** Of the invoices of the run those that took a line, by their places. */
  readonly changed: ReadonlyMap<number, ShownInvoice>;
  /** Drafts from before that took lines: how many, which stand last. */
  readonly drafts: readonly { readonly invoice: ShownInvoice; readonly added: number }[];
  readonly notes: readonly ShownNote[];
}

export const NOTHING_MADE: MadeBehindRun = {
  invoices: [],
  changed: new Map(),
  drafts: [],
  notes: [],
};

/** Documents that take note of what is made. */
export class RecordedDocuments implements SettledDocuments {
  private readonly placeInRun = new Map<InvoiceId, number>();
  private readonly drafted: InvoiceId[] = [];
  private readonly added = new Map<InvoiceId, number>();
  private readonly noted: CreditNoteId[] = [];

  constructor(private readonly documents: DocumentsWithin) {}

  /** Tells which invoices a run makes ahead of that. */
  ofRun(drafts: readonly NumberedDraft[]): void {
    for (const [i, { id }] of drafts.entries()) this.placeInRun.set(id, i);
  }

  /** How many invoices of their own were made. */
  get invoiced(): number {
    return this.drafted.length;
  }

  readonly find: SettledDocuments['find'] = (...asked) => this.documents.find(...asked);
  readonly hold: SettledDocuments['hold'] = (...asked) => this.documents.hold(...asked);
  readonly creditedByOthers: SettledDocuments['creditedByOthers'] = (...asked) =>
    this.documents.creditedByOthers(...asked);
  readonly cancel: SettledDocuments['cancel'] = (...asked) => this.documents.cancel(...asked);

  readonly draft: SettledDocuments['draft'] = async (...asked) => {
    const made = await this.documents.draft(...asked);
    this.drafted.push(made.id);
    return made;
  };

  readonly addLines: SettledDocuments['addLines'] = (tx, taxes, id, lines) => {
    this.added.set(id, (this.added.get(id) ?? 0) + lines.length);
    return this.documents.addLines(tx, taxes, id, lines);
  };

  readonly credit: SettledDocuments['credit'] = async (...asked) => {
    const id = await this.documents.credit(...asked);
    this.noted.push(id);
    return id;
  };

  async made(tx: Tx): Promise<MadeBehindRun> {
    const touched = [...this.added.keys()].filter((id) => !this.drafted.includes(id));
    const { invoices, notes } = await this.documents.shown(tx, {
      invoiceIds: [...this.drafted, ...touched],
      creditNoteIds: this.noted,
    });
    const byId = new Map(invoices.map((each) => [each.id, each]));
    const viewOf = (id: InvoiceId) => byId.get(id) ?? [];
    const changed = new Map(
      touched.flatMap((id) => {
        const [place, view] = [this.placeInRun.get(id), byId.get(id)];
        return place !== undefined && view ? [[place, view] as const] : [];
      }),
    );
    const drafts = touched.flatMap((id) => {
      const invoice = byId.get(id);
      if (!invoice || this.placeInRun.has(id)) return [];
      return [{ invoice, added: this.added.get(id) ?? 0 }];
    });
    return { invoices: this.drafted.flatMap(viewOf), changed, drafts, notes };
  }
}
