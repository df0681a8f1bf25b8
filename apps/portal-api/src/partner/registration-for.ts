import { only, shownRegistrationNoun, type DealRegistrationView } from '@quittance/partner/host';
import type { PortalCtx } from '@quittance/portal';
import { seesPrices } from './partner-scope-of.js';
import type { OwnRegistrationDto } from './partner.dto.js';

const PLAIN = Object.keys(
  shownRegistrationNoun.members,
) as (keyof typeof shownRegistrationNoun.members)[];

/** What an operation made of a registration, as its partner sees it. */
export function registrationFor(ctx: PortalCtx, view: DealRegistrationView): OwnRegistrationDto {
  const { estimatedValue, currency } = view;
  const sums = seesPrices(ctx) ? { estimatedValue, currency } : {};
  return { ...only(view, PLAIN), ...sums } as OwnRegistrationDto;
}
