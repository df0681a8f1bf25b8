import { Inject, Injectable } from '@nestjs/common';
import { saidByRights } from '@quittance/access';
import { Database } from '@quittance/database';
import {
  Actors,
  CLOCK,
  ChangeSource,
  type Looker,
  type SignedIn,
  type StreamedChange,
  type ToldLookers,
} from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import { newId, systemCtx, type Clock, type CompanyId, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { recentEvents, type RecentEvent } from '@quittance/outbox/host';
import { SeenChanges } from './seen-changes.js';

/** Somebody of the staff, or an API key, who looks. */
export interface StaffLooker extends Looker {
  /** Who it is as of now; undefined where they may not act any more. */
  readonly readAnew: () => Promise<SignedIn | undefined>;
  /** What the stream began with; with other rights it ends. */
  readonly rights: string;
}

const API_KEY = 'qk_';

/** What changes for the staff: what events tell of, as far as each may look at its record. */
@Injectable()
export class StaffChanges extends ChangeSource<StaffLooker> {
  readonly most = recentEvents.most;

  constructor(
    private readonly db: Database,
    private readonly actors: Actors,
    private readonly tokens: AccessTokens,
    private readonly models: CompanyModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  /** Who has sent a request with such a credential, for as long as the stream lives. */
  looker({ companyId, actor, permissions, team }: Ctx, bearer: string): StaffLooker {
    const claims = bearer.startsWith(API_KEY)
      ? undefined
      : this.tokens.verify(bearer, 'staff', this.clock.now());
    const readAnew = async () => (claims ? this.actors.ofToken(claims) : this.actors.ofKey(bearer));
    return { companyId, holder: String(actor.id), readAnew, rights: said({ permissions, team }) };
  }

  async recent(companies: readonly CompanyId[]): Promise<readonly StreamedChange[]> {
    return (await recentEvents.of(this.db, companies, this.clock.now())).map(changeOf);
  }

  async since(companyId: CompanyId, id: string): Promise<readonly StreamedChange[] | undefined> {
    const found = await this.db.read(this.ctxOf(companyId), (tx) => recentEvents.since(tx, id));
    return found?.map(changeOf);
  }

  async told(
    companyId: CompanyId,
    lookers: readonly StaffLooker[],
    changes: readonly StreamedChange[],
  ): Promise<ToldLookers<StaffLooker>> {
    const now = new Map<StaffLooker, SignedIn>();
    await Promise.all(
      lookers.map(async (looker) => {
        const found = await looker.readAnew();
        if (found && said(found) === looker.rights) now.set(looker, found);
      }),
    );
    const gone = new Set(lookers.filter((looker) => !now.has(looker)));
    if (changes.length === 0) return { gone, of: () => [] };
    const ctx = this.ctxOf(companyId);
    const seen = await this.db.read(ctx, async (tx) =>
      SeenChanges.read(tx, await this.models.of(tx), changes),
    );
    return {
      gone,
      of: (looker) => {
        const who = now.get(looker);
        return who ? seen.of({ ...who, team: who.team ?? null }) : [];
      },
    };
  }

  private ctxOf(companyId: CompanyId): Ctx {
    return systemCtx(companyId, this.clock.now(), `staff-stream-${newId()}`);
  }
}

const said = ({ permissions, team }: Pick<SignedIn, 'permissions' | 'team'>): string =>
  JSON.stringify([saidByRights(permissions), team ?? null]);

function changeOf({ id, companyId, type, object, recordId }: RecentEvent): StreamedChange {
  const change = type.slice(type.indexOf('.') + 1);
  return { id, companyId, object, recordId, version: null, change };
}
