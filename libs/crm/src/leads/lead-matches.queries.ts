import type { Tx } from '@quittance/database';
import { sight } from '@quittance/lists';
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
 * each object. What is hidden from the actor, of the lead or of what is like it, compares nothing:
 * it would be told by what is found.
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
      .join(', ')}]::text[], null)`;
  const any = (conditions: Readonly<Record<string, string>>) =>
    Object.values(conditions).join(' or ') || 'false';
  const hidden = (resource: string) => sight.hidden(tx.ctx, { resource });
  const ofLead = hidden('leads');
  /** Those between a member of the lead and one of the other record that are both shown. */
  const shown = (resource: string, conditions: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(conditions).filter(([name]) => {
        const own = name === 'name' ? ['name', 'companyName'] : [name];
        return !hidden(resource)?.has(name) && !own.some((each) => ofLead?.has(each));
      }),
    );
  const person = (t: string, resource: string) =>
    shown(resource, {
      email: `lower(${t}.email) = lower($3::text)`,
      phone: `${t}.phone = $4::text`,
    });
  const business = shown('accounts', {
    name: `lower(btrim(a.name)) = lower(btrim($5::text))`,
    email: `split_part(lower(a.email), '@', 2) = $6::text`,
  });
  const [contact, other] = [person('c', 'contacts'), person('l', 'leads')];
  // All have a type, whichever are compared.
  const told = '$3::text is null and $4::text is null and $5::text is null and $6::text is null';
  return tx.rows<LeadMatch>(
    `(select 'account' as object, a.id, a.name, a.email, null::uuid as "accountId",
        ${by(business)} as by
      from crm.account a where a.company_id = $1 and a.deleted_at is null
        and (${any(business)} or (false and ${told}))
        and ${seen('a', 'accounts')} order by a.name, a.id limit ${MOST})
     union all
     (select 'contact', c.id, c.name, c.email, c.account_id, ${by(contact)}
      from crm.contact c where c.company_id = $1 and c.deleted_at is null
        and (${any(contact)}) and ${seen('c', 'contacts')}
      order by c.name, c.id limit ${MOST})
     union all
     (select 'lead', l.id, l.name, l.email, null, ${by(other)}
      from crm.lead l where l.company_id = $1 and l.deleted_at is null and l.id <> $2
        and l.status <> 'converted' and (${any(other)}) and ${seen('l', 'leads')}
      order by l.created_at, l.id limit ${MOST})`,
    params,
  );
}
