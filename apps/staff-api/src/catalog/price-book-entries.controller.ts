import { Body, Controller, Delete, Get, Headers, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { requirePriceBook, type PriceBookId } from '@quittance/catalog';
import {
  CreatePriceBookEntry,
  DeletePriceBookEntry,
  ImportPriceBookEntries,
  UpdatePriceBookEntry,
  entriesOf,
  findPriceBookEntry,
  priceBookEntryList,
  productPricedAlready,
  type PriceBookEntryId,
} from '@quittance/catalog/host';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  Asks,
  CsvBody,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { importColumnsInvalid, importFileNotReadable } from '@quittance/mass';
import { rowFormatOf, importBusy, partlySaved } from '@quittance/mass/host';
import type { Readable } from 'node:stream';
import { ImportSummaryDto } from '../objects/mass.dto.js';
import {
  CreatePriceBookEntryDto,
  ImportPricesQuery,
  PriceBookEntryDto,
  UpdatePriceBookEntryDto,
} from './price-book.dto.js';

/** The prices of a price book: of each product at most one from a quantity on. */
@ApiTags('Price books')
@Resource('pricebooks')
@Controller('pricebooks/:bookId/entries')
export class PriceBookEntriesController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createEntry: CreatePriceBookEntry,
    private readonly updateEntry: UpdatePriceBookEntry,
    private readonly deleteEntry: DeletePriceBookEntry,
    private readonly importEntries: ImportPriceBookEntries,
  ) {}

  @Get()
  @AnswersList(PriceBookEntryDto, priceBookEntryList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the prices of a price book' })
  async list(
    @RequestCtx() ctx: Ctx,
    @PathId('bookId') bookId: PriceBookId,
    @ListParams() call: ListCall,
  ) {
    await this.db.read(ctx, (tx) => requirePriceBook(tx, bookId));
    return this.lists.answer(ctx, priceBookEntryList, call, entriesOf(bookId));
  }

  @Post()
  @Answers(PriceBookEntryDto, 201)
  @Problems(notFound, productPricedAlready)
  @ApiOperation({ summary: 'Price a product' })
  create(
    @RequestCtx() ctx: Ctx,
    @PathId('bookId') bookId: PriceBookId,
    @Body() body: CreatePriceBookEntryDto,
  ) {
    return this.createEntry.execute(ctx, bookId, body);
  }

  @Post('import')
  @Asks('import')
  @CsvBody()
  @Answers(ImportSummaryDto)
  @Problems(notFound, importFileNotReadable, importColumnsInvalid, importBusy, partlySaved)
  @ApiOperation({
    summary: 'Import prices from a file',
    description:
      'CSV whose header names `sku` or `productId`, `minQuantity` (any quantity when absent) ' +
      'and `unitPrice`, or one JSON object per line. The price that the book has for the same ' +
      'product and quantity is changed, any other is added; of rows for the same price the ' +
      'last one holds. A row that is refused keeps no other from being saved. A file that was ' +
      'downloaded from the list can be loaded again: what else it shows is passed over.',
  })
  load(
    @RequestCtx() ctx: Ctx,
    @PathId('bookId') priceBookId: PriceBookId,
    @Query() query: ImportPricesQuery,
    @Headers('content-type') type: string,
    @Body() body: Readable,
  ): Promise<ImportSummaryDto> {
    const format = rowFormatOf(type);
    return this.importEntries.execute(ctx, { ...query, priceBookId, body, format });
  }

  @Get(':id')
  @Answers(PriceBookEntryDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One price' })
  get(
    @RequestCtx() ctx: Ctx,
    @PathId('bookId') bookId: PriceBookId,
    @PathId('id') id: PriceBookEntryId,
  ) {
    return this.db.read(ctx, (tx) => findPriceBookEntry(tx, bookId, id));
  }

  @Patch(':id')
  @Answers(PriceBookEntryDto)
  @Problems(notFound, preconditionFailed, productPricedAlready)
  @ApiOperation({ summary: 'Change a price' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('bookId') bookId: PriceBookId,
    @PathId('id') id: PriceBookEntryId,
    @Body() body: UpdatePriceBookEntryDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateEntry.execute(ctx, bookId, id, body, version);
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Take a product out of a price book' })
  delete(
    @RequestCtx() ctx: Ctx,
    @PathId('bookId') bookId: PriceBookId,
    @PathId('id') id: PriceBookEntryId,
  ) {
    return this.deleteEntry.execute(ctx, bookId, id);
  }
}
