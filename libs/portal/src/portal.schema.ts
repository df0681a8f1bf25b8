import type { Migration } from '@quittance/database';
import { PortalUser1764000800001 } from './migrations/1764000800001-portal-user.js';
import { PortalPayment1764000800010 } from './migrations/1764000800010-portal-payment.js';
import { PortalUpload1764000860002 } from './migrations/1764000860002-portal-upload.js';
import { Notice1764000860010 } from './migrations/1764000860010-notice.js';
import { PortalPaymentParts1764000870002 } from './migrations/1764000870002-portal-payment-parts.js';

export const portalMigrations: readonly Migration[] = [
  PortalUser1764000800001,
  PortalPayment1764000800010,
  PortalUpload1764000860002,
  Notice1764000860010,
  PortalPaymentParts1764000870002,
];
