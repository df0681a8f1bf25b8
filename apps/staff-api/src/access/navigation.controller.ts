import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ACTIONS, RESOURCE_GROUPS } from '@quittance/access';
import { Answers, RequestCtx, SignedInOnly } from '@quittance/http';
import type { Ctx } from '@quittance/kernel';
import { NavigationDto } from './navigation.dto.js';

/** The catalogue of resources, grouped, with what the caller may do to each. */
@ApiTags('Roles')
@SignedInOnly()
@Controller('navigation')
export class NavigationController {
  @Get()
  @Answers(NavigationDto)
  @ApiOperation({ summary: 'Every resource of the role matrix, in groups' })
  find(@RequestCtx() { permissions }: Ctx): NavigationDto {
    const allowed = (key: string) => ACTIONS.filter((action) => permissions.can(key, action));
    const groups = RESOURCE_GROUPS.map(({ key, label, resources }) => ({
      key,
      label,
      resources: Object.entries(resources).map(([name, title]) => ({
        key: name,
        label: title,
        actions: allowed(name),
      })),
    }));
    return { groups };
  }
}
