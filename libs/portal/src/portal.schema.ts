import type { Migration } from '@quittance/database';
import { PortalUser1764000800001 } from './migrations/1764000800001-portal-user.js';
import { PortalPayment1764000800010 } from './migrations/1764000800010-portal-payment.js';
import { OrderRules1764000820002 } from './migrations/1764000820002-order-rules.js';
import { Approval1764000830010 } from './migrations/1764000830010-approval.js';

export const portalMigrations: readonly Migration[] = [
  PortalUser1764000800001,
  PortalPayment1764000800010,
  OrderRules1764000820002,
  Approval1764000830010,
];
