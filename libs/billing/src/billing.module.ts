import { Module } from '@nestjs/common';
import { SubscriptionFollowers, SubscriptionsModule } from '@quittance/sales';
import { TaxModule } from '@quittance/tax';
import { Database } from '@quittance/database';
import { DocumentsWithin, ReceivablesModule } from '@quittance/receivables';
import { BillInterimUsage } from './interim/bill-interim-usage.js';
import { CreateBillingRun } from './run/create-billing-run.js';
import { ExecuteRun } from './run/execute-run.js';
import { ForecastSchedule } from './previews/forecast-schedule.js';
import { OpenRuns } from './run/open-runs.js';
import { PreviewBillingRun } from './previews/preview-billing-run.js';
import { PreviewSubscription } from './previews/preview-subscription.js';
import { QueueSweep } from './run/queue-sweep.js';
import { ActivateSchedule } from './schedules/activate-schedule.js';
import { CancelSchedule } from './schedules/cancel-schedule.js';
import { CancelWithinPeriod } from './schedules/cancel-within-period.js';
import { CreateSchedule } from './schedules/create-schedule.js';
import { PauseSchedule } from './schedules/pause-schedule.js';
import { ReachMilestone } from './schedules/reach-milestone.js';
import { ReleaseLine } from './schedules/release-line.js';
import { UpdateSchedule } from './schedules/update-schedule.js';
import { giveBackHeld } from './subscriptions/changes/by-hand/give-back-held.js';
import { askReturnedAgain } from './subscriptions/changes/ask-again.js';
import { refuseOtherAgreed } from './subscriptions/changes/by-hand/refuse-other-agreed.js';
import { refuseTakenOffMore } from './subscriptions/changes/by-hand/refuse-taken-off-more.js';
import { followLines } from './subscriptions/changes/by-hand/moved-lines.js';
import { refuseCreditedTwice } from './subscriptions/changes/by-hand/refuse-credited-twice.js';
import { PendingCredits } from './subscriptions/changes/pending-credits.js';
import { RefreshUsage } from './subscriptions/refresh-usage.js';
import { FollowSubscriptions } from './subscriptions/follow-subscriptions.js';

const providers = [
  CreateSchedule,
  UpdateSchedule,
  ActivateSchedule,
  PauseSchedule,
  CancelSchedule,
  CancelWithinPeriod,
  ReachMilestone,
  ReleaseLine,
  ForecastSchedule,
  CreateBillingRun,
  PreviewBillingRun,
  PreviewSubscription,
  FollowSubscriptions,
  BillInterimUsage,
  RefreshUsage,
  PendingCredits,
  QueueSweep,
  OpenRuns,
  ExecuteRun,
];

/** What falls due: schedules, those of subscriptions among them, and the billing run. */
@Module({
  imports: [ReceivablesModule, SubscriptionsModule, TaxModule],
  providers,
  exports: providers,
})
export class BillingModule {
  constructor(
    db: Database,
    followers: SubscriptionFollowers,
    follow: FollowSubscriptions,
    documents: DocumentsWithin,
  ) {
    followers.register(follow);
    db.conclude(DocumentsWithin.otherAgreed, refuseOtherAgreed);
    db.conclude(DocumentsWithin.takenOffMore, refuseTakenOffMore(documents));
    // Before what goes by the lines.
    db.conclude(DocumentsWithin.movedLines, followLines);
    db.conclude(DocumentsWithin.creditedByHand, refuseCreditedTwice(documents));
    db.conclude(DocumentsWithin.creditedLess, giveBackHeld(documents));
    db.conclude(DocumentsWithin.givenUp, askReturnedAgain);
  }
}
