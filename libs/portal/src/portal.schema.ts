import type { Migration } from '@quittance/database';
import { PortalUser1764000800001 } from './migrations/1764000800001-portal-user.js';
import { PortalPayment1764000800010 } from './migrations/1764000800010-portal-payment.js';
import { PortalMfa1764000850001 } from './migrations/1764000850001-portal-mfa.js';
import { ViewAs1764000850010 } from './migrations/1764000850010-view-as.js';
import { PortalAddress1764000850020 } from './migrations/1764000850020-address.js';

export const portalMigrations: readonly Migration[] = [
  PortalUser1764000800001,
  PortalPayment1764000800010,
  PortalMfa1764000850001,
  ViewAs1764000850010,
  PortalAddress1764000850020,
];
