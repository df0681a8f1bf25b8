import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { renderingBusy, renderingFailed } from '@quittance/documents/host';
import {
  Answers,
  AnswersSecret,
  EnumField,
  IdField,
  Origin,
  OwnEyesOnly,
  permissionDenied,
  PortalCaller,
  PortalRoute,
  Problems,
  Public,
  TextField,
  unauthenticated,
  type RequestOrigin,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import { portalRefusals, type PortalCtx } from '@quittance/portal';
import { downloadExpired, pricesNotPermitted, referenceNotFound } from '@quittance/portal/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { CustomerDownloads } from './customer-downloads.js';
import { DOWNLOAD_FORMATS, DOWNLOAD_TYPES } from './download-paths.js';

export class MakeDownloadDto {
  @EnumField(DOWNLOAD_TYPES) type: string;
  @IdField() id: string;
  @EnumField(DOWNLOAD_FORMATS) format: string;
}

export class DownloadDto {
  @TextField({ max: 200, description: 'On this host; good once, for a minute.' }) url: string;
}

/** Files in a tab of its own, which sends no token. */
@ApiTags(CUSTOMER_TAG)
@Controller(`${CUSTOMER}/downloads`)
export class CustomerDownloadsController {
  constructor(private readonly downloads: CustomerDownloads) {}

  @Post()
  @OwnEyesOnly()
  @PortalRoute({ directory: 'customer' })
  @Answers(DownloadDto, 201)
  @AnswersSecret()
  @Problems(permissionDenied, referenceNotFound, validationFailed)
  @ApiOperation({ summary: 'An address under which a new tab opens a file, once' })
  async make(@PortalCaller() ctx: PortalCtx, @Body() body: MakeDownloadDto): Promise<DownloadDto> {
    return { url: await this.downloads.make(ctx, body) };
  }

  @Get(':token')
  @Public()
  @Problems(
    downloadExpired,
    notFound,
    permissionDenied,
    pricesNotPermitted,
    renderingBusy,
    renderingFailed,
    unauthenticated,
    ...portalRefusals.always,
  )
  @ApiResponse({
    status: 200,
    description: 'The file.',
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiOperation({
    summary: 'Open a file by its address',
    description:
      'It is asked for as its user asks for it now: whoever has lost the right or the session ' +
      'is refused. Whoever looks ahead (HEAD) does not use it up.',
  })
  async open(
    @Param('token') token: string,
    @Origin() origin: RequestOrigin,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.method === 'HEAD') return void reply.code(204).send();
    await this.downloads.open(origin, token, reply);
  }
}
