import { Module } from '@nestjs/common';
import { TaxModule } from '@quittance/tax';
import { CompanyCalendar } from './company-calendar.js';
import { AddInvoiceLine } from './invoices/add-invoice-line.js';
import { CancelInvoice } from './invoices/cancel-invoice.js';
import { CreateInvoice } from './invoices/create-invoice.js';
import { DisputeInvoice } from './invoices/dispute-invoice.js';
import { InvoiceQueries } from './invoices/invoice.queries.js';
import { RemoveInvoiceLine } from './invoices/remove-invoice-line.js';
import { ResolveInvoice } from './invoices/resolve-invoice.js';
import { ReturnInvoice } from './invoices/return-invoice.js';
import { SendInvoice } from './invoices/send-invoice.js';
import { SubmitInvoice } from './invoices/submit-invoice.js';
import { UpdateInvoice } from './invoices/update-invoice.js';
import { UpdateInvoiceLine } from './invoices/update-invoice-line.js';
import { VoidInvoice } from './invoices/void-invoice.js';

const providers = [
  CompanyCalendar,
  InvoiceQueries,
  CreateInvoice,
  UpdateInvoice,
  AddInvoiceLine,
  UpdateInvoiceLine,
  RemoveInvoiceLine,
  SubmitInvoice,
  ReturnInvoice,
  SendInvoice,
  CancelInvoice,
  VoidInvoice,
  DisputeInvoice,
  ResolveInvoice,
];

@Module({ imports: [TaxModule], providers, exports: providers })
export class BillingModule {}
