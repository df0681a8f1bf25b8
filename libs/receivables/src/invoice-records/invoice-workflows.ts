import { heardByRules } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import type { WorkflowSubject } from '@quittance/rules';
import { invoiceNotEditable } from '../receivables.errors.js';
import { changeInvoice, customChange, lockInvoiceToChange } from '../invoices/change-invoice.js';
import type { InvoiceFields } from './invoice-fields.js';
import { isClosed } from '../invoices/invoice.js';
import { findLockedInvoice } from '../invoices/invoice.repository.js';
import { invoiceSummary } from '../invoices/invoice.view.js';

/**
 * By which events workflow rules hear of invoices, how they lock them and set their custom fields.
 */
export class InvoiceWorkflows implements WorkflowSubject {
  readonly object = 'invoice';
  readonly events = heardByRules('invoice');

  constructor(private readonly fields: Pick<InvoiceFields, 'read' | 'store'>) {}

  /** Its links to orders and schedules are no fields of it, and shown in webhooks and e-mails. */
  async lock(tx: Tx, id: RecordId): Promise<FieldValues | null> {
    const invoice = await findLockedInvoice(tx, id as string as InvoiceId);
    return invoice ? invoiceSummary(invoice) : null;
  }

  /**
   * Sets custom fields of an invoice that is neither void nor cancelled; nothing else can be named.
   * @throws DomainError not_found, invoice_not_editable, validation_failed, and those of the checks
   */
  async setFields(
    tx: Tx,
    _: CompanyObject,
    recordId: RecordId,
    values: FieldValues,
  ): Promise<void> {
    const id = recordId as string as InvoiceId;
    const locked = await lockInvoiceToChange(tx, id);
    const { invoice, today } = locked;
    if (isClosed(invoice.status)) {
      const what = Object.keys(values).join(', ');
      throw invoiceNotEditable({ status: invoice.status, what });
    }
    const written = { before: invoice, after: invoice, today };
    const members = await this.fields.read(tx, written, values);
    const custom = customChange(members);
    // What is so already is no change, so that a rule that sets the same again sets off nothing.
    if (Object.keys(custom?.values ?? {}).length === 0) return;
    await this.fields.store(tx, members);
    const note = { event: 'record.updated', action: 'invoice.updated', custom } as const;
    changeInvoice(tx, locked, {}, note);
  }
}
