import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreateUser,
  UpdateUser,
  findUserView,
  lastAdministrator,
  userList,
} from '@quittance/access/host';
import { administratorRequired, grantRequired, rightBeyondOwn } from '@quittance/access';
import { Database, preconditionFailed } from '@quittance/database';
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
  type ListCall,
} from '@quittance/http/host';
import { emailTaken } from '@quittance/identity/host';
import { notFound, validationFailed, type Ctx, type UserId } from '@quittance/kernel';
import { CreateUserDto, UpdateUserDto, UserDto } from './user.dto.js';

/** Staff users and their roles. */
@ApiTags('Users')
@Resource('users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createUser: CreateUser,
    private readonly updateUser: UpdateUser,
  ) {}

  @Get()
  @AnswersList(UserDto, userList)
  @ApiOperation({ summary: 'List users' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, userList, call);
  }

  @Post()
  @Answers(UserDto, 201)
  @Problems(emailTaken, grantRequired, administratorRequired, rightBeyondOwn, validationFailed)
  @ApiOperation({ summary: 'Make a user without a password; invite them next' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateUserDto): Promise<UserDto> {
    return this.createUser.execute(ctx, body);
  }

  @Get(':id')
  @Answers(UserDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One user' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: UserId): Promise<UserDto> {
    return this.db.read(ctx, (tx) => findUserView(tx, id));
  }

  @Patch(':id')
  @Answers(UserDto)
  @Problems(
    notFound,
    emailTaken,
    lastAdministrator,
    grantRequired,
    administratorRequired,
    rightBeyondOwn,
    preconditionFailed,
    validationFailed,
  )
  @ApiOperation({ summary: 'Change a user' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: UserId,
    @Body() body: UpdateUserDto,
    @IfMatch() version: number | null,
  ): Promise<UserDto> {
    return this.updateUser.execute(ctx, id, body, version);
  }
}
