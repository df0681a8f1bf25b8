import { Injectable } from '@nestjs/common';
import { requireReachedGoods } from '@quittance/catalog';
import { reachedAccounts } from '@quittance/crm';
import { Database, sql, type Tx } from '@quittance/database';
import {
  invalidField,
  notFound,
  type AccountId,
  type Ctx,
  type InvoiceId,
} from '@quittance/kernel';
import { documentFiles, type DocumentImport } from '@quittance/lines';
import type { ImportSummary } from '@quittance/mass';
import { CompanyModels, objectOf } from '@quittance/metadata';
import { TaxQuotes } from '@quittance/tax';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { draftInvoice, type InvoiceDraft } from '../invoices/create-invoice.js';
import { findInvoice } from '../invoices/invoice.queries.js';
import { invoiceShape } from './invoice-document.js';

/** By the unique index of references, and by primary key. */
const KNOWN = sql(`
  select i.id from receivables.invoice i
  where i.company_id = $1::uuid and (i.external_reference = $2::text or i.id = $3::uuid)
  order by i.external_reference = $2::text desc nulls last
  limit 1`);

/**
 * Takes over invoices with their lines as drafts: what was sent, paid and taxed elsewhere was so
 * there, and is sent anew from here.
 */
@Injectable()
export class ImportDraftInvoices {
  constructor(
    readonly db: Database,
    readonly taxes: TaxQuotes,
    private readonly models: CompanyModels,
    private readonly fields: InvoiceFields,
  ) {}

  /** @throws DomainError import_file_not_readable, import_columns_invalid */
  async execute(ctx: Ctx, input: DocumentImport<InvoiceDraft>): Promise<ImportSummary> {
    const model = await this.db.read(ctx, (tx) => this.models.of(tx));
    const object = objectOf(model, 'invoice');
    const { fields } = this;
    return documentFiles.import(
      ctx,
      this,
      {
        shape: invoiceShape(object),
        object,
        known: KNOWN,
        see: (tx, id) => requireReached(tx, id as InvoiceId),
        make: async (tx, taxes, draft, { reference: externalReference }) => {
          await requireBillable(tx, draft.accountId);
          await requireReachedGoods(tx, draft);
          return draftInvoice(tx, { taxes, fields }, draft, { externalReference });
        },
      },
      input,
    );
  }
}

/** @throws DomainError not_found */
async function requireReached(tx: Tx, id: InvoiceId): Promise<void> {
  const invoice = await findInvoice(tx, id);
  const seen = invoice && (await reachedAccounts(tx, 'invoices', [invoice.accountId]));
  if (!seen || seen.size === 0) throw notFound({ object: 'invoice' });
}

/**
 * What the guard of records asks of a body, of the account that a file names.
 * @throws DomainError validation_failed
 */
async function requireBillable(tx: Tx, id: AccountId): Promise<void> {
  if ((await reachedAccounts(tx, 'invoices', [id])).has(id)) return;
  throw invalidField('/accountId', 'reference_not_found', 'There is no such account.');
}
