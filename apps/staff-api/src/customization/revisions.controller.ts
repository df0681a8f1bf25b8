import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import { currencyIsBase } from '@quittance/company/host';
import { findRevision, type RevisionId } from '@quittance/configuration';
import { revisionList } from '@quittance/configuration/host';
import {
  RevertRevision,
  differences,
  formNameTaken,
  layoutNameTaken,
  limitReached,
  revisionNotRevertible,
  viewNameTaken,
} from '@quittance/customization/host';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  AnswersList,
  ListParams,
  Lists,
  NeedsGrant,
  PathId,
  Problems,
  RequestCtx,
  SignedInOnly,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { RevertedPieceDto, RevisionDetailDto, RevisionDto } from './revision.dto.js';

/** Every change of the configuration, with its difference, and the way back. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization/revisions')
export class RevisionsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly revertRevision: RevertRevision,
  ) {}

  @Get()
  @NeedsGrant('customization')
  @AnswersList(RevisionDto, revisionList)
  @ApiOperation({ summary: 'List changes of the configuration' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, revisionList, call);
  }

  @Get(':id')
  @NeedsGrant('customization')
  @Answers(RevisionDetailDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One change of the configuration, place by place' })
  async get(@RequestCtx() ctx: Ctx, @PathId('id') id: RevisionId) {
    const revision = await this.db.read(ctx, (tx) => findRevision(tx, id));
    return { ...revision, differences: differences(revision.before, revision.after) };
  }

  @Post(':id/revert')
  @NeedsGrant('customization')
  @AnswersEach(RevertedPieceDto)
  @Problems(notFound, revisionNotRevertible, validationFailed, rightBeyondOwn)
  @Problems(currencyIsBase, formNameTaken, layoutNameTaken, limitReached, viewNameTaken)
  @ApiOperation({ summary: 'Put back what was changed together with it, as it was before' })
  revert(@RequestCtx() ctx: Ctx, @PathId('id') id: RevisionId) {
    return this.revertRevision.execute(ctx, id);
  }
}
