import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public, RawBody, RawBytes } from '@quittance/http/host';
import {
  SandboxTill,
  TILL_ACTIONS,
  sandboxMissingPage,
  sandboxPage,
  sandboxPagePolicy,
  sandboxRefusedPage,
  sandboxReturnUrl,
  type TillAction,
} from '@quittance/payment-sandbox/host';
import type { FastifyReply } from 'fastify';

const FORM_LIMIT = 4096;
const HTML = 'text/html; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';
const PAGE = { 'text/html': { schema: { type: 'string' } } } as const;
const DONE = 'The payer is sent back to the shop, or to the page with its outcome.';

/** The payment pages of the sandbox provider: plain forms, no script, no money. */
@ApiTags('Sandbox')
@Public()
@Controller('sandbox/pay')
export class SandboxPagesController {
  constructor(private readonly till: SandboxTill) {}

  @Get(':linkId')
  @ApiResponse({ status: 200, description: 'The page.', content: PAGE })
  @ApiResponse({ status: 404, description: 'A page that says there is none.', content: PAGE })
  @ApiOperation({ summary: 'The payment page of a sandbox link' })
  async show(@Param('linkId') linkId: string, @Res() reply: FastifyReply): Promise<void> {
    const view = await this.till.view(linkId);
    if (!view) return send(reply, 404, sandboxMissingPage(), null);
    const page = sandboxPage(view, this.till.nonce(linkId));
    return send(reply, 200, page, view.link.callbackUrl);
  }

  @Post(':linkId')
  @RawBody(FORM_LIMIT)
  @ApiConsumes(FORM)
  @ApiResponse({ status: 303, description: DONE })
  @ApiResponse({ status: 403, description: 'The form is not of this page.', content: PAGE })
  @ApiResponse({ status: 404, description: 'A page that says there is none.', content: PAGE })
  @ApiBody({
    schema: {
      type: 'object',
      required: ['nonce', 'action'],
      properties: {
        nonce: { type: 'string' },
        action: { type: 'string', enum: [...TILL_ACTIONS] },
      },
    },
    description: 'The form of the page.',
  })
  @ApiOperation({ summary: 'Pay, fail or pay twice on a sandbox link' })
  async act(
    @Param('linkId') linkId: string,
    @RawBytes() raw: Buffer,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form = new URLSearchParams(raw.toString('utf8'));
    const action = form.get('action') as TillAction;
    if (!TILL_ACTIONS.includes(action)) return send(reply, 403, sandboxRefusedPage(linkId), null);
    const view = await this.till.act(linkId, action, form.get('nonce') ?? '');
    if (!view) return send(reply, 404, sandboxMissingPage(), null);
    if (view === 'refused') return send(reply, 403, sandboxRefusedPage(linkId), null);
    const onward = action === 'pay' || action === 'pay_twice' ? sandboxReturnUrl(view) : null;
    await reply.redirect(onward ?? `/sandbox/pay/${linkId}`, 303);
  }
}

async function send(
  reply: FastifyReply,
  status: number,
  page: string,
  callbackUrl: string | null,
): Promise<void> {
  await reply
    .code(status)
    .headers({
      'content-type': HTML,
      'content-security-policy': sandboxPagePolicy(callbackUrl),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(page);
}
