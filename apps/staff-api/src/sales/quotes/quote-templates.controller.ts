import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
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
  Weighs,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { quoteTemplateList, SaveQuoteTemplate, type QuoteTemplateId } from '@quittance/sales/host';
import {
  CreateQuoteTemplateDto,
  QuoteTemplateDto,
  templateDraft,
  templatePatch,
  UpdateQuoteTemplateDto,
} from './quote-template.dto.js';

/** What quotes are begun with. */
@ApiTags('Quotes')
@Resource('quotes')
@Controller('quote-templates')
export class QuoteTemplatesController {
  constructor(
    private readonly lists: Lists,
    private readonly templates: SaveQuoteTemplate,
  ) {}

  @Get()
  @AnswersList(QuoteTemplateDto, quoteTemplateList)
  @ApiOperation({ summary: 'List quote templates' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, quoteTemplateList, call);
  }

  @Post()
  @Weighs('adjustments', 'deposit', 'discount')
  @Answers(QuoteTemplateDto, 201)
  @Problems(validationFailed)
  @ApiOperation({ summary: 'Write a quote template' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateQuoteTemplateDto) {
    return this.templates.create(ctx, templateDraft(body));
  }

  @Get(':id')
  @Answers(QuoteTemplateDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One quote template' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteTemplateId) {
    return this.templates.find(ctx, id);
  }

  @Patch(':id')
  @Weighs('adjustments', 'deposit', 'discount')
  @Answers(QuoteTemplateDto)
  @Problems(notFound, preconditionFailed, validationFailed)
  @ApiOperation({
    summary: 'Change a quote template',
    description: 'Quotes that were begun with it stay as they are. One that is not active is kept.',
  })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteTemplateId,
    @Body() body: UpdateQuoteTemplateDto,
    @IfMatch() version: number | null,
  ) {
    return this.templates.update(ctx, id, templatePatch(body), version);
  }
}
