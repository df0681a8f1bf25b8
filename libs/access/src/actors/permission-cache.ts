import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { systemClock, systemCtx, type CompanyId, type Permissions } from '@quittance/kernel';
import { findRights } from '../roles/role.repository.js';
import type { RoleId } from '../roles/role.js';
import { unitePermissions } from './permissions.js';

interface RoleVersion {
  readonly id: RoleId;
  readonly version: number;
}

/** Sets of roles held at once; a company has a handful. When full the cache starts afresh. */
const MOST_SETS = 5000;

/** Compiled permissions by the ids and versions of the roles: a changed role has another key. */
@Injectable()
export class PermissionCache {
  private readonly compiled = new Map<string, Promise<Permissions>>();

  constructor(private readonly db: Database) {}

  united(companyId: CompanyId, roles: readonly RoleVersion[]): Promise<Permissions> {
    const key = roles.map(({ id, version }) => `${id}:${version}`).join();
    const known = this.compiled.get(key);
    if (known) return known;
    if (this.compiled.size >= MOST_SETS) this.compiled.clear();
    const compiling = this.compile(companyId, roles);
    this.compiled.set(key, compiling);
    compiling.catch(() => this.compiled.delete(key));
    return compiling;
  }

  /**
   * A role changed since its version was read compiles to its newer state, which is as it should
   * be.
   */
  private async compile(companyId: CompanyId, roles: readonly RoleVersion[]): Promise<Permissions> {
    if (roles.length === 0) return unitePermissions([]);
    const ctx = systemCtx(companyId, systemClock.now(), 'permissions');
    const ids = roles.map(({ id }) => id);
    return unitePermissions(await this.db.read(ctx, (tx) => findRights(tx, ids)));
  }
}
