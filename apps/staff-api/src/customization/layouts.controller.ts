import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreateLayout,
  DeleteLayout,
  FindLayout,
  UpdateLayout,
  layoutList,
  layoutNameTaken,
  limitReached,
  type LayoutId,
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
import { CreateLayoutDto, LayoutDto, UpdateLayoutDto } from './layout.dto.js';
import { objectName } from './object-in-path.js';

/** Page layouts: which fields of a record stand where; the default one serves. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization/objects/:object/layouts')
export class LayoutsController {
  constructor(
    private readonly lists: Lists,
    private readonly findLayout: FindLayout,
    private readonly createLayout: CreateLayout,
    private readonly updateLayout: UpdateLayout,
    private readonly deleteLayout: DeleteLayout,
  ) {}

  @Get()
  @AnswersList(LayoutDto, layoutList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the layouts of an object' })
  async list(
    @RequestCtx() ctx: Ctx,
    @Param('object') object: string,
    @ListParams() call: ListCall,
  ) {
    const name = objectName(object);
    await this.findLayout.mustHaveObject(ctx, name);
    return this.lists.answer(ctx, layoutList, call, (bind) => `l.object = ${bind(name)}`);
  }

  @Post()
  @NeedsGrant('customization')
  @Answers(LayoutDto, 201)
  @Problems(notFound, layoutNameTaken, limitReached)
  @ApiOperation({ summary: 'Make a layout' })
  create(@RequestCtx() ctx: Ctx, @Param('object') object: string, @Body() body: CreateLayoutDto) {
    return this.createLayout.execute(ctx, objectName(object), body);
  }

  @Get(':id')
  @Answers(LayoutDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One layout' })
  get(@RequestCtx() ctx: Ctx, @Param('object') object: string, @PathId('id') id: LayoutId) {
    return this.findLayout.execute(ctx, objectName(object), id);
  }

  @Patch(':id')
  @NeedsGrant('customization')
  @Answers(LayoutDto)
  @Problems(notFound, preconditionFailed, layoutNameTaken)
  @ApiOperation({ summary: 'Change a layout' })
  update(
    @RequestCtx() ctx: Ctx,
    @Param('object') object: string,
    @PathId('id') id: LayoutId,
    @Body() body: UpdateLayoutDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateLayout.execute(ctx, objectName(object), id, body, version);
  }

  @Delete(':id')
  @NeedsGrant('customization')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Take a layout away' })
  delete(@RequestCtx() ctx: Ctx, @Param('object') object: string, @PathId('id') id: LayoutId) {
    return this.deleteLayout.execute(ctx, objectName(object), id);
  }
}
