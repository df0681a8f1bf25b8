import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { DocumentRenderer, fileNameOf } from '@quittance/documents';
import { eInvoiceNotPossible, renderingBusy, renderingFailed } from '@quittance/documents/host';
import { PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { invalidField, validationFailed, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { PortalCtx, PortalObject } from '@quittance/portal';
import { pricesNotPermitted, referenceNotFound } from '@quittance/portal/host';
import { PrintableQueries, ViewInvoice } from '@quittance/receivables/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { CustomerRecords } from '../customer-records.js';
import { AnswersFile, sendDocument } from '../documents.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { zipOf, type ZippedFile } from '../zip-of.js';
import { CustomerInvoices } from './customer-invoices.js';
import { BundleDto, CustomerEInvoiceQuery } from './invoice.dto.js';

const ZIP = 'application/zip';

/** Invoices as files for the books of the customer. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewInvoices'] })
@Controller(`${CUSTOMER}/invoices`)
export class CustomerInvoiceFilesController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly invoices: CustomerInvoices,
    private readonly view: ViewInvoice,
    private readonly printable: PrintableQueries,
    private readonly renderer: DocumentRenderer,
  ) {}

  @Get(':id/e-invoice')
  @AnswersFile('application/xml', 'application/pdf', 'application/json')
  @Problems(pricesNotPermitted, eInvoiceNotPossible)
  @ApiOperation({ summary: 'An invoice as electronic invoice (EN 16931)' })
  async eInvoice(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: InvoiceId,
    @Query() { format = 'ubl' }: CustomerEInvoiceQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!ctx.portal.rights.has('seePricing')) throw pricesNotPermitted();
    const within = await this.records.within(ctx, await this.invoices.object(ctx), id);
    const document = await this.printable.invoice(within, id);
    await sendDocument(this.renderer, { format, document }, request, reply);
  }

  @Post('pdf-bundle')
  @HttpCode(200)
  @ApiProduces(ZIP)
  @ApiResponse({
    status: 200,
    description: 'An archive of the PDFs, each by the name it has alone.',
    content: { [ZIP]: { schema: { type: 'string', format: 'binary' } } },
  })
  @Problems(pricesNotPermitted, referenceNotFound, validationFailed, renderingBusy, renderingFailed)
  @ApiOperation({
    summary: 'Several invoices as PDF, in one file',
    description: 'Each counts as viewed, as its PDF alone does.',
  })
  async bundle(
    @PortalCaller() ctx: PortalCtx,
    @Body() { invoiceIds }: BundleDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!ctx.portal.rights.has('seePricing')) throw pricesNotPermitted();
    refuseTwice(invoiceIds);
    const object = (await this.invoices.object(ctx)) as PortalObject;
    const pointerOf = (i: number) => `/invoiceIds/${i}`;
    const within = await this.records.allPointedAt(ctx, object, invoiceIds, pointerOf);
    await reply
      .headers({
        'content-type': ZIP,
        'content-disposition': 'attachment; filename="invoices.zip"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(Readable.from(zipOf(this.files(within, invoiceIds)), { objectMode: false }));
  }

  /** Each is made when those before it have left: one of them is held, however many there are. */
  private async *files(within: Ctx, ids: readonly InvoiceId[]): AsyncGenerator<ZippedFile> {
    for (const id of ids) {
      await this.view.execute(within, id);
      const document = await this.printable.invoice(within, id);
      const bytes = await this.renderer.render({ format: 'pdf', document });
      yield { name: fileNameOf(document, 'pdf'), bytes };
    }
  }
}

function refuseTwice(ids: readonly InvoiceId[]): void {
  const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i);
  if (twice >= 0) throw invalidField(`/invoiceIds/${twice}`, 'duplicate', 'is named twice');
}
