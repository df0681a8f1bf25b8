import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  AnswersList,
  AnswersNothing,
  CollectionParameter,
  IfMatch,
  ListParams,
  Lists,
  OrGrant,
  Problems,
  RequestCtx,
  Resource,
  SignedInOnly,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import {
  CreateMaster,
  DeleteMaster,
  RestoreMaster,
  UpdateMaster,
  childTypeOf,
  findMaster,
  findMasterTypes,
  masterCodeTaken,
  masterDeleted,
  masterHasChildren,
  masterList,
  masterParentDeleted,
  masterTypeOf,
  mastersOf,
} from '@quittance/masters/host';
import { CreateMasterDto, MasterDto, MasterTypeDto, UpdateMasterDto } from './master.dto.js';

const DELETED = {
  name: 'deleted',
  required: false,
  schema: { type: 'string', enum: ['false', 'true'], default: 'false' },
  description: 'Deleted entries instead of those that are there.',
} as const;

/** Reference lists: lead sources, industries, countries and the like. Everybody reads them. */
@ApiTags('Masters')
@Resource('masters')
@CollectionParameter('type')
@Controller('masters')
export class MastersController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createMaster: CreateMaster,
    private readonly updateMaster: UpdateMaster,
    private readonly deleteMaster: DeleteMaster,
    private readonly restoreMaster: RestoreMaster,
  ) {}

  @Get()
  @SignedInOnly()
  @AnswersEach(MasterTypeDto)
  @ApiOperation({ summary: 'The reference lists there are' })
  types(@RequestCtx() ctx: Ctx) {
    return this.db.read(ctx, findMasterTypes);
  }

  @Get(':type')
  @SignedInOnly()
  @AnswersList(MasterDto, masterList)
  @ApiQuery(DELETED)
  @ApiOperation({ summary: 'List the entries of a type' })
  list(
    @RequestCtx() ctx: Ctx,
    @Param('type') type: string,
    @ListParams('deleted') call: ListCall,
    @Query('deleted') deleted: string | undefined,
  ) {
    const narrowing = mastersOf(masterTypeOf(type), { deleted });
    return this.lists.answer(ctx, masterList, call, narrowing);
  }

  @Post(':type')
  @OrGrant('customization')
  @Answers(MasterDto, 201)
  @Problems(masterCodeTaken)
  @ApiOperation({ summary: 'Add an entry' })
  create(
    @RequestCtx() ctx: Ctx,
    @Param('type') type: string,
    @Body() body: CreateMasterDto,
  ): Promise<MasterDto> {
    return this.createMaster.execute(ctx, masterTypeOf(type), body);
  }

  @Get(':type/:code')
  @SignedInOnly()
  @Answers(MasterDto)
  @ApiOperation({ summary: 'One entry, also when it is deleted' })
  find(
    @RequestCtx() ctx: Ctx,
    @Param('type') type: string,
    @Param('code') code: string,
  ): Promise<MasterDto> {
    return this.db.read(ctx, (tx) => findMaster(tx, { type: masterTypeOf(type), code }));
  }

  @Patch(':type/:code')
  @OrGrant('customization')
  @Answers(MasterDto)
  @Problems(masterDeleted, masterParentDeleted)
  @ApiOperation({ summary: 'Change an entry' })
  update(
    @RequestCtx() ctx: Ctx,
    @Param('type') type: string,
    @Param('code') code: string,
    @Body() body: UpdateMasterDto,
    @IfMatch() version: number | null,
  ): Promise<MasterDto> {
    return this.updateMaster.execute(ctx, { type: masterTypeOf(type), code }, body, version);
  }

  @Delete(':type/:code')
  @OrGrant('customization')
  @AnswersNothing()
  @Problems(masterHasChildren)
  @ApiOperation({ summary: 'Delete an entry; records that have it keep it' })
  remove(
    @RequestCtx() ctx: Ctx,
    @Param('type') type: string,
    @Param('code') code: string,
    @IfMatch() version: number | null,
  ): Promise<void> {
    return this.deleteMaster.execute(ctx, { type: masterTypeOf(type), code }, version);
  }

  @Get(':type/:code/children')
  @SignedInOnly()
  @AnswersList(MasterDto, masterList)
  @ApiQuery(DELETED)
  @ApiOperation({ summary: 'List the entries that lie in one: states of a country, its cities' })
  async children(
    @RequestCtx() ctx: Ctx,
    @Param('type') type: string,
    @Param('code') code: string,
    @ListParams('deleted') call: ListCall,
    @Query('deleted') deleted: string | undefined,
  ) {
    const parent = { type: masterTypeOf(type), code };
    const { code: parentCode } = await this.db.read(ctx, (tx) => findMaster(tx, parent));
    // Of a type that nothing lies in there are no children: its own entries have no parent.
    const narrowing = mastersOf(childTypeOf(parent.type) ?? parent.type, { deleted, parentCode });
    return this.lists.answer(ctx, masterList, call, narrowing);
  }

  @Post(':type/:code/restore')
  @OrGrant('customization')
  @Answers(MasterDto)
  @Problems(masterParentDeleted)
  @ApiOperation({ summary: 'Put a deleted entry back into its list' })
  restore(
    @RequestCtx() ctx: Ctx,
    @Param('type') type: string,
    @Param('code') code: string,
  ): Promise<MasterDto> {
    return this.restoreMaster.execute(ctx, { type: masterTypeOf(type), code });
  }
}
