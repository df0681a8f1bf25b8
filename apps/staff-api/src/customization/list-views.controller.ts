import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreateListView,
  DeleteListView,
  FindListView,
  UpdateListView,
  limitReached,
  listViewList,
  viewNameTaken,
  type ViewId,
} from '@quittance/customization';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  IfMatch,
  ListParams,
  Lists,
  NeedsGrant,
  PathId,
  Problems,
  RequestCtx,
  SignedInOnly,
  type ListCall,
} from '@quittance/http';
import { notFound, type Ctx } from '@quittance/kernel';
import { CreateListViewDto, ListViewDto, UpdateListViewDto } from './view.dto.js';
import { objectName } from './object-in-path.js';

/** List views: how everybody may see a list; the default one is how the list is by itself. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization/objects/:object/list-views')
export class ListViewsController {
  constructor(
    private readonly lists: Lists,
    private readonly findListView: FindListView,
    private readonly createListView: CreateListView,
    private readonly updateListView: UpdateListView,
    private readonly deleteListView: DeleteListView,
  ) {}

  @Get()
  @AnswersList(ListViewDto, listViewList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the list views of an object' })
  async list(
    @RequestCtx() ctx: Ctx,
    @Param('object') object: string,
    @ListParams() call: ListCall,
  ) {
    const name = await this.findListView.objectOf(ctx, objectName(object));
    return this.lists.answer(ctx, listViewList, call, (bind) => `v.object = ${bind(name)}`);
  }

  @Post()
  @NeedsGrant('customization')
  @Answers(ListViewDto, 201)
  @Problems(notFound, viewNameTaken, limitReached)
  @ApiOperation({ summary: 'Make a list view' })
  create(@RequestCtx() ctx: Ctx, @Param('object') object: string, @Body() body: CreateListViewDto) {
    return this.createListView.execute(ctx, objectName(object), body);
  }

  @Get(':id')
  @Answers(ListViewDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One list view' })
  get(@RequestCtx() ctx: Ctx, @Param('object') object: string, @PathId('id') id: ViewId) {
    return this.findListView.execute(ctx, objectName(object), id);
  }

  @Patch(':id')
  @NeedsGrant('customization')
  @Answers(ListViewDto)
  @Problems(notFound, preconditionFailed, viewNameTaken)
  @ApiOperation({ summary: 'Change a list view' })
  update(
    @RequestCtx() ctx: Ctx,
    @Param('object') object: string,
    @PathId('id') id: ViewId,
    @Body() body: UpdateListViewDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateListView.execute(ctx, objectName(object), id, body, version);
  }

  @Delete(':id')
  @NeedsGrant('customization')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Take a list view away' })
  delete(@RequestCtx() ctx: Ctx, @Param('object') object: string, @PathId('id') id: ViewId) {
    return this.deleteListView.execute(ctx, objectName(object), id);
  }
}
