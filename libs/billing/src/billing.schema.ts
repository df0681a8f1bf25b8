import type { Migration } from '@quittance/database';
import { Schedule1764000500004 } from './migrations/1764000500004-schedule.js';
import { BillingRun1764000500005 } from './migrations/1764000500005-billing-run.js';
import { Subscribed1764000500006 } from './migrations/1764000500006-subscribed.js';
import { GivenBack1764000500007 } from './migrations/1764000500007-given-back.js';
import { ChangeLines1764000500008 } from './migrations/1764000500008-change-lines.js';
import { InterimUsage1764000500009 } from './migrations/1764000500009-interim-usage.js';
import { CreditedChanges1764000710000 } from './migrations/1764000710000-credited-changes.js';
import { ChangeLineCorrects1764001000001 } from './migrations/1764001000001-change-line-corrects.js';
import { SettledParts1764000930001 } from './migrations/1764000930001-settled-parts.js';
import { ScheduledLinks1764001100501 } from './migrations/1764001100501-scheduled-links.js';
import { Prorated1764001030006 } from './migrations/1764001030006-prorated.js';
import { AnchorDate1764001500600 } from './migrations/1764001500600-anchor-date.js';
import { UsageByHand1764001100001 } from './migrations/1764001100001-usage-by-hand.js';
import { RunFigures1764001100710 } from './migrations/1764001100710-run-figures.js';
import { SubscribedOrders1764001500100 } from './migrations/1764001500100-subscribed-orders.js';
import { NettedLines1764001400100 } from './migrations/1764001400100-netted-lines.js';
import { UnusedLine1764001300400 } from './migrations/1764001300400-unused-line.js';
import { HeldBack1764001300001 } from './migrations/1764001300001-held-back.js';
import { UsageAhead1764000710002 } from './migrations/1764000710002-usage-ahead.js';
import { StoodFrom1764002360001 } from './migrations/1764002360001-stood-from.js';
import { GivenBy1764002420301 } from './migrations/1764002420301-given-by.js';
import { DividedRows1764002420302 } from './migrations/1764002420302-divided-rows.js';
import { ListedSchedules1764001800002 } from './migrations/references/1764001800002-listed-schedules.js';
import { ScheduledPlaceOfSupply1764001600101 } from './migrations/references/1764001600101-place-of-supply.js';
import { BilledLines1764001400204 } from './migrations/references/1764001400204-billed-lines.js';
import { PlaceOfChanges1764001900301 } from './migrations/references/1764001900301-place-of-changes.js';

export const billingMigrations: readonly Migration[] = [
  Schedule1764000500004,
  BillingRun1764000500005,
  Subscribed1764000500006,
  GivenBack1764000500007,
  ChangeLines1764000500008,
  InterimUsage1764000500009,
  CreditedChanges1764000710000,
  UsageAhead1764000710002,
  SettledParts1764000930001,
  ChangeLineCorrects1764001000001,
  Prorated1764001030006,
  UsageByHand1764001100001,
  ScheduledLinks1764001100501,
  RunFigures1764001100710,
  UnusedLine1764001300400,
  HeldBack1764001300001,
  BilledLines1764001400204,
  NettedLines1764001400100,
  AnchorDate1764001500600,
  SubscribedOrders1764001500100,
  ScheduledPlaceOfSupply1764001600101,
  ListedSchedules1764001800002,
  PlaceOfChanges1764001900301,
  StoodFrom1764002360001,
  GivenBy1764002420301,
  DividedRows1764002420302,
];
