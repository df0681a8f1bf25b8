import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreatePriceBook,
  UpdatePriceBook,
  defaultPriceBookTaken,
  findPriceBook,
  priceBookList,
  priceBookNameTaken,
  type PriceBookId,
} from '@quittance/catalog';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
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
import { CreatePriceBookDto, PriceBookDto, UpdatePriceBookDto } from './price-book.dto.js';

/** Price books: prices in one currency. */
@ApiTags('Catalogue')
@Resource('pricebooks')
@Controller('pricebooks')
export class PriceBooksController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createPriceBook: CreatePriceBook,
    private readonly updatePriceBook: UpdatePriceBook,
  ) {}

  @Get()
  @AnswersList(PriceBookDto, priceBookList)
  @ApiOperation({ summary: 'List price books' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, priceBookList, call);
  }

  @Post()
  @Answers(PriceBookDto, 201)
  @Problems(priceBookNameTaken, defaultPriceBookTaken)
  @ApiOperation({ summary: 'Make a price book' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreatePriceBookDto) {
    return this.createPriceBook.execute(ctx, body);
  }

  @Get(':id')
  @Answers(PriceBookDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One price book' })
  get(@RequestCtx() ctx: Ctx, @PathId('id') id: PriceBookId) {
    return this.db.read(ctx, (tx) => findPriceBook(tx, id));
  }

  @Patch(':id')
  @Answers(PriceBookDto)
  @Problems(notFound, preconditionFailed, priceBookNameTaken, defaultPriceBookTaken)
  @ApiOperation({ summary: 'Change a price book' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: PriceBookId,
    @Body() body: UpdatePriceBookDto,
    @IfMatch() version: number | null,
  ) {
    return this.updatePriceBook.execute(ctx, id, body, version);
  }
}
