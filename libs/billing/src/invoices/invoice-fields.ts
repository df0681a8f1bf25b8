import { Injectable } from '@nestjs/common';
import { Database, type ListDefinition, type Tx } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import {
  CompanyModels,
  hasCustomFields,
  listWithCustom,
  maskedForExport,
  objectOf,
  readCustomMembers,
  storeCustomMembers,
  withCustomMembers,
  withReach,
  withoutNarrowed,
  type CompanyModel,
  type CustomMembers,
  type FieldValues,
  type RecordId,
  type RecordInput,
} from '@quittance/objects';
import { CompanyCalendar } from '../company-calendar.js';
import { invoiceList } from './invoice.lists.js';
import type { InvoiceHead, InvoiceHeadRow } from './invoice.view.js';

/** The custom fields of invoices: written with an invoice, shown with it, listed by. */
@Injectable()
export class InvoiceFields {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly calendar: CompanyCalendar,
  ) {}

  /**
   * Reads what is sent for custom fields; null where the company has none and nothing is sent.
   * @throws DomainError malformed_request, validation_failed
   */
  async read(
    tx: Tx,
    { id, isNew, standard }: { id: InvoiceId; isNew: boolean; standard: FieldValues },
    input: RecordInput = {},
  ): Promise<CustomMembers | null> {
    const object = await this.models.object(tx, 'invoice');
    const isSent = Object.keys(input).length > 0;
    const isDemanded = isNew && hasCustomFields(object);
    if (!isSent && !isDemanded && object.model.checks.length === 0) return null;
    const subject = { id: id as string as RecordId, isNew, standard };
    return readCustomMembers(tx, object, subject, input);
  }

  /** @throws DomainError validation_failed (unique) */
  async store(tx: Tx, members: CustomMembers | null): Promise<void> {
    if (members) await storeCustomMembers(tx, await this.models.object(tx, 'invoice'), members);
  }

  /** The list of invoices with the company's custom fields, as it is read or as it is downloaded. */
  async list(ctx: Ctx, isDownload = false): Promise<ListDefinition<InvoiceHeadRow, InvoiceHead>> {
    const [today, model] = await Promise.all([this.calendar.today(ctx), this.model(ctx)]);
    const object = objectOf(model, 'invoice');
    const whole = listWithCustom(invoiceList(today), object);
    const list = withReach(ctx, object, withoutNarrowed(ctx, object, whole));
    return isDownload ? maskedForExport(ctx, object, list) : list;
  }

  /** An invoice as operations answer it, with its custom members. */
  async show<Invoice extends { readonly id: string }>(
    ctx: Ctx,
    invoice: Invoice,
  ): Promise<Invoice> {
    const object = objectOf(await this.model(ctx), 'invoice');
    if (!hasCustomFields(object)) return invoice;
    return this.db.read(ctx, (tx) => this.showIn(tx, invoice));
  }

  /** The same within the transaction that has changed it. */
  async showIn<Invoice extends { readonly id: string }>(
    tx: Tx,
    invoice: Invoice,
  ): Promise<Invoice> {
    const object = await this.models.object(tx, 'invoice');
    const [shown = invoice] = await withCustomMembers(tx, object, [invoice]);
    return shown;
  }

  /** Costs no statement where this process has the model. */
  private async model(ctx: Ctx): Promise<CompanyModel> {
    return this.models.held(ctx) ?? this.db.read(ctx, (tx) => this.models.of(tx));
  }
}
