import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CloneRole,
  CreateRole,
  DeleteRole,
  UpdateRole,
  findRole,
  ownRole,
  roleBuiltIn,
  roleInUse,
  roleList,
  roleNameTaken,
  type RoleId,
} from '@quittance/access/host';
import { administratorRequired, grantRequired, rightBeyondOwn } from '@quittance/access';
import { Database, preconditionFailed } from '@quittance/database';
import {
  AndGrant,
  Answers,
  AnswersList,
  AnswersNothing,
  Asks,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { CloneRoleDto, CreateRoleDto, RoleDto, UpdateRoleDto } from './role.dto.js';

/** Roles: what their holders may do. */
@ApiTags('Roles')
@Resource('roles')
@Controller('roles')
export class RolesController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createRole: CreateRole,
    private readonly updateRole: UpdateRole,
    private readonly deleteRole: DeleteRole,
    private readonly cloneRole: CloneRole,
  ) {}

  @Get()
  @AnswersList(RoleDto, roleList)
  @ApiOperation({ summary: 'List roles' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, roleList, call);
  }

  @Post()
  @AndGrant('roles')
  @Answers(RoleDto, 201)
  @Problems(roleNameTaken, grantRequired, administratorRequired, rightBeyondOwn, validationFailed)
  @ApiOperation({ summary: 'Make a role' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateRoleDto): Promise<RoleDto> {
    return this.createRole.execute(ctx, body);
  }

  @Get(':id')
  @Answers(RoleDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One role' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: RoleId): Promise<RoleDto> {
    return this.db.read(ctx, (tx) => findRole(tx, id));
  }

  @Patch(':id')
  @AndGrant('roles')
  @Answers(RoleDto)
  @Problems(
    notFound,
    roleBuiltIn,
    roleNameTaken,
    grantRequired,
    administratorRequired,
    ownRole,
    rightBeyondOwn,
    preconditionFailed,
    validationFailed,
  )
  @ApiOperation({ summary: 'Change a role; a matrix that is sent replaces the whole matrix' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RoleId,
    @Body() body: UpdateRoleDto,
    @IfMatch() version: number | null,
  ): Promise<RoleDto> {
    return this.updateRole.execute(ctx, id, body, version);
  }

  @Delete(':id')
  @AndGrant('roles')
  @AnswersNothing()
  @Problems(notFound, roleBuiltIn, roleInUse, grantRequired)
  @ApiOperation({ summary: 'Delete a role that nobody holds' })
  remove(@RequestCtx() ctx: Ctx, @PathId('id') id: RoleId): Promise<void> {
    return this.deleteRole.execute(ctx, id);
  }

  @Post(':id/clone')
  @Asks('clone')
  @AndGrant('roles')
  @Answers(RoleDto, 201)
  @Problems(
    notFound,
    roleBuiltIn,
    roleNameTaken,
    grantRequired,
    administratorRequired,
    rightBeyondOwn,
  )
  @ApiOperation({ summary: 'Make a role with the rights of this one' })
  clone(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RoleId,
    @Body() body: CloneRoleDto,
  ): Promise<RoleDto> {
    return this.cloneRole.execute(ctx, id, body);
  }
}
