import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  creditOverrideList,
  creditOverrideView,
  readOverride,
  type CreditOverrideId,
  type CreditOverrideView,
} from '@quittance/credit/host';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { CreditOverrideDto } from './credit.dto.js';

/** Requests that a check be overruled. */
@ApiTags('Credit')
@Resource('credit-overrides')
@Controller('credit-overrides')
export class CreditOverridesController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
  ) {}

  @Get()
  @AnswersList(CreditOverrideDto, creditOverrideList)
  @ApiOperation({ summary: 'List credit overrides' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, creditOverrideList, call);
  }

  @Get(':id')
  @Answers(CreditOverrideDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One credit override' })
  async find(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditOverrideId,
  ): Promise<CreditOverrideView> {
    const found = await this.db.read(ctx, (tx) => readOverride(tx, id));
    return creditOverrideView(found);
  }
}
