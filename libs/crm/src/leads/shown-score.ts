import type { FieldValues } from '@quittance/fields';
import type { Ctx } from '@quittance/kernel';
import { leadFacts } from './lead-hooks.js';
import { scoreLead, type LeadScore } from './score.js';

/** The score as its caller is shown it: by no rule that looks at what is hidden from them. */
export function shownScore({ permissions }: Ctx, lead: FieldValues): LeadScore {
  const hidden = permissions.fields?.('leads')?.hidden;
  if (!hidden) return scoreLead(leadFacts(lead));
  return scoreLead(
    leadFacts(Object.fromEntries(Object.entries(lead).filter(([name]) => !hidden.has(name)))),
  );
}
