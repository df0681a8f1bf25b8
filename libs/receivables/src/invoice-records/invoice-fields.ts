import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { CompanyModels, objectOf, type CompanyModel, type RecordId } from '@quittance/metadata';
import { copiedValues, maskedForExport, withActiveMasters } from '@quittance/mass';
import {
  readRecords,
  asActorAsks,
  type CustomMembers,
  type RecordInput,
  customMembers,
} from '@quittance/objects';
import { CompanyCalendar } from '../company-calendar.js';
import { invoiceFile } from '../import/invoice-document.js';
import { invoiceList } from '../invoices/invoice.lists.js';
import { markWritten } from './written-invoices.js';
import { invoiceFieldValues, type InvoiceHead } from '../invoices/invoice.view.js';
import type { InvoiceHeadRow } from '../invoices/invoice.description.js';

/**
 * An invoice that an operation is about to write: without what is there already where it is new.
 */
export interface WrittenInvoice {
  readonly before: InvoiceHeadRow | null;
  readonly after: InvoiceHeadRow;
  readonly today: LocalDate;
  /** Nobody is there to be asked for what the company requires: it is left empty. */
  readonly unasked?: boolean;
}

/** The custom fields of invoices: written with an invoice, shown with it, listed by. */
@Injectable()
export class InvoiceFields {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly calendar: CompanyCalendar,
  ) {}

  /**
   * Reads what is sent for custom fields, and asks the company's rules about the invoice as it will
   * be; null where it has neither and nothing is sent.
   * @throws DomainError malformed_request, validation_failed, and those of the checks
   */
  async read(
    tx: Tx,
    { before, after, today, unasked = false }: WrittenInvoice,
    input: RecordInput = {},
  ): Promise<CustomMembers | null> {
    const object = await this.models.object(tx, 'invoice');
    const isSent = Object.keys(input).length > 0;
    if (!isSent && !(await customMembers.areAsked(tx, object))) return null;
    return customMembers.read(tx, object, {
      id: after.id as string as RecordId,
      before: before && invoiceFieldValues(before, today),
      standard: invoiceFieldValues(after, today),
      input,
      unasked,
    });
  }

  /** @throws DomainError validation_failed (unique) */
  async store(tx: Tx, members: CustomMembers | null): Promise<void> {
    if (!members) return;
    await customMembers.store(tx, await this.models.object(tx, 'invoice'), members);
    const { id, before } = members.draft;
    if (before) markWritten(tx, [{ id: id as string as InvoiceId, before: before.view }]);
  }

  /**
   * What a copy of an invoice takes over of its custom fields; nothing where there is no such
   * invoice.
   */
  async copied(tx: Tx, id: InvoiceId): Promise<RecordInput> {
    const object = await this.models.object(tx, 'invoice');
    if (!customMembers.areThere(object)) return {};
    const [source] = await readRecords(tx, object, [id as string as RecordId]);
    return source ? withActiveMasters(tx, object, copiedValues(object, source)) : {};
  }

  /**
   * The list of invoices with the company's custom fields, as it is read or as it is downloaded.
   */
  async list(ctx: Ctx, isDownload = false): Promise<ListDefinition<InvoiceHeadRow, InvoiceHead>> {
    const [today, model] = await Promise.all([this.calendar.today(ctx), this.model(ctx)]);
    const object = objectOf(model, 'invoice');
    const whole = customMembers.listed(invoiceList(today), object);
    const list = asActorAsks(ctx, object, whole);
    return isDownload ? maskedForExport(ctx, object, list) : list;
  }

  /** How invoices with their lines are downloaded. */
  async file(ctx: Ctx) {
    return invoiceFile(objectOf(await this.model(ctx), 'invoice'));
  }

  /** An invoice as operations answer it, with its custom members. */
  async show<Invoice extends { readonly id: string }>(
    ctx: Ctx,
    invoice: Invoice,
  ): Promise<Invoice> {
    const object = objectOf(await this.model(ctx), 'invoice');
    if (!customMembers.areThere(object)) return invoice;
    return this.db.read(ctx, (tx) => this.showIn(tx, invoice));
  }

  /** The same within the transaction that has changed it. */
  async showIn<Invoice extends { readonly id: string }>(
    tx: Tx,
    invoice: Invoice,
  ): Promise<Invoice> {
    const object = await this.models.object(tx, 'invoice');
    const [shown = invoice] = await customMembers.shownWith(tx, object, [invoice]);
    return shown;
  }

  /** Costs no statement where this process has the model. */
  private async model(ctx: Ctx): Promise<CompanyModel> {
    return this.models.held(ctx) ?? this.db.read(ctx, (tx) => this.models.of(tx));
  }
}
