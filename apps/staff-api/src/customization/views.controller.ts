import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import {
  CreateView,
  DeleteView,
  FindListView,
  UpdateView,
  findVisible,
  limitReached,
  savedViewList,
  savedViewView,
  userRequired,
  viewNameTaken,
  viewNotYours,
  type ViewId,
} from '@quittance/customization/host';
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
  SignedInOnly,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { CreateViewDto, SavedViewDto, UpdateViewDto } from './view.dto.js';
import { objectName } from './object-in-path.js';

/** Saved views: a user's own, those shared with the user, and public ones. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('views')
export class ViewsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly findListView: FindListView,
    private readonly createView: CreateView,
    private readonly updateView: UpdateView,
    private readonly deleteView: DeleteView,
  ) {}

  @Get()
  @AnswersList(SavedViewDto, savedViewList)
  @ApiQuery({
    name: 'object',
    required: false,
    schema: { type: 'string', maxLength: 200 },
    description: 'Only views of this list.',
  })
  @ApiOperation({ summary: 'List the saved views that one may use' })
  async list(
    @RequestCtx() ctx: Ctx,
    @ListParams('object') call: ListCall,
    @Query('object') object: string | undefined,
  ) {
    if (object === undefined) return this.lists.answer(ctx, savedViewList, call);
    const name = await this.findListView.objectOf(ctx, objectName(object));
    return this.lists.answer(ctx, savedViewList, call, (bind) => `v.object = ${bind(name)}`);
  }

  @Post()
  @Answers(SavedViewDto, 201)
  @Problems(userRequired, viewNameTaken, limitReached)
  @ApiOperation({ summary: 'Save a view' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateViewDto) {
    return this.createView.execute(ctx, body);
  }

  @Get(':id')
  @Answers(SavedViewDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One saved view' })
  async get(@RequestCtx() ctx: Ctx, @PathId('id') id: ViewId) {
    return savedViewView(await this.db.read(ctx, (tx) => findVisible(tx, id, 'view')));
  }

  @Patch(':id')
  @Answers(SavedViewDto)
  @Problems(notFound, preconditionFailed, viewNotYours, viewNameTaken)
  @ApiOperation({ summary: 'Change a saved view of ones own' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ViewId,
    @Body() body: UpdateViewDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateView.execute(ctx, id, body, version);
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound, preconditionFailed, viewNotYours)
  @ApiOperation({ summary: 'Take a saved view away' })
  delete(@RequestCtx() ctx: Ctx, @PathId('id') id: ViewId, @IfMatch() version: number | null) {
    return this.deleteView.execute(ctx, id, version);
  }
}
