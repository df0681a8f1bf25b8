import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '@quittance/http/host';
import type { FastifyReply } from 'fastify';
import { PORTAL_PASSWORD_PAGE } from './portal-password-page.js';

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
  async show(@Res() reply: FastifyReply): Promise<void> {
    await reply.headers(PORTAL_PASSWORD_PAGE.headers).send(PORTAL_PASSWORD_PAGE.html);
  }
}
