import {
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  LinkRateLimit,
  Origin,
  Problems,
  Public,
  RawBody,
  RawBytes,
  StrictRateLimit,
  type RequestOrigin,
} from '@quittance/http/host';
import { DomainError, invalidFields, notFound, validationFailed } from '@quittance/kernel';
import { DecideByLink, linkRevoked, OpenQuoteLink } from '@quittance/sales/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { looksAhead } from './looks-ahead.js';
import { acceptanceOf, formFaults, signatureFaults, typedText } from './quote-form.js';
import { QUOTE_PAGE_HEADERS, quotePage } from './quote-page.js';
import { QuotePageFilter } from './quote-page.filter.js';
import { quoteWords } from './words/quote-words.js';
import { refusedInWords } from './refused-in-words.js';

const FORM_LIMIT = 64 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const PAGE = { 'text/html': { schema: { type: 'string' } } } as const;

/** The page of a quote: plain forms, no script. Opening it decides nothing. */
@ApiTags('Quotes')
@Public()
@UseFilters(QuotePageFilter)
@Controller('q/:token')
export class QuotePagesController {
  constructor(
    private readonly openLink: OpenQuoteLink,
    private readonly decide: DecideByLink,
  ) {}

  @Get()
  @LinkRateLimit()
  @Problems(notFound, linkRevoked)
  @ApiResponse({ status: 200, description: 'The page.', content: PAGE })
  @ApiResponse({ status: 404, description: 'A page that says there is none.', content: PAGE })
  @ApiResponse({ status: 410, description: 'A page: the link is over.', content: PAGE })
  @ApiResponse({ status: 429, description: 'A page: it is asked for too often.', content: PAGE })
  @ApiOperation({ summary: 'The page of a quote' })
  async show(
    @Param('token') token: string,
    @Origin() origin: RequestOrigin,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await answer(reply, async () => {
      const asked = { token, ...origin, looksAhead: looksAhead(request) };
      const { nonce, ...opened } = await this.openLink.execute(asked);
      return quotePage(opened, { token, nonce });
    });
  }

  @Post()
  @HttpCode(200)
  @StrictRateLimit()
  @RawBody(FORM_LIMIT)
  @Problems(notFound, linkRevoked)
  @ApiConsumes(FORM)
  @ApiBody({
    schema: {
      type: 'object',
      required: ['nonce', 'action'],
      properties: {
        nonce: { type: 'string' },
        action: { type: 'string', enum: ['accept', 'reject', 'request-changes'] },
      },
    },
    description: 'The form of the page.',
  })
  @ApiResponse({ status: 200, description: 'The page with what was done.', content: PAGE })
  @ApiResponse({ status: 404, description: 'A page that says there is none.', content: PAGE })
  @ApiResponse({ status: 410, description: 'A page: the link is over.', content: PAGE })
  @ApiResponse({ status: 429, description: 'A page: it is asked for too often.', content: PAGE })
  @ApiResponse({ status: 409, description: 'The page: it cannot be done any more.', content: PAGE })
  @ApiResponse({ status: 422, description: 'The page: something is missing.', content: PAGE })
  @ApiOperation({ summary: 'Accept a quote, decline it, or ask for changes' })
  async act(
    @Param('token') token: string,
    @RawBytes() raw: Buffer,
    @Origin() origin: RequestOrigin,
    @Headers('user-agent') userAgent: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form = new URLSearchParams(raw.toString('utf8'));
    await answer(reply, async () => {
      const refused = await this.refused(form, { token, ...origin, userAgent: userAgent ?? null });
      const asked = { token, ...origin, looksAhead: true };
      const { nonce, ...opened } = await this.openLink.execute(asked);
      const { quote } = opened;
      if (!refused) return quotePage(opened, { token, nonce });
      void reply.code(refused.status);
      const told = refused.code === validationFailed.code ? signatureFaults(form, quote) : [];
      const said = refusedInWords(refused, told, quoteWords(quote.language));
      return quotePage(opened, { token, nonce, said, typed: form });
    });
  }

  /** Why it is refused; undefined where it is done. */
  private async refused(
    form: URLSearchParams,
    origin: RequestOrigin & { readonly token: string; readonly userAgent: string | null },
  ): Promise<DomainError | undefined> {
    const faults = formFaults(form);
    if (faults.length > 0) return invalidFields(faults);
    const text = (name: string) => typedText(form, name);
    try {
      const action = { ...origin, nonce: text('nonce') };
      if (text('action') === 'accept') await this.decide.accept(action, acceptanceOf(form));
      else if (text('action') === 'reject') await this.decide.reject(action, text('reason'));
      else {
        const changes = { name: text('name') || '—', message: text('message'), lines: [] };
        await this.decide.requestChanges(action, changes);
      }
      return undefined;
    } catch (error) {
      if (error instanceof DomainError && !LOST.includes(error.code)) return error;
      throw error;
    }
  }
}

/** Where there is nothing to show. */
const LOST: readonly string[] = [notFound.code, linkRevoked.code];

/** What is refused is said by the filter of the page. */
async function answer(reply: FastifyReply, make: () => Promise<string>): Promise<void> {
  const page = await make();
  await reply.headers(QUOTE_PAGE_HEADERS).send(page);
}
