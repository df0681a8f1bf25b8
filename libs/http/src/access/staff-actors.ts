import { Injectable } from '@nestjs/common';
import { ActorReader } from '@quittance/access';
import { Database } from '@quittance/database';
import type { AccessClaims } from '@quittance/identity';
import { systemClock, systemCtx, type CompanyId, type Permissions } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { Actors, type SignedIn } from './actors.js';
import { withClosedFields } from '../fields/kept-fields.js';

/** Staff users and API keys. */
@Injectable()
export class StaffActors extends Actors {
  constructor(
    private readonly reader: ActorReader,
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {
    super();
  }

  async ofToken({ cid, sub, sid }: AccessClaims): Promise<SignedIn | undefined> {
    const user = await this.reader.read(cid, { userId: sub, sessionId: sid });
    if (!user) return undefined;
    const { userId, name, team, metadataVersion } = user;
    const permissions = await this.closed(cid, user);
    const actor = { kind: 'staff', id: userId, name } as const;
    return { companyId: cid, actor, userId, sessionId: sid, team, permissions, metadataVersion };
  }

  async ofKey(key: string): Promise<SignedIn | undefined> {
    const found = await this.reader.readKey(key);
    if (!found) return undefined;
    const { id, name, companyId, metadataVersion } = found;
    const permissions = await this.closed(companyId, found);
    const actor = { kind: 'api_key', id, name } as const;
    return { companyId, actor, userId: null, permissions, metadataVersion };
  }

  /** What is hidden of the objects as their company has them, to its end. */
  private async closed(
    companyId: CompanyId,
    { permissions, metadataVersion }: Pick<SignedIn, 'permissions' | 'metadataVersion'>,
  ): Promise<Permissions> {
    if (!permissions.fieldBound?.length) return permissions;
    const system = systemCtx(companyId, systemClock.now(), 'fields');
    const ctx =
      metadataVersion === undefined ? system : Object.freeze({ ...system, metadataVersion });
    const model = this.models.held(ctx) ?? (await this.db.read(ctx, (tx) => this.models.of(tx)));
    return withClosedFields(permissions, model);
  }
}
