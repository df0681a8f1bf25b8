import type { Migration } from '@quittance/database';
import { PortalUser1764000800001 } from './migrations/1764000800001-portal-user.js';
import { PortalPayment1764000800010 } from './migrations/1764000800010-portal-payment.js';
import { PortalPaymentParts1764000870002 } from './migrations/1764000870002-portal-payment-parts.js';

export const portalMigrations: readonly Migration[] = [
  PortalUser1764000800001,
  PortalPayment1764000800010,
  PortalPaymentParts1764000870002,
];
