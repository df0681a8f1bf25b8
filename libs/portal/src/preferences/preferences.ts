import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';
import { preferenceLimitReached, preferenceTooLarge } from '../portal.errors.js';

/** What one preference may take, as JSON text, and how many a user has. */
const MOST_BYTES = 16 * 1024;
const MOST_KEYS = 50;

/** Something that an application remembers for its user, under a name of its own. */
export interface Preference {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const FIND = sql(`
  select key, value from portal.preference
  where company_id = $1 and portal_user_id = $2 and key = $3`);
const DELETE = sql(`
  delete from portal.preference where company_id = $1 and portal_user_id = $2 and key = $3`);
/** One user's writes wait for each other, so that two do not both take the last place. */
const LOCK_USER = sql(`
  select id from portal.portal_user where company_id = $1 and id = $2 for no key update`);
const OTHERS = sql(`
  select count(*)::int as count from portal.preference
  where company_id = $1 and portal_user_id = $2 and key <> $3`);
/** By primary key; the last write wins. */
const PUT = sql(`
  insert into portal.preference (company_id, portal_user_id, key, value, updated_at)
  values ($1, $2, $3, $4, $5)
  on conflict (company_id, portal_user_id, key) do update
    set value = excluded.value, updated_at = excluded.updated_at`);

/** What applications keep for a portal user; nobody else sees it. */
@Injectable()
export class Preferences {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async find(ctx: PortalCtx, key: string): Promise<Preference> {
    const place = placeOf(ctx, key);
    const found = await this.db.read(ctx, (tx) => tx.maybe<Preference>(FIND, place));
    if (!found) throw notFound({ object: 'preference' });
    return found;
  }

  /** @throws DomainError preference_too_large, preference_limit_reached */
  async execute(ctx: PortalCtx, { key, value }: Preference): Promise<Preference> {
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) > MOST_BYTES) throw preferenceTooLarge({ bytes: MOST_BYTES });
    return this.db.write(ctx, async (tx) => {
      const place = placeOf(ctx, key);
      const [, { count }] = await tx.locked(
        () => tx.run(LOCK_USER, place.slice(0, 2)),
        () => tx.one<{ count: number }>(OTHERS, place),
      );
      if (count >= MOST_KEYS) throw preferenceLimitReached({ most: MOST_KEYS });
      await tx.run(PUT, [...place, text, ctx.now]);
      const about = { object: 'portal-user', recordId: ctx.portal.portalUserId };
      audit(tx, { action: 'portal_user.preference_set', ...about, after: { key } });
      return { key, value };
    });
  }

  /** One that is not there is none afterwards either. */
  async remove(ctx: PortalCtx, key: string): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      await tx.run(DELETE, placeOf(ctx, key));
      const about = { object: 'portal-user', recordId: ctx.portal.portalUserId };
      audit(tx, { action: 'portal_user.preference_removed', ...about, before: { key } });
    });
  }
}

const placeOf = ({ companyId, portal }: PortalCtx, key: string) => [
  companyId,
  portal.portalUserId,
  key,
];
