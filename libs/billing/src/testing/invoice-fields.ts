import type { Database } from '@quittance/database';
import { CompanyModels, NoMetadata, ObjectCatalogue, RecordChecks } from '@quittance/objects';
import { CompanyCalendar } from '../company-calendar.js';
import { InvoiceFields } from '../invoices/invoice-fields.js';
import { invoiceObject } from '../invoices/invoice-object.js';

/** The fields of invoices where no company has defined any. */
export function plainInvoiceFields(db: Database): InvoiceFields {
  const catalogue = new ObjectCatalogue();
  catalogue.register(invoiceObject);
  const models = new CompanyModels(catalogue, new NoMetadata(), new RecordChecks());
  return new InvoiceFields(db, models, new CompanyCalendar(db));
}
