import { lookup, text } from '@quittance/fields';
import {
  describeNoun,
  headOf,
  nounList,
  optional,
  stamped,
  versioned,
  type PatchOf,
  type RowOf,
} from '@quittance/nouns';
import { OF_PARTNER } from '../partner-reach.js';
import type { PartnerId } from '../registrations/deal-registration.js';

/** A partner in the programme: its id is that of its ledger account. */
export const partnerMemberNoun = describeNoun({
  name: 'partner-member',
  label: 'Partner in the programme',
  pluralLabel: 'Partners in the programme',
  path: '/partner-members',
  table: 'partner.member',
  alias: 'm',
  defaultSort: '-createdAt',
  reach: OF_PARTNER.member,
  members: {
    ...versioned<PartnerId>(),
    tier: optional(text('Tier', { maxLength: 50, help: 'Plans may be for a tier.' })),
    parentId: optional(
      lookup<PartnerId>('Above it', 'partner', { help: 'Whose users may reach what it has.' }),
    ),
    ...stamped(),
  },
});

export type PartnerMember = RowOf<typeof partnerMemberNoun.members>;
export type PartnerMemberPatch = PatchOf<typeof partnerMemberNoun.members>;
export const partnerMemberView = headOf(partnerMemberNoun, {});
export type PartnerMemberView = ReturnType<typeof partnerMemberView>;
export const partnerMemberList = nounList(partnerMemberNoun, partnerMemberView);
