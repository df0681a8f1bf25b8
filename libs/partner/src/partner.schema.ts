import type { Migration } from '@quittance/database';
import { DealRegistration1764000650001 } from './migrations/1764000650001-deal-registration.js';
import { Commission1764000650002 } from './migrations/1764000650002-commission.js';
import { PartnerSettings1764000840010 } from './migrations/1764000840010-partner-settings.js';
import { CommissionLinks1764001400205 } from './migrations/1764001400205-commission-links.js';
import { AdjustedBy1764002000403 } from './migrations/1764002000403-adjusted-by.js';
import { SoldCategory1764002410001 } from './migrations/1764002410001-sold-category.js';

export const partnerMigrations: readonly Migration[] = [
  DealRegistration1764000650001,
  Commission1764000650002,
  PartnerSettings1764000840010,
  CommissionLinks1764001400205,
  AdjustedBy1764002000403,
  SoldCategory1764002410001,
];
