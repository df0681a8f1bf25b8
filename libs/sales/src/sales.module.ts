import { Module } from '@nestjs/common';
import { CreditControl, CreditModule, CreditPorts } from '@quittance/credit';
import { euroFactors } from '@quittance/crm';
import { CustomizationModule, ListCatalogue } from '@quittance/customization';
import { CompanyModule } from '@quittance/company';
import { CompanyModels, ObjectCatalogue } from '@quittance/metadata';
import { NotificationsModule } from '@quittance/notifications';
import { ObjectsModule } from '@quittance/objects';
import { DocumentsModule } from '@quittance/documents';
import { TaxModule, TaxQuotes } from '@quittance/tax';
import { CustomerAgreements } from './customer-agreements.js';
import { ApproveQuote } from './quotes/approval/approve-quote.js';
import { quoteCreditSubject } from './quotes/approval/quote-credit-subject.js';
import { ReturnQuote } from './quotes/approval/return-quote.js';
import { QuoteMargin } from './quotes/approval/quote-margin.js';
import { QuoteApproval } from './quotes/approval/save-quote-approval.js';
import { SubmitQuote } from './quotes/approval/submit-quote.js';
import { CancelQuote } from './quotes/cancel-quote.js';
import { CloneQuote } from './quotes/clone-quote.js';
import { CreateQuote } from './quotes/create-quote.js';
import { AcceptQuote } from './quotes/decisions/accept-quote.js';
import { DecideByLink } from './quotes/decisions/decide-by-link.js';
import { ReviewedQuotes } from './quotes/decisions/reviewed-quotes.js';
import { RejectQuote } from './quotes/decisions/reject-quote.js';
import { ExpireQuotes } from './quotes/expire-quotes.js';
import { AddQuoteLine } from './quotes/lines/add-quote-line.js';
import { RemoveQuoteLine } from './quotes/lines/remove-quote-line.js';
import { RepriceQuote } from './quotes/lines/reprice-quote.js';
import { UpdateQuoteLine } from './quotes/lines/update-quote-line.js';
import { PrintQuote } from './quotes/printing/print-quote.js';
import { SignedQuotePdfs } from './quotes/printing/signed-quote-pdfs.js';
import { QuoteDesk } from './quotes/desk/quote-desk.js';
import { QuoteFollowers } from './quotes/desk/quote-followers.js';
import { QuoteQueries } from './quotes/quote.queries.js';
import { FindReceipt } from './quotes/receipts/find-receipt.js';
import { BulkUpdateQuotes } from './quotes/records/bulk-update-quotes.js';
import { registerNumberedQuotes } from './quotes/records/numbered-quotes.js';
import { QuoteFields } from './quotes/records/quote-fields.js';
import { quoteListSource } from './quotes/records/quote-list-source.js';
import { quoteObject } from './quotes/records/quote-object.js';
import { ReviseQuote } from './quotes/revise-quote.js';
import { MailQuote } from './quotes/sharing/mail-quote.js';
import { SaveQuoteSettings } from './quotes/settings/quote-settings.js';
import { QuoteSetup } from './quotes/settings/quote-settings-part.js';
import { OpenQuoteLink } from './quotes/sharing/open-quote-link.js';
import { RenewQuoteLink } from './quotes/sharing/renew-quote-link.js';
import { SendQuote } from './quotes/sharing/send-quote.js';
import { DecideInPortal } from './quotes/decisions/decide-in-portal.js';
import { ViewQuote } from './quotes/sharing/view-quote.js';
import { WordForEmail } from './quotes/sharing/word-for-email.js';
import { SaveQuoteTemplate } from './quotes/templates/save-quote-template.js';
import { ImportOrders } from './imports/import-orders.js';
import { ImportQuotes } from './imports/import-quotes.js';
import { UpdateQuote } from './quotes/update-quote.js';
import { OrdersModule } from './orders.module.js';
import { SubscriptionsModule } from './subscriptions.module.js';

const providers = [
  AcceptQuote,
  AddQuoteLine,
  ApproveQuote,
  BulkUpdateQuotes,
  CancelQuote,
  CloneQuote,
  CreateQuote,
  CustomerAgreements,
  DecideByLink,
  ExpireQuotes,
  FindReceipt,
  ImportOrders,
  ImportQuotes,
  MailQuote,
  OpenQuoteLink,
  DecideInPortal,
  PrintQuote,
  QuoteApproval,
  QuoteDesk,
  QuoteFields,
  QuoteFollowers,
  QuoteMargin,
  QuoteQueries,
  QuoteSetup,
  RejectQuote,
  RemoveQuoteLine,
  RenewQuoteLink,
  RepriceQuote,
  ReturnQuote,
  ReviewedQuotes,
  ReviseQuote,
  SaveQuoteSettings,
  SaveQuoteTemplate,
  SendQuote,
  SignedQuotePdfs,
  SubmitQuote,
  UpdateQuote,
  UpdateQuoteLine,
  ViewQuote,
  WordForEmail,
];

/** What is agreed with customers: quotes, orders, contracts and subscriptions. */
@Module({
  imports: [
    CompanyModule,
    CreditModule,
    CustomizationModule,
    DocumentsModule,
    NotificationsModule,
    ObjectsModule,
    OrdersModule,
    SubscriptionsModule,
    TaxModule,
  ],
  providers,
  exports: [...providers, OrdersModule, SubscriptionsModule],
})
export class SalesModule {
  constructor(
    catalogue: ObjectCatalogue,
    lists: ListCatalogue,
    models: CompanyModels,
    credit: CreditPorts,
    control: CreditControl,
    taxes: TaxQuotes,
  ) {
    taxes.convertBy(euroFactors);
    catalogue.register(quoteObject);
    lists.registerSpecial(quoteListSource(models));
    credit.registerSubject(quoteCreditSubject(control));
    registerNumberedQuotes();
  }
}
