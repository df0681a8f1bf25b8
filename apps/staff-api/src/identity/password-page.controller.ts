import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '@quittance/http/host';
import type { FastifyReply } from 'fastify';
import { PAGE_CONTENT, sendPage } from '../pages/page.js';
import { PASSWORD_PAGE } from './password-page.js';

/** The page behind the links of e-mails that set a password. */
@ApiTags('Sign-in')
@Public()
@Controller('auth/password/set')
export class PasswordPageController {
  @Get()
  @ApiResponse({ status: 200, description: 'The page.', content: PAGE_CONTENT })
  @ApiOperation({ summary: 'The page that sets a password with the token behind its #' })
  async show(@Res() reply: FastifyReply): Promise<void> {
    await sendPage(reply, PASSWORD_PAGE);
  }
}
