import { CRM_OBJECTS } from '@quittance/crm/host';
import type { Database } from '@quittance/database';
import { CompanyModels, ObjectCatalogue, RecordChecks } from '@quittance/metadata';
import { NoMetadata } from '@quittance/metadata/host';
import { CompanyCalendar } from '../company-calendar.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { invoiceObject } from '../invoice-records/invoice-object.js';

/** Objects where no company has defined anything. */
export function plainModels(): CompanyModels {
  const catalogue = new ObjectCatalogue();
  catalogue.register(...CRM_OBJECTS, invoiceObject);
  return new CompanyModels(catalogue, new NoMetadata(), new RecordChecks());
}

/** The fields of invoices where no company has defined any. */
export function plainInvoiceFields(db: Database): InvoiceFields {
  return new InvoiceFields(db, plainModels(), new CompanyCalendar(db));
}
