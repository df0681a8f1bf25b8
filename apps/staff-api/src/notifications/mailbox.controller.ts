import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '@quittance/http/host';
import { Mailbox } from '@quittance/notifications/host';
import type { FastifyReply } from 'fastify';
import { PAGE_CONTENT, sendPage } from '../pages/page.js';
import { NO_MAIL_PAGE, mailPage, mailboxPage } from './mailbox-page.js';

/** Neither scripts nor forms nor other hosts: an e-mail is somebody else's text. */
const BODY_POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ');

const BODY_HEADERS = {
  'content-security-policy': BODY_POLICY,
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
} as const;

const NONE = { status: 404, description: 'A page that says there is none.', content: PAGE_CONTENT };
const FILE = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
} as const;

/** The mailbox for development, read in a browser. Served only where one is switched on. */
@ApiTags('Mailbox')
@Public()
@Controller('dev/mailbox')
export class MailboxController {
  constructor(private readonly mailbox: Mailbox) {}

  @Get()
  @ApiResponse({ status: 200, description: 'The page.', content: PAGE_CONTENT })
  @ApiOperation({ summary: 'The e-mails of the mailbox for development' })
  async list(@Res() reply: FastifyReply): Promise<void> {
    await sendPage(reply, mailboxPage(await this.mailbox.list()));
  }

  @Get(':id')
  @ApiResponse({ status: 200, description: 'The page.', content: PAGE_CONTENT })
  @ApiResponse(NONE)
  @ApiOperation({ summary: 'One e-mail of the mailbox for development' })
  async show(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const email = await this.mailbox.find(id);
    if (!email) return sendPage(reply, NO_MAIL_PAGE, 404);
    return sendPage(reply, mailPage({ id, email }));
  }

  @Get(':id/html')
  @ApiResponse({ status: 200, description: 'The HTML as it was sent.', content: PAGE_CONTENT })
  @ApiResponse(NONE)
  @ApiOperation({ summary: 'The HTML of an e-mail of the mailbox, for a frame' })
  async html(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const email = await this.mailbox.find(id);
    if (!email?.html) return sendPage(reply, NO_MAIL_PAGE, 404);
    return reply
      .headers({ ...BODY_HEADERS, 'content-type': 'text/html; charset=utf-8' })
      .send(email.html);
  }

  @Get(':id/attachments/:place')
  @ApiResponse({ status: 200, description: 'The file.', content: FILE })
  @ApiResponse(NONE)
  @ApiOperation({ summary: 'A file of an e-mail of the mailbox' })
  async attachment(
    @Param('id') id: string,
    @Param('place') place: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const email = await this.mailbox.find(id);
    const file = /^\d{1,3}$/.test(place) ? email?.attachments[Number(place)] : undefined;
    if (!file) return sendPage(reply, NO_MAIL_PAGE, 404);
    const { filename, content } = file;
    return reply
      .headers({
        ...BODY_HEADERS,
        'content-type': 'application/octet-stream',
        'content-disposition':
          'attachment; ' + `filename*=UTF-8''${encodeURIComponent(filename ?? 'file')}`,
      })
      .send(
        typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
      );
  }
}
