import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { reach } from '@quittance/access';
import { Database, type Tx } from '@quittance/database';
import {
  invalidFields,
  notFound,
  references,
  type Ctx,
  type FieldError,
  type Permissions,
} from '@quittance/kernel';
import { BODY_RULE_MARK } from '../limits/limits.js';
import type { ApiRequest } from '../requests/api-request.js';
import { resourceOf } from './marks.js';
import { NamedInBodies, namedInPath, type NamedRecord } from './named-records.js';
import { ReachedRecordsTable, type ReachedRecords } from './reached-records.js';
import { RouteTable, type Route } from './route-table.js';

type Scope = ReturnType<Permissions['scope']>;

/** What one statement asks for: records of a kind by one column. */
interface Asked {
  readonly records: ReachedRecords;
  readonly by: NamedRecord['by'];
  readonly named: NamedRecord[];
}

/**
 * The door of every record: one that the path names must be within the reach of whoever asks, as
 * must those that the body points at. What is beyond it is answered as what is not there. It stands
 * before all routes, those that are added later among them, and costs nobody anything who reaches
 * all records of what the request names. A request that is sent again under its key is answered
 * ahead of it: what it has done may have put the record out of reach.
 */
@Injectable()
export class RecordGuard implements CanActivate {
  private readonly inBodies: NamedInBodies | null;

  constructor(
    private readonly routes: RouteTable,
    private readonly db: Database,
    @Optional() private readonly table?: ReachedRecordsTable,
  ) {
    this.inBodies = table ? new NamedInBodies(table) : null;
  }

  canActivate(host: ExecutionContext): boolean | Promise<boolean> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const { ctx } = request;
    if (!this.table || !ctx || ctx.permissions.all) return true;
    const route = this.routes.of(host.getClass(), host.getHandler());
    return route ? this.admit(ctx, route, request) : true;
  }

  private async admit(ctx: Ctx, route: Route, request: ApiRequest): Promise<boolean> {
    const parameters = request.params as Readonly<Record<string, string>>;
    const account = accountScope(ctx, route, parameters);
    const named = [
      ...namedInPath(this.table as ReachedRecordsTable, route, parameters),
      ...(this.judges(route) ? (this.inBodies?.of(request.body) ?? []) : []),
    ];
    const asked = byStatement(
      named.filter(({ records }) => isNarrow(ctx, route, records, account)),
    );
    if (asked.length === 0) return true;
    const found = await this.db.read(ctx, (tx) =>
      Promise.all(asked.map((each) => unreached(tx, route, each, account))),
    );
    refuse(found.flat());
    return true;
  }

  /**
   * Rows that stand for themselves, as those of a file do, are judged where they are read; what
   * anybody who is signed in may send is a sample, or made a record by the engine.
   */
  private judges({ path, handler, policy }: Route): boolean {
    if (policy.kind !== 'resource') return false;
    if (Reflect.hasMetadata(BODY_RULE_MARK, handler)) return false;
    return !this.table?.records.some(
      (each) =>
        each.judged === true &&
        (path === each.path || path.startsWith(`${each.path}/`)) &&
        STEPS_OF_ITS_OWN.has(path.slice(each.path.length + 1)),
    );
  }
}

/** What the engine reads itself under the path of an object. */
const STEPS_OF_ITS_OWN: ReadonlySet<string> = new Set(['', ':id', ':id/clone', 'bulk']);

/** How far whoever asks for the route reaches by the account of what it is about. */
function accountScope(ctx: Ctx, { policy }: Route, parameters: Record<string, string>): Scope {
  if (policy.kind !== 'resource') return 'all';
  const { beside } = policy;
  const own = resourceOf(policy.resource, parameters);
  const scopes = [
    ...(reach.ofAccounts(own) ? [ctx.permissions.scope(own)] : []),
    ...(beside && reach.ofAccounts(beside.resource)
      ? [ctx.permissions.scope(beside.resource, beside.action)]
      : []),
  ];
  return reach.narrower(scopes);
}

/**
 * How far they reach among the records by the scope of those themselves: on routes of their own
 * with what these ask, elsewhere to look at. Whoever may not look at any is about something else,
 * as the API key of a shop is, and names them by their ids.
 */
function ownScope(
  { permissions }: Ctx,
  { policy }: Route,
  { reach: { resource, beside = [] } }: ReachedRecords,
): Scope {
  const isOwn = policy.kind === 'resource' && policy.resource === resource;
  const own = isOwn ? permissions.scope(resource) : reach.beside(permissions, [resource]);
  return reach.narrower([own, reach.beside(permissions, beside)]);
}

function isNarrow(ctx: Ctx, route: Route, records: ReachedRecords, account: Scope): boolean {
  const byAccount = records.account !== undefined && account !== 'all';
  return byAccount || reach.isNarrow(ctx, ownScope(ctx, route, records), records.reach.ways);
}

function byStatement(named: readonly NamedRecord[]): Asked[] {
  const asked = new Map<string, Asked>();
  for (const each of named) {
    const key = `${each.records.name} ${each.by}`;
    const known = asked.get(key);
    if (known) known.named.push(each);
    else asked.set(key, { records: each.records, by: each.by, named: [each] });
  }
  return [...asked.values()];
}

/** Those of them that are not within reach, or not there; by the primary key. */
async function unreached(
  tx: Tx,
  route: Route,
  { records, by, named }: Asked,
  account: Scope,
): Promise<readonly NamedRecord[]> {
  const { ctx } = tx;
  const values = [...new Set(named.map(({ value }) => value))];
  const params: unknown[] = [ctx.companyId, values];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const { ways } = records.reach;
  const parts = [
    reach.within(ctx, ownScope(ctx, route, records), { ways, alias: 't' }, bind),
    records.account
      ? reach.within(ctx, account, { ways: records.account, alias: 't' }, bind)
      : null,
  ].filter((part) => part !== null);
  const type = by === 'id' ? 'uuid' : 'text';
  const rows = await tx.rows<{ value: string }>(
    `select t.${by} as value from ${records.table} t
     where t.company_id = $1 and t.${by} = any($2::${type}[]) and ${parts.join(' and ')}`,
    params,
  );
  const found = new Set(rows.map(({ value }) => value));
  return named.filter(({ value }) => !found.has(by === 'id' ? value.toLowerCase() : value));
}

/** @throws DomainError not_found of the path, reference_not_found of the body */
function refuse(unreachable: readonly NamedRecord[]): void {
  const words = ({ label }: ReachedRecords) => references.called(label);
  const inPath = unreachable.find(({ pointer }) => pointer === null);
  if (inPath) throw notFound({ object: words(inPath.records) });
  const errors = unreachable.map(({ records, pointer }): FieldError => {
    const message = `There is no such ${words(records)}.`;
    return { pointer: pointer ?? '', code: 'reference_not_found', message };
  });
  if (errors.length > 0) throw invalidFields(errors);
}
