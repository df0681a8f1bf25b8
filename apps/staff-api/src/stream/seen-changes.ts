import { lookers, type Owners, type RecordReach } from '@quittance/access';
import type { Tx } from '@quittance/database';
import type { StreamedChange } from '@quittance/http/host';
import { isUuid, type Permissions, type UserId } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import type { CompanyModel } from '@quittance/metadata';
import { maySeeEventsOf, resourceOfObject } from '@quittance/outbox';
import { recentEvents } from '@quittance/outbox/host';
import { REACHED_RECORDS } from '../access/reached-records.js';

/** Records of an object that a role may reach some of. */
interface Reached {
  readonly table: string;
  readonly reach: RecordReach;
}

const BUILT_IN: ReadonlyMap<string, Reached> = new Map(
  REACHED_RECORDS.map(({ name, table, reach }) => [name, { table, reach }]),
);

/** What of a change tells nothing of what is in the record. */
const PLAIN: ReadonlySet<string> = new Set(['created', 'updated', 'deleted', 'restored']);

/** Somebody who looks, as of now. */
interface Who {
  readonly userId: UserId | null;
  readonly team: string | null;
  readonly permissions: Permissions;
}

/** Changes with whose their records are: who hears of which is decided without asking again. */
export class SeenChanges {
  private constructor(
    private readonly changes: readonly StreamedChange[],
    private readonly reached: ReadonlyMap<string, Reached>,
    private readonly owners: ReadonlyMap<string, Owners>,
  ) {}

  /** A statement for each object, however many look. */
  static async read(
    tx: Tx,
    model: CompanyModel,
    changes: readonly StreamedChange[],
  ): Promise<SeenChanges> {
    const objects = [...new Set(changes.map(({ object }) => object))];
    const reached = new Map(
      objects.flatMap((object) => {
        const found = BUILT_IN.get(object) ?? ownReach(model, object);
        return found ? [[object, found] as const] : [];
      }),
    );
    const [versions, owners] = await Promise.all([
      recentEvents.versions(
        tx,
        changes.map(({ id }) => id),
      ),
      Promise.all(
        [...reached].map(async ([object, { table, reach }]) => {
          const ids = changes.flatMap((change) =>
            change.object === object && isUuid(change.recordId) ? [change.recordId] : [],
          );
          const { ways } = reach;
          return [object, await lookers.owners(tx, { table, ways }, [...new Set(ids)])] as const;
        }),
      ),
    ]);
    const dated = changes.map((change) => ({
      ...change,
      version: versions.get(change.id) ?? null,
    }));
    return new SeenChanges(dated, reached, new Map(owners));
  }

  of(who: Who): readonly StreamedChange[] {
    return this.changes.flatMap((change) => this.asSeenBy(who, change) ?? []);
  }

  private asSeenBy(who: Who, change: StreamedChange): StreamedChange | null {
    const { permissions } = who;
    if (permissions.all) return change;
    const { object, recordId } = change;
    const resource = resourceOfObject(object);
    if (resource === undefined || !permissions.can(resource, 'view')) return null;
    const reached = this.reached.get(object);
    const owners = this.owners.get(object)?.get(recordId) ?? [];
    const isSeen = reached
      ? lookers.lookAt(who, reached.reach, owners)
      : maySeeEventsOf(permissions, object);
    if (!isSeen) return null;
    // What has happened may say what a hidden field holds: `paid`.
    const isTold = PLAIN.has(change.change) || !sight.hides(permissions, resource);
    return isTold ? change : { ...change, change: 'updated' };
  }
}

/** Of a company's own object. */
function ownReach(model: CompanyModel, object: string): Reached | undefined {
  const { table, resource, owned, custom } = model.objects.get(object) ?? { custom: false };
  return custom && owned && table && resource
    ? { table: table.name, reach: { resource, ways: [[]] } }
    : undefined;
}
