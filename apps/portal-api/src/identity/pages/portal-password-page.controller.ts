import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { EnumField, Origin, Problems, Public, type RequestOrigin } from '@quittance/http/host';
import { validationFailed } from '@quittance/kernel';
import { NO_BRAND, ReadBrand } from '@quittance/portal/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readersLanguage } from '../../sales/words/quote-words.js';
import { BrowserSessions } from '../browser-sessions.js';
import { BrandQuery } from '../manifest.controller.js';
import { passwordPage } from './portal-password-page.js';

const HTML = { 'text/html': { schema: { type: 'string' } } } as const;

export class PasswordPageQuery extends BrandQuery {
  @EnumField(DOCUMENT_LANGUAGES, {
    optional: true,
    description: 'That of the user, as their e-mail says; else the one that the browser asks for.',
  })
  language?: DocumentLanguage;
}

/** The page behind the links of e-mails to portal users. */
@ApiTags('Customer portal')
@Public()
@Controller('portal/password')
export class PortalPasswordPageController {
  constructor(
    private readonly brands: ReadBrand,
    private readonly browsers: BrowserSessions,
  ) {}

  @Get()
  @ApiProduces('text/html')
  @ApiResponse({ status: 200, description: 'The page.', content: HTML })
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'The page that sets a password with the token behind its #',
    description: 'It names the company whose portal it is, where there is such a company.',
  })
  async show(
    @Origin() origin: RequestOrigin,
    @Query() { company, language = readersLanguage(origin.locale) }: PasswordPageQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const brand = await this.brands.execute(origin, company ?? this.browsers.companyOf(request));
    const { headers, html } = passwordPage(language, brand === NO_BRAND ? null : brand.name);
    await reply.headers(headers).send(html);
  }
}
