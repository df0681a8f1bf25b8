import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound, type ProductId } from '@quittance/kernel';
import { FileStore, type DocumentId } from '@quittance/objects/host';
import type { PortalCtx } from '@quittance/portal';
import { findProductImage } from '@quittance/storefront/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendImage } from '../../uploads/send-document.js';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';

const IMAGE = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;

/** What products of the catalogue look like. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/catalogue/:id/images`)
export class CustomerProductImagesController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly files: FileStore,
  ) {}

  @Get(':imageId')
  @ApiResponse({ status: 200, description: 'The picture.', content: IMAGE })
  @ApiResponse({ status: 304, description: 'It has not changed.' })
  @Problems(notFound)
  @ApiOperation({ summary: 'A picture of a product' })
  async show(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: ProductId,
    @PathId('imageId') imageId: DocumentId,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.records.read(ctx, (tx) => findProductImage(tx, id, imageId));
    await sendImage(this.files, ctx.companyId, found, request, reply);
  }
}
