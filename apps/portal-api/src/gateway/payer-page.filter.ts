import { Catch, Injectable } from '@nestjs/common';
import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { invoiceHasNoBalance, paymentInProgress } from '@quittance/gateway/host';
import { localeOf, ProblemFilter, problemHeaders } from '@quittance/http/host';
import { notFound, type DomainError } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askedByProgram } from '../asked-by-program.js';
import { readersLanguage } from '../sales/words/quote-words.js';
import { sendPayerPage, type PayerPage } from './payer-page.js';

const PAGES: ReadonlyMap<string, PayerPage> = new Map([
  [notFound.code, { status: 404, word: 'unknown' }],
  [invoiceHasNoBalance.code, { status: 410, word: 'settled' }],
  [paymentInProgress.code, { status: 409, word: 'underWay' }],
]);

/** What of refusals is said to payers; undefined of a request that no letter brings about. */
function pageOf({ code, status }: DomainError): PayerPage | undefined {
  if (status === 429) return { status, word: 'closed' };
  return status === 400 ? undefined : (PAGES.get(code) ?? { status: 503, word: 'closed' });
}

/** Writes the refusals of a link to pay as pages, that of a guard before it too. */
@Catch()
@Injectable()
export class PayerPageFilter extends ProblemFilter {
  protected override send(reply: FastifyReply, error: DomainError, request: FastifyRequest): void {
    const { accept, 'accept-language': locale } = request.headers;
    const page = askedByProgram(accept) && error.status === 429 ? undefined : pageOf(error);
    if (!page) return super.send(reply, error, request);
    const { language } = request.query as { readonly language?: unknown };
    const asked = DOCUMENT_LANGUAGES.find((each) => each === language);
    const read: DocumentLanguage = asked ?? readersLanguage(localeOf(locale));
    sendPayerPage(reply.headers(problemHeaders(error)), page, read);
  }
}
