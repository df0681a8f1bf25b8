import type { Tx } from '@quittance/database';
import { rowScope } from '@quittance/objects';
import type { RecordView } from '@quittance/metadata';
import { businessHost } from './score.js';

/** A record that may be the same person or business as a lead. */
export interface LeadMatch {
  readonly object: 'lead' | 'account' | 'contact';
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Of a contact. */
  readonly accountId: string | null;
  /** Which of its fields say so. */
  readonly by: readonly string[];
}

const MOST = 20;

/**
 * Leads and contacts with the same e-mail or phone, and accounts with the same name or mail host,
 * in one statement and by an index for each; what the actor may not see is left out. At most 20 of
 * each object.
 */
export async function findLeadMatches(tx: Tx, lead: RecordView): Promise<LeadMatch[]> {
  const params: unknown[] = [
    tx.ctx.companyId,
    lead.id,
    lead.email ?? null,
    lead.phone ?? null,
    lead.companyName ?? lead.name,
    businessHost((lead.email ?? null) as string | null),
  ];
  const seen = (alias: string, resource: string) => {
    const scope = rowScope.seen(
      tx.ctx,
      { owned: true, resource },
      alias,
      (value) => `$${params.push(value)}`,
    );
    return scope === null ? 'true' : scope;
  };
  const by = (conditions: Readonly<Record<string, string>>) =>
    `array_remove(array[${Object.entries(conditions)
      .map(([name, condition]) => `case when ${condition} then '${name}' end`)
      .join(', ')}], null)`;
  const any = (conditions: Readonly<Record<string, string>>) =>
    Object.values(conditions).join(' or ');
  const person = (t: string) => ({
    email: `lower(${t}.email) = lower($3::text)`,
    phone: `${t}.phone = $4::text`,
  });
  const business = {
    name: `lower(btrim(a.name)) = lower(btrim($5::text))`,
    email: `split_part(lower(a.email), '@', 2) = $6::text`,
  };
  return tx.rows<LeadMatch>(
    `(select 'account' as object, a.id, a.name, a.email, null::uuid as "accountId",
        ${by(business)} as by
      from crm.account a where a.company_id = $1 and a.deleted_at is null and (${any(business)})
        and ${seen('a', 'accounts')} order by a.name, a.id limit ${MOST})
     union all
     (select 'contact', c.id, c.name, c.email, c.account_id, ${by(person('c'))}
      from crm.contact c where c.company_id = $1 and c.deleted_at is null
        and (${any(person('c'))}) and ${seen('c', 'contacts')}
      order by c.name, c.id limit ${MOST})
     union all
     (select 'lead', l.id, l.name, l.email, null, ${by(person('l'))}
      from crm.lead l where l.company_id = $1 and l.deleted_at is null and l.id <> $2
        and l.status <> 'converted' and (${any(person('l'))}) and ${seen('l', 'leads')}
      order by l.created_at, l.id limit ${MOST})`,
    params,
  );
}
