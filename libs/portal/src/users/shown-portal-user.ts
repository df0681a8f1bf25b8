import type { ReferenceTarget } from '@quittance/metadata';
import { portalUserNoun } from './portal-user.description.js';

const { name, label, pluralLabel, table, reach } = portalUserNoun;

/** Who of a portal did something, by their name, for whoever reaches them. */
export const shownPortalUser: ReferenceTarget = {
  name,
  label,
  table,
  titleColumn: 'name',
  kept: { ...reach, pluralLabel, owned: false },
};
