import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Origin, Public, type RequestOrigin } from '@quittance/http/host';
import type { FastifyReply } from 'fastify';
import { readersLanguage } from '../../sales/words/quote-words.js';
import { passwordPage } from './portal-password-page.js';

const HTML = { 'text/html': { schema: { type: 'string' } } } as const;

/** The page behind the links of e-mails to portal users. */
@ApiTags('Customer portal')
@Public()
@Controller('portal/password')
export class PortalPasswordPageController {
  @Get()
  @ApiProduces('text/html')
  @ApiResponse({ status: 200, description: 'The page.', content: HTML })
  @ApiOperation({ summary: 'The page that sets a password with the token behind its #' })
  async show(@Origin() { locale }: RequestOrigin, @Res() reply: FastifyReply): Promise<void> {
    const { headers, html } = passwordPage(readersLanguage(locale));
    await reply.headers(headers).send(html);
  }
}
