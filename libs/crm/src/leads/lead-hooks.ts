import type { PostalAddress } from '@quittance/company';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { leadMoveFault, type LeadStatus } from './lead.js';
import { scoreLead, type LeadFacts } from './score.js';

/** What of a record the score looks at. */
export function leadFacts(lead: FieldValues): LeadFacts {
  const { companyName, email, phone, title, source, rating, industry, status } = lead;
  const country = (lead.address as PostalAddress | null | undefined)?.country ?? null;
  const facts = { companyName, email, phone, title, source, rating, industry, status };
  const texts = Object.entries(facts).map(([name, value]) => [name, value ?? null]);
  return { ...Object.fromEntries(texts), country } as LeadFacts;
}

export const leadHooks: ObjectHooks = {
  async faults(_, leads) {
    return leads.map(({ before, after, changes }) => {
      const to = after.status as LeadStatus;
      // Nothing but a conversion makes it one: it has an account then.
      if (!before) return to === 'converted' ? leadMoveFault('new', to) : null;
      const from = before.status as LeadStatus;
      const converts = changes.convertedAccountId !== undefined && from !== 'converted';
      return converts ? null : leadMoveFault(from, to);
    });
  },

  async beforeCreate(_, leads) {
    return leads.map((lead) => ({ ...lead, score: scoreLead(leadFacts(lead)).score }));
  },

  async beforeUpdate(_, changes) {
    return changes.map(({ after }) => ({ score: scoreLead(leadFacts(after)).score }));
  },

  /** What the original became is not the copy's. */
  beforeClone(_, { status }) {
    const begins: FieldValues = status === 'converted' ? { status: 'new' } : {};
    return Promise.resolve(begins);
  },
};
