import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ACTIONS, RESOURCE_GROUPS } from '@quittance/access/host';
import { CustomResources } from '@quittance/access';
import { Answers, RequestCtx, SignedInOnly } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { NavigationDto } from './navigation.dto.js';

/** The catalogue of resources, grouped, with what the caller may do to each. */
@ApiTags('Roles')
@SignedInOnly()
@Controller('navigation')
export class NavigationController {
  constructor(private readonly customResources: CustomResources) {}

  @Get()
  @Answers(NavigationDto)
  @ApiOperation({ summary: 'Every resource of the role matrix, in groups' })
  async find(@RequestCtx() ctx: Ctx): Promise<NavigationDto> {
    const resource = (key: string, label: string) => ({
      key,
      label,
      actions: ACTIONS.filter((action) => ctx.permissions.can(key, action)),
    });
    const groups = RESOURCE_GROUPS.map(({ key, label, resources }) => ({
      key,
      label,
      resources: Object.entries(resources).map(([name, title]) => resource(name, title)),
    }));
    const own = (await this.customResources.of(ctx)).map(({ key, label }) => resource(key, label));
    const custom = { key: 'custom', label: 'Custom objects', resources: own };
    return { groups: own.length > 0 ? [...groups, custom] : groups };
  }
}
