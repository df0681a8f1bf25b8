import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyModel } from '@quittance/metadata';
import { fieldsHidden } from '../http.errors.js';
import { resourceOf } from '../access/marks.js';
import { RouteTable, type Route } from '../access/route-table.js';
import type { ApiRequest } from '../requests/api-request.js';
import { KeptFields } from './kept-fields.js';
import { isReport, repeatedBy, showsDocument, showsWhole } from './shows-whole.js';

const FILES = 'documents';

/**
 * Knows of every request what is kept from whoever asks: its answer is left without what is hidden
 * (`shownPayload`), and what shows it as a whole is refused. It stands before the guard of keys: an
 * answer that was kept for a repeated request is whole, and told to whoever asks now. It costs
 * nobody anything from whom nothing is kept.
 */
@Injectable()
export class KeptGuard implements CanActivate {
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
    return true;
  }

  private async model(ctx: Ctx): Promise<CompanyModel> {
    const models = this.models as CompanyModels;
    return models.held(ctx) ?? this.db.read(ctx, (tx) => models.of(tx));
  }
}

/** Those of the route, and that of the object which its path names. */
function resourcesOf(
  { path, policy }: Route,
  model: CompanyModel,
  parameters: Readonly<Record<string, string>>,
): readonly string[] {
  const named = model.objects.get(parameters.object ?? '')?.resource;
  if (policy.kind !== 'resource') return named === undefined ? [] : [named];
  // The history of a record tells of its files as well.
  const files = path.endsWith('/timeline') ? FILES : undefined;
  const own = [resourceOf(policy.resource, parameters), policy.beside?.resource, named, files];
  return own.filter((each) => each !== undefined);
}

/** A resource of which something is hidden that the route shows all the same. */
function told(kept: KeptFields, route: Route): string | undefined {
  return (
    (showsWhole(route) ? kept.hiddenResource() : undefined) ??
    (showsDocument(route) ? kept.partyHidden() : undefined) ??
    (isReport(route) ? kept.summedHidden() : undefined) ??
    kept.numberHidden(repeatedBy(route))
  );
}
