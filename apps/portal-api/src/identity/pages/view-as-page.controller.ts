import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Origin, Public, type RequestOrigin } from '@quittance/http/host';
import type { FastifyReply } from 'fastify';
import { readersLanguage } from '../../sales/words/quote-words.js';
import { viewAsPage } from './view-as-page.js';

const HTML = { 'text/html': { schema: { type: 'string' } } } as const;

/** The page behind what staff are answered who look at a portal as one of its users. */
@ApiTags('Customer portal')
@Public()
@Controller('portal/view-as')
export class ViewAsPageController {
  @Get()
  @ApiProduces('text/html')
  @ApiResponse({ status: 200, description: 'The page.', content: HTML })
  @ApiOperation({ summary: 'The page that takes the code behind its # and looks on by it' })
  async show(@Origin() { locale }: RequestOrigin, @Res() reply: FastifyReply): Promise<void> {
    const { headers, html } = viewAsPage(readersLanguage(locale));
    await reply.headers(headers).send(html);
  }
}
