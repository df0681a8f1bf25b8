import { Get, Injectable, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { renderingBusy, renderingFailed } from '@quittance/documents/host';
import {
  LinkRateLimit,
  permissionDenied,
  Problems,
  Public,
  TextField,
  unauthenticated,
  type ApiRequest,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import { portalRefusals, type PortalDirectory } from '@quittance/portal';
import { downloadExpired, pricesNotPermitted } from '@quittance/portal/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PortalFiles } from './portal-files.js';

export class DownloadDto {
  @TextField({ max: 200, description: 'On this host; good once, for a minute.' }) url: string;
}

/** Files in a tab of its own, which sends no token: how each directory opens them. */
@Injectable()
export abstract class DownloadRoutes {
  protected abstract readonly directory: PortalDirectory;

  constructor(protected readonly files: PortalFiles) {}

  @Get(':token')
  @LinkRateLimit()
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
      'is refused. Whoever looks ahead (HEAD) does not use it up. At another portal, or with the ' +
      'token of somebody else, it is none.',
  })
  async open(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.method === 'HEAD') return void reply.code(204).send();
    await this.files.open(this.directory, request as ApiRequest, { word: token, reply });
  }
}
