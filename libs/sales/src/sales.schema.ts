import type { Migration } from '@quittance/database';
import { Sales1764000400000 } from './migrations/1764000400000-sales.js';
import { Quote1764000400001 } from './migrations/1764000400001-quote.js';
import { Plan1764000400020 } from './migrations/1764000400020-plan.js';
import { Contract1764000400030 } from './migrations/1764000400030-contract.js';
import { Subscription1764000400040 } from './migrations/1764000400040-subscription.js';
import { SignedQuote1764000400081 } from './migrations/1764000400081-signed-quote.js';
import { TemplateAdjustments1764001500604 } from './migrations/references/1764001500604-template-adjustments.js';
import { QuoteTemplate1764000400082 } from './migrations/1764000400082-quote-template.js';
import { PublishedQuote1764000400083 } from './migrations/1764000400083-published-quote.js';
import { QuoteOptions1764000400084 } from './migrations/1764000400084-quote-options.js';
import { GridHistory1764000400087 } from './migrations/1764000400087-grid-history.js';
import { PlannedCredit1764000400086 } from './migrations/1764000400086-planned-credit.js';
import { PublishedSubscription1764000400088 } from './migrations/1764000400088-published-subscription.js';
import { Usage1764000400050 } from './migrations/1764000400050-usage.js';
import { Progressive1764000400052 } from './migrations/1764000400052-progressive.js';
import { OrderApproval1764000830000 } from './migrations/1764000830000-order-approval.js';
import { SoldTaxCategories1764000980004 } from './migrations/1764000980004-sold-tax-categories.js';
import { OrderOfPortalUser1764000820001 } from './migrations/1764000820001-order-of-portal-user.js';
import { SalesOrder1764000400060 } from './migrations/1764000400060-sales-order.js';
import { OrderOfQuote1764000400061 } from './migrations/1764000400061-order-of-quote.js';
import { SalesViews1764000400080 } from './migrations/1764000400080-published-views.js';
import { TrialNotice1764000940020 } from './migrations/1764000940020-trial-notice.js';
import { SoldReferences1764001300500 } from './migrations/references/1764001300500-sold-references.js';
import { SoldAdjustments1764001400600 } from './migrations/references/1764001400600-sold-adjustments.js';
import { SoldPlaces1764001300901 } from './migrations/references/1764001300901-sold-places.js';
import { OrderTaxDifference1764001000002 } from './migrations/1764001000002-order-tax-difference.js';
import { PlanPause1764001000000 } from './migrations/1764001000000-plan-pause.js';
import { CreditBasis1764000940010 } from './migrations/1764000940010-credit-basis.js';
import { PlannedResume1764001100002 } from './migrations/subscriptions/1764001100002-planned-resume.js';
import { PublishedContract1764000880012 } from './migrations/1764000880012-published-contract.js';
import { LossReason1764001400200 } from './migrations/words/1764001400200-loss-reason.js';
import { ContractInForce1764001400201 } from './migrations/subscriptions/1764001400201-contract-in-force.js';
import { PlanWords1764001100403 } from './migrations/words/1764001100403-record-words.js';
import { PublishedAdjustments1764001500300 } from './migrations/references/1764001500300-published-adjustments.js';
import { SoldLinks1764001400202 } from './migrations/references/1764001400202-sold-links.js';
import { SoldTaxWarnings1764001720003 } from './migrations/references/1764001720003-tax-warnings.js';
import { KeptDefaultTaxCode1764001721001 } from './migrations/references/1764001721001-kept-default-tax-code.js';
import { PublishedDefaultTaxCode1764001720001 } from './migrations/references/1764001720001-default-tax-code.js';
import { SoldPlaceOfSupply1764001500501 } from './migrations/references/1764001500501-place-of-supply.js';
import { SoldAdjustmentIndex1764001900201 } from './migrations/references/1764001900201-adjustment-index.js';
import { PlaceOfItems1764001900300 } from './migrations/references/1764001900300-place-of-items.js';
import { WrittenBy1764002000402 } from './migrations/quotes/1764002000402-written-by.js';
import { PlansOfLines1764002280000 } from './migrations/quotes/1764002280000-plans-of-lines.js';
import { Pricers1764002120001 } from './migrations/quotes/1764002120001-pricers.js';
import { LaterSettlement1764002290000 } from './migrations/subscriptions/1764002290000-later-settlement.js';
import { QuoteDefaults1764002300000 } from './migrations/quotes/1764002300000-quote-defaults.js';
import { LaterDiscounts1764002420101 } from './migrations/subscriptions/1764002420101-later-discounts.js';
import { EndedWithContract1764002420201 } from './migrations/subscriptions/1764002420201-ended-with-contract.js';
import { PartnersOfDocuments1764002420202 } from './migrations/quotes/1764002420202-partners-of-documents.js';

export const salesMigrations: readonly Migration[] = [
  Sales1764000400000,
  Quote1764000400001,
  Plan1764000400020,
  Contract1764000400030,
  Subscription1764000400040,
  Usage1764000400050,
  Progressive1764000400052,
  SalesOrder1764000400060,
  OrderOfQuote1764000400061,
  SalesViews1764000400080,
  SignedQuote1764000400081,
  QuoteTemplate1764000400082,
  PublishedQuote1764000400083,
  QuoteOptions1764000400084,
  PlannedCredit1764000400086,
  GridHistory1764000400087,
  PublishedSubscription1764000400088,
  PublishedContract1764000880012,
  OrderOfPortalUser1764000820001,
  OrderApproval1764000830000,
  SoldTaxCategories1764000980004,
  CreditBasis1764000940010,
  TrialNotice1764000940020,
  PlanPause1764001000000,
  OrderTaxDifference1764001000002,
  PlannedResume1764001100002,
  PlanWords1764001100403,
  SoldReferences1764001300500,
  SoldPlaces1764001300901,
  LossReason1764001400200,
  ContractInForce1764001400201,
  SoldLinks1764001400202,
  SoldAdjustments1764001400600,
  TemplateAdjustments1764001500604,
  PublishedAdjustments1764001500300,
  SoldPlaceOfSupply1764001500501,
  PublishedDefaultTaxCode1764001720001,
  SoldTaxWarnings1764001720003,
  KeptDefaultTaxCode1764001721001,
  SoldAdjustmentIndex1764001900201,
  PlaceOfItems1764001900300,
  WrittenBy1764002000402,
  Pricers1764002120001,
  PlansOfLines1764002280000,
  LaterSettlement1764002290000,
  QuoteDefaults1764002300000,
  LaterDiscounts1764002420101,
  EndedWithContract1764002420201,
  PartnersOfDocuments1764002420202,
];
