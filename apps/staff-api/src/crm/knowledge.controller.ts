import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { articleStatusConflict, MoveArticle } from '@quittance/crm/host';
import { preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import type { RecordId, RecordView } from '@quittance/metadata';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { recordDtoOf } from './record-answers.js';

const ArticleDto = recordDtoOf('knowledge');

/** What makes an article readable for its audience. */
@ApiTags('Knowledge')
@Resource('knowledge')
@Controller('knowledge/:id')
export class KnowledgeController {
  constructor(private readonly moveArticle: MoveArticle) {}

  @Post('publish')
  @Answers(ArticleDto)
  @Problems(articleStatusConflict, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Let the audience of an article read it' })
  publish(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.moveArticle.execute(ctx, { id, expectedVersion, operation: 'publish' });
  }

  @Post('archive')
  @Answers(ArticleDto)
  @Problems(articleStatusConflict, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Take an article away from its audience' })
  archive(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.moveArticle.execute(ctx, { id, expectedVersion, operation: 'archive' });
  }
}
