import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ACTIONS, hasOwners, RESOURCE_GROUPS } from '@quittance/access/host';
import { CustomResources } from '@quittance/access';
import {
  Answers,
  askedActions,
  RequestCtx,
  RouteTable,
  SignedInOnly,
  type AskedWithin,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { NavigationDto, type NavigationResourceDto } from './navigation.dto.js';

/** What operations ask beside the right of their route. */
const ASKED_WITHIN: AskedWithin = { contracts: ['approve'], subscriptions: ['approve'] };
const CUSTOM = 'objects/:apiName';

/** The catalogue of resources, grouped, with what the caller may do to each. */
@ApiTags('Roles')
@SignedInOnly()
@Controller('navigation')
export class NavigationController {
  private asked?: ReturnType<typeof askedActions>;

  constructor(
    private readonly customResources: CustomResources,
    private readonly routes: RouteTable,
  ) {}

  @Get()
  @Answers(NavigationDto)
  @ApiOperation({
    summary: 'Every resource of the role matrix that something is served of, in groups',
  })
  async find(@RequestCtx() ctx: Ctx): Promise<NavigationDto> {
    this.asked ??= askedActions(this.routes.all(), ASKED_WITHIN);
    const asked = this.asked;
    const resources = (entries: readonly (readonly [string, string])[], kind?: string) =>
      entries.flatMap(([key, label]) => shown(ctx, { key, label, asked: asked.get(kind ?? key) }));
    const groups = RESOURCE_GROUPS.map((group) => ({
      key: group.key,
      label: group.label,
      resources: resources(Object.entries(group.resources)),
    }));
    const own = (await this.customResources.of(ctx)).map(({ key, label }) => [key, label] as const);
    const custom = { key: 'custom', label: 'Custom objects', resources: resources(own, CUSTOM) };
    return { groups: [...groups, custom].filter((group) => group.resources.length > 0) };
  }
}

interface Offered {
  readonly key: string;
  readonly label: string;
  readonly asked: ReadonlySet<string> | undefined;
}

/** Nothing of a resource that nothing is served of. */
function shown({ permissions }: Ctx, { key, label, asked }: Offered): NavigationResourceDto[] {
  const offered = ACTIONS.filter((action) => asked?.has(action));
  if (offered.length === 0) return [];
  const actions = offered.filter((action) => permissions.can(key, action));
  return [{ key, label, actions, offered, scoped: hasOwners(key) }];
}
