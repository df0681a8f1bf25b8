import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Database } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyModel } from '@quittance/metadata';
import { fieldsHidden } from '../http.errors.js';
import type { ApiRequest } from '../requests/api-request.js';
import { KeptFields } from './kept-fields.js';
import { resourceOf } from './marks.js';
import { RouteTable, type Route } from './route-table.js';

/** What shows a record as a whole to whoever holds it: nothing can be left out there. */
const WHOLE: ReadonlySet<string> = new Set(['print', 'share']);
/** What sums up the records of another resource, whose hidden fields are its own. */
const SUMS: ReadonlySet<string> = new Set(['forecast']);

/**
 * The door of every field: no route takes a member that is kept from whoever asks, and what it
 * answers is left without those that are hidden (`shownPayload`). It stands before all routes, as
 * the guard of records does, and costs nobody anything from whom nothing is kept.
 */
@Injectable()
export class FieldGuard implements CanActivate {
  constructor(
    private readonly routes: RouteTable,
    private readonly db: Database,
    @Optional() private readonly models?: CompanyModels,
  ) {}

  canActivate(host: ExecutionContext): boolean | Promise<boolean> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const { ctx } = request;
    if (!this.models || !ctx?.permissions.fieldBound?.length) return true;
    const route = this.routes.of(host.getClass(), host.getHandler());
    return route ? this.admit(ctx, route, request) : true;
  }

  private async admit(ctx: Ctx, route: Route, request: ApiRequest): Promise<boolean> {
    const model = await this.model(ctx);
    const parameters = request.params as Readonly<Record<string, string>>;
    const kept = new KeptFields(ctx.permissions, model, resourcesOf(route, model, parameters));
    request.kept = kept;
    const resource = told(kept, route);
    if (resource !== undefined) throw fieldsHidden({ resource });
    const refused = writes(route) ? kept.unwritten(request.body) : undefined;
    if (refused?.hidden) throw invalidField(refused.pointer, 'unknown_field', 'is not a field');
    if (refused) throw invalidField(refused.pointer, 'read_only', 'may not be written by you');
    return true;
  }

  private async model(ctx: Ctx): Promise<CompanyModel> {
    const models = this.models as CompanyModels;
    return models.held(ctx) ?? this.db.read(ctx, (tx) => models.of(tx));
  }
}

/** Those of the route, and that of the object which its path names. */
function resourcesOf(
  { policy }: Route,
  model: CompanyModel,
  parameters: Readonly<Record<string, string>>,
): readonly string[] {
  const named = model.objects.get(parameters.object ?? '')?.resource;
  const own = policy.kind === 'resource' ? [resourceOf(policy.resource, parameters)] : [];
  return named === undefined ? own : [...own, named];
}

/** A resource of which something is hidden that the route shows all the same. */
function told(kept: KeptFields, route: Route): string | undefined {
  const reports = route.policy.kind === 'resource' && route.policy.resource === 'reports';
  return (
    (showsWhole(route) ? kept.hiddenResource() : undefined) ??
    (reports ? kept.summedHidden() : undefined)
  );
}

function showsWhole({ policy, path }: Route): boolean {
  if (policy.kind !== 'resource') return false;
  if (policy.actions.some((action) => WHOLE.has(action)) || SUMS.has(policy.resource)) return true;
  return path.endsWith('/statistics');
}

const writes = ({ method, policy }: Route) => policy.kind === 'resource' && method !== 'GET';
