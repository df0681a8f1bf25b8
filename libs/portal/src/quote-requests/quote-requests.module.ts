import { Module } from '@nestjs/common';
import { CreditModule } from '@quittance/credit';
import { AccountFollowers, AccountFollowersModule } from '@quittance/crm';
import { ObjectsModule } from '@quittance/objects';
import { QuoteDesk, SalesModule } from '@quittance/sales';
import { RequestRenewal } from '../contracts/request-renewal.js';
import { AbandonQuoteRequests } from './abandon-quote-requests.js';
import { CloseQuoteRequest } from './close-quote-request.js';
import { followQuotes } from './follow-quotes.js';
import { HandOver } from './hand-over.js';
import { HandleQuoteRequest } from './handle-quote-request.js';
import { moveRequests } from './move-requests.js';
import { QuoteQuoteRequest } from './quote-quote-request.js';
import { RaiseQuoteRequest } from './raise-quote-request.js';
import { RequestBook } from './request-book.js';
import { RequestFields } from './request-fields.js';
import { SubmitQuoteRequest } from './submit-quote-request.js';
import { UpdateQuoteRequest } from './update-quote-request.js';

const OPERATIONS = [
  AbandonQuoteRequests,
  CloseQuoteRequest,
  HandleQuoteRequest,
  QuoteQuoteRequest,
  RaiseQuoteRequest,
  RequestRenewal,
  SubmitQuoteRequest,
  UpdateQuoteRequest,
];

/**
 * What customers and partners ask quotes for. Every host that sends, decides or orders quotes has
 * it, so that requests go by them.
 */
@Module({
  imports: [AccountFollowersModule, CreditModule, ObjectsModule, SalesModule],
  providers: [HandOver, RequestBook, RequestFields, ...OPERATIONS],
  exports: OPERATIONS,
})
export class QuoteRequestsModule {
  constructor(desk: QuoteDesk, accounts: AccountFollowers) {
    desk.follow(followQuotes);
    accounts.register(moveRequests);
  }
}
