import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '@quittance/http/host';
import type { FastifyReply } from 'fastify';
import { VIEW_AS_PAGE } from './view-as-page.js';

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
  async show(@Res() reply: FastifyReply): Promise<void> {
    await reply.headers(VIEW_AS_PAGE.headers).send(VIEW_AS_PAGE.html);
  }
}
