import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { frequentQuestions, JudgeArticle, suggestArticles } from '@quittance/crm/host';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import { CompanyModels, type RecordId } from '@quittance/metadata';
import { readRecord } from '@quittance/objects';
import type { PortalCtx } from '@quittance/portal';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { ARTICLE, portalArticles } from '../shown/articles.js';
import {
  CustomerArticleDto,
  FrequentQuestionsDto,
  JudgeArticleDto,
  SuggestionsDto,
  SuggestQuery,
} from './knowledge.dto.js';

/** Answers that a company has published for its customers. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(CUSTOMER)
export class CustomerKnowledgeController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly models: CompanyModels,
    private readonly judge: JudgeArticle,
  ) {}

  @Get('faq')
  @Answers(FrequentQuestionsDto)
  @ApiOperation({ summary: 'What is asked often, with the answers' })
  async questions(@PortalCaller() ctx: PortalCtx): Promise<FrequentQuestionsDto> {
    return { questions: await this.records.read(ctx, frequentQuestions) };
  }

  @Get('knowledge')
  @AnswersList(CustomerArticleDto, documentedList(portalArticles))
  @ApiOperation({ summary: 'List the articles' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalArticles, call);
  }

  @Get('knowledge/suggest')
  @Answers(SuggestionsDto)
  @ApiOperation({ summary: 'Suggest articles for what somebody is writing' })
  async suggest(
    @PortalCaller() ctx: PortalCtx,
    @Query() { q }: SuggestQuery,
  ): Promise<SuggestionsDto> {
    return { articles: await this.records.read(ctx, (tx) => suggestArticles(tx, q)) };
  }

  @Get('knowledge/:id')
  @Answers(CustomerArticleDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One article' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: RecordId) {
    return this.records.readOne(ctx, portalArticles, id, ARTICLE, async (tx) =>
      readRecord(tx, await this.models.object(tx, 'knowledge'), id),
    );
  }

  @Post('knowledge/:id/helpful')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Say whether an article has helped; the last word counts' })
  async helpful(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') articleId: RecordId,
    @Body() { helpful = true }: JudgeArticleDto,
  ): Promise<void> {
    const within = await this.records.within(ctx, portalArticles, articleId);
    const { portalUserId } = ctx.portal;
    await this.judge.execute(within, { articleId, portalUserId, helpful });
  }
}
