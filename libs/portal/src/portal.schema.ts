import type { Migration } from '@quittance/database';
import { PortalUser1764000800001 } from './migrations/1764000800001-portal-user.js';
import { PortalPayment1764000800010 } from './migrations/1764000800010-portal-payment.js';
import { OrderRules1764000820002 } from './migrations/1764000820002-order-rules.js';
import { Approval1764000830010 } from './migrations/1764000830010-approval.js';
import { QuoteRequest1764000840001 } from './migrations/1764000840001-quote-request.js';
import { PortalUpload1764000860002 } from './migrations/1764000860002-portal-upload.js';
import { Notice1764000860010 } from './migrations/1764000860010-notice.js';
import { Change1764000860020 } from './migrations/1764000860020-change.js';
import { Download1764000860030 } from './migrations/1764000860030-download.js';
import { PortalService1764000880010 } from './migrations/1764000880010-portal-service.js';
import { QuoteRequestView1764000880011 } from './migrations/1764000880011-quote-request-view.js';
import { PortalPaymentParts1764000870002 } from './migrations/1764000870002-portal-payment-parts.js';
import { PortalMfa1764000850001 } from './migrations/1764000850001-portal-mfa.js';
import { ViewAs1764000850010 } from './migrations/1764000850010-view-as.js';
import { PortalAddress1764000850020 } from './migrations/1764000850020-address.js';
import { Resumption1764000960001 } from './migrations/1764000960001-resumption.js';
import { FreeAddress1764001010006 } from './migrations/1764001010006-free-address.js';
import { WithdrawnBankChange1764001010008 } from './migrations/1764001010008-withdrawn-bank-change.js';
import { InactiveUser1764001010005 } from './migrations/1764001010005-inactive-user.js';
import { BrandColour1764001010003 } from './migrations/1764001010003-brand-colour.js';
import { TellsViews1764001010002 } from './migrations/1764001010002-tells-views.js';
import { VendorCompany1764001010001 } from './migrations/1764001010001-vendor-company.js';
import { Push1764001020010 } from './migrations/1764001020010-push.js';
import { StaffBankChange1764001400402 } from './migrations/1764001400402-staff-bank-change.js';
import { RequestFields1764002110001 } from './migrations/1764002110001-request-fields.js';
import { LinkedContact1764002420002 } from './migrations/users/1764002420002-linked-contact.js';

export const portalMigrations: readonly Migration[] = [
  PortalUser1764000800001,
  PortalPayment1764000800010,
  OrderRules1764000820002,
  Approval1764000830010,
  QuoteRequest1764000840001,
  PortalUpload1764000860002,
  Notice1764000860010,
  Change1764000860020,
  Download1764000860030,
  PortalService1764000880010,
  QuoteRequestView1764000880011,
  PortalPaymentParts1764000870002,
  PortalMfa1764000850001,
  ViewAs1764000850010,
  PortalAddress1764000850020,
  Resumption1764000960001,
  VendorCompany1764001010001,
  TellsViews1764001010002,
  BrandColour1764001010003,
  InactiveUser1764001010005,
  FreeAddress1764001010006,
  WithdrawnBankChange1764001010008,
  Push1764001020010,
  StaffBankChange1764001400402,
  RequestFields1764002110001,
  LinkedContact1764002420002,
];
