import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  creditHoldExists,
  creditHoldList,
  creditHoldReleased,
  creditHoldView,
  PlaceHold,
  readHold,
  ReleaseHold,
  type CreditHoldId,
  type CreditHoldView,
} from '@quittance/credit/host';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  fieldsHidden,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { requireFiguresShown } from './require-figures-shown.js';
import { CreditHoldDto, PlaceCreditHoldDto, ReleaseCreditHoldDto } from './credit.dto.js';

/** Customers who get no credit, or none without approval. */
@ApiTags('Credit')
@Resource('credit-holds')
@Controller('credit-holds')
export class CreditHoldsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly placeHold: PlaceHold,
    private readonly releaseHold: ReleaseHold,
  ) {}

  @Get()
  @AnswersList(CreditHoldDto, creditHoldList)
  @ApiOperation({ summary: 'List credit holds' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, creditHoldList, call);
  }

  @Get(':id')
  @Answers(CreditHoldDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One credit hold' })
  async find(@RequestCtx() ctx: Ctx, @PathId('id') id: CreditHoldId): Promise<CreditHoldView> {
    const found = await this.db.read(ctx, (tx) => readHold(tx, id));
    return creditHoldView(found);
  }

  @Post()
  @Answers(CreditHoldDto, 201)
  @Problems(notFound, validationFailed, creditHoldExists, fieldsHidden)
  @ApiOperation({
    summary: 'Place a hold on a customer',
    description:
      'A customer has one of each strength and reason. Whoever is not shown limit, exposure and ' +
      'amounts of documents places none with an amount: 403 `fields_hidden`.',
  })
  place(@RequestCtx() ctx: Ctx, @Body() body: PlaceCreditHoldDto): Promise<CreditHoldView> {
    const { accountId, strength, reason, amount = null, note = null } = body;
    // What holds from an amount on tells by what it holds how much is owed.
    if (amount !== null) requireFiguresShown(ctx);
    return this.placeHold.execute(ctx, { accountId, strength, reason, amount, note });
  }

  @Post(':id/release')
  @Answers(CreditHoldDto)
  @Problems(notFound, validationFailed, creditHoldReleased)
  @ApiOperation({ summary: 'Release a hold; no check is run again by that' })
  release(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditHoldId,
    @Body() { note }: ReleaseCreditHoldDto,
  ): Promise<CreditHoldView> {
    return this.releaseHold.execute(ctx, id, note);
  }
}
