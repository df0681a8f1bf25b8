import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  creditCheckList,
  creditCheckView,
  readCheck,
  RequestCheck,
  type CreditCheckView,
  type CreditDecisionView,
} from '@quittance/credit/host';
import type { CreditCheckId } from '@quittance/credit';
import { exchangeRateMissing } from '@quittance/crm/host';
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
import { CreditCheckDto, CreditDecisionDto, RequestCreditCheckDto } from './credit.dto.js';

/** What customers asked for, and what was answered. */
@ApiTags('Credit')
@Resource('credit-checks')
@Controller('credit-checks')
export class CreditChecksController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly requestCheck: RequestCheck,
  ) {}

  @Get()
  @AnswersList(CreditCheckDto, creditCheckList)
  @ApiOperation({ summary: 'List credit checks' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, creditCheckList, call);
  }

  @Get(':id')
  @Answers(CreditCheckDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One credit check' })
  async find(@RequestCtx() ctx: Ctx, @PathId('id') id: CreditCheckId): Promise<CreditCheckView> {
    const found = await this.db.read(ctx, (tx) => readCheck(tx, id));
    return creditCheckView(found);
  }

  @Post()
  @Answers(CreditDecisionDto, 201)
  @Problems(notFound, validationFailed, exchangeRateMissing, fieldsHidden)
  @ApiOperation({
    summary: 'Ask credit for an amount, or for a document',
    description:
      'A document whose check waits for approval or is approved gets that one, `reused`, also ' +
      'where its total is another by now: `documentAmount` is what was checked, and ' +
      '`coversDocument` whether that is as much as it comes to. One that was rejected is checked ' +
      'again once the limit was raised or the exposure leaves room. Where the company has ' +
      '`recheckGrown`, what asks for more than was checked is checked anew; what asks in another ' +
      'currency always is. What is not approved raises a soft hold where the customer has none. ' +
      'Whoever is not shown the limit, the exposure or the amounts of documents asks about a ' +
      'document that they may see, and names no amount: 403 `fields_hidden`.',
  })
  ask(@RequestCtx() ctx: Ctx, @Body() body: RequestCreditCheckDto): Promise<CreditDecisionView> {
    const { accountId, amount = null, currency = null, document = null } = body;
    if (document === null || amount !== null) requireFiguresShown(ctx);
    return this.requestCheck.execute(ctx, { accountId, amount, currency, document });
  }
}
