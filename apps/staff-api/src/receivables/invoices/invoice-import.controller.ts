import { Body, Controller, Headers, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ImportDraftInvoices,
  ImportInvoices,
  importNotReadable,
  importNotValid,
} from '@quittance/receivables/host';
import {
  Answers,
  Asks,
  bodyAs,
  CsvBody,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { importColumnsInvalid, importFileNotReadable } from '@quittance/mass';
import { rowFormatOf, importBusy, partlySaved } from '@quittance/mass/host';
import type { Readable } from 'node:stream';
import { DOCUMENT_FILE } from '../../sales/document-mass.controller.js';
import { DocumentImportDto, DocumentImportQuery } from '../../sales/mass-of-sales.dto.js';
import { InvoiceImportDto, InvoiceImportQuery } from './invoice-import.dto.js';
import { CreateInvoiceDto, invoiceDraft } from './invoice.dto.js';

/** Invoices of another system. */
@ApiTags('Invoices')
@Resource('invoices')
@Controller('invoices/import')
export class InvoiceImportController {
  constructor(
    private readonly importInvoices: ImportInvoices,
    private readonly importDrafts: ImportDraftInvoices,
  ) {}

  @Post()
  @Asks('import')
  @CsvBody()
  @Answers(InvoiceImportDto)
  @Problems(importNotReadable, importNotValid, importBusy, partlySaved)
  @ApiOperation({
    summary: 'Take over invoices of another system as of a day',
    description:
      'CSV with a header or one JSON object per line, with the columns `customerID`, ' +
      '`invoiceNumber`, `InvoiceDate`, `DueDate`, `InvoiceAmount` and, optional, ' +
      '`SettledDate`, `Disputed`, `customerName`, `currency`. Dates are `YYYY-MM-DD` or ' +
      'month/day/year. `customerID` is the `externalKey` of an account; of one that is not here ' +
      'an account is made, which takes the right to create accounts: without it such rows are ' +
      'left out and named. Every row is checked before the first is written; what rules of the ' +
      'company refuse then is left out and named, and an invoice imported before is left as it ' +
      'is. A header without rows imports nothing; an empty file, or a single line that is no ' +
      'header, is refused as `import_not_readable`.',
  })
  load(
    @RequestCtx() ctx: Ctx,
    @Query() query: InvoiceImportQuery,
    @Headers('content-type') type: string,
    @Body() body: Readable,
  ): Promise<InvoiceImportDto> {
    const format = rowFormatOf(type);
    return this.importInvoices.execute(ctx, { ...query, body, format });
  }

  @Post('lines')
  @Asks('import')
  @CsvBody()
  @Answers(DocumentImportDto)
  @Problems(importFileNotReadable, importColumnsInvalid, importBusy, partlySaved)
  @ApiOperation({
    summary: 'Take over invoices with their lines, as drafts',
    description:
      `${DOCUMENT_FILE} Sales orders, subscriptions and contracts are nothing that a file of ` +
      'invoices says.',
  })
  loadDrafts(
    @RequestCtx() ctx: Ctx,
    @Query() query: DocumentImportQuery,
    @Headers('content-type') type: string,
    @Body() body: Readable,
  ): Promise<DocumentImportDto> {
    const format = rowFormatOf(type);
    const read = async (each: object) => invoiceDraft(await bodyAs(CreateInvoiceDto, each));
    return this.importDrafts.execute(ctx, { ...query, body, format, read });
  }
}
