import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CustomResources } from '@quittance/access';
import { comparePermissions, imagineRights, roleBuiltIn } from '@quittance/access/host';
import { Database } from '@quittance/database';
import {
  Answers,
  NeedsGrant,
  Problems,
  RequestCtx,
  Resource,
  RouteTable,
  routeChanges,
} from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { WhatIfAnswerDto, WhatIfDto } from './what-if.dto.js';

/** Thinking a change of rights through before it is saved. */
@ApiTags('Roles')
@Resource('roles')
@Controller('roles')
export class WhatIfController {
  constructor(
    private readonly db: Database,
    private readonly routes: RouteTable,
    private readonly customResources: CustomResources,
  ) {}

  @Post('what-if')
  @NeedsGrant('roles')
  @Answers(WhatIfAnswerDto)
  @Problems(roleBuiltIn, validationFailed)
  @ApiOperation({ summary: 'The routes gained and lost by a set of roles, before it is saved' })
  async ask(@RequestCtx() ctx: Ctx, @Body() body: WhatIfDto): Promise<WhatIfAnswerDto> {
    const { before, after, beyondOwn } = await this.db.read(ctx, (tx) => imagineRights(tx, body));
    const custom = (await this.customResources.of(ctx)).map(({ key }) => key);
    return {
      ...routeChanges(this.routes.all(), custom, { before, after }),
      ...comparePermissions(before, after, custom),
      beyondOwn,
    };
  }
}
