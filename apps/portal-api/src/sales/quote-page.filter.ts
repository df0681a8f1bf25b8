import { Catch, Injectable } from '@nestjs/common';
import { localeOf, ProblemFilter, problemHeaders } from '@quittance/http/host';
import { notFound, type DomainError } from '@quittance/kernel';
import { linkRevoked } from '@quittance/sales/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askedByProgram } from '../asked-by-program.js';
import { QUOTE_PAGE_HEADERS, sentencePage } from './quote-page.js';
import { quoteWords, readersLanguage, type QuoteWords } from './words/quote-words.js';

type Said = readonly [title: keyof QuoteWords, sentence: keyof QuoteWords];

/** What of refusals is said to people; undefined of what a browser does not bring about. */
function saidOf({ code, status }: DomainError): Said | undefined {
  if (code === notFound.code) return ['noSuchQuote', 'checkAddress'];
  if (code === linkRevoked.code) return ['linkOver', 'askForNew'];
  return status === 429 || status >= 500 ? ['notNow', 'tryAgain'] : undefined;
}

/** Writes the refusals of the page of a quote as pages, that of a guard before it too. */
@Catch()
@Injectable()
export class QuotePageFilter extends ProblemFilter {
  protected override send(reply: FastifyReply, error: DomainError, request: FastifyRequest): void {
    const { accept, 'accept-language': asked } = request.headers;
    const said = askedByProgram(accept) ? undefined : saidOf(error);
    if (!said) return super.send(reply, error, request);
    const language = readersLanguage(localeOf(asked));
    const words = quoteWords(language);
    const [title, sentence] = said;
    reply
      .code(error.status)
      .headers({ ...problemHeaders(error), ...QUOTE_PAGE_HEADERS, vary: 'accept, accept-language' })
      .send(sentencePage(words[title], words[sentence], language));
  }
}
