import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreatePriceBookEntry,
  DeletePriceBookEntry,
  UpdatePriceBookEntry,
  findPriceBook,
  findPriceBookEntry,
  priceBookEntryList,
  productPricedAlready,
  type PriceBookEntryId,
  type PriceBookId,
} from '@quittance/catalog';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  CreatePriceBookEntryDto,
  PriceBookEntryDto,
  UpdatePriceBookEntryDto,
} from './price-book.dto.js';

/** The prices of a price book, at most one for each product. */
@ApiTags('Catalogue')
@Resource('pricebooks')
@Controller('pricebooks/:bookId/entries')
export class PriceBookEntriesController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createEntry: CreatePriceBookEntry,
    private readonly updateEntry: UpdatePriceBookEntry,
    private readonly deleteEntry: DeletePriceBookEntry,
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
    await this.db.read(ctx, (tx) => findPriceBook(tx, bookId));
    const ofBook = (bind: (value: unknown) => string) => `e.price_book_id = ${bind(bookId)}`;
    return this.lists.answer(ctx, priceBookEntryList, call, ofBook);
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
  @Problems(notFound, preconditionFailed)
  @ApiOperation({ summary: 'Change a price' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('bookId') bookId: PriceBookId,
    @PathId('id') id: PriceBookEntryId,
    @Body() body: UpdatePriceBookEntryDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateEntry.execute(ctx, bookId, id, body.unitPrice, version);
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
