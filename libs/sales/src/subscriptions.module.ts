import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { CustomizationModule, ListCatalogue } from '@quittance/customization';
import { ObjectCatalogue } from '@quittance/metadata';
import { NotificationsModule } from '@quittance/notifications';
import { ObjectsModule } from '@quittance/objects';
import { TaxModule } from '@quittance/tax';
import { DueSubscriptions } from './billed/due-subscriptions.js';
import { ActivateContract } from './contracts/activate-contract.js';
import { contractObject } from './contracts/contract-record.js';
import { ContractSteps } from './contracts/contract-steps.js';
import { GiveNotice } from './contracts/give-notice.js';
import { registerNumberedContracts } from './contracts/numbered-contracts.js';
import { RenewContract } from './contracts/renew-contract.js';
import { SweepContracts } from './contracts/sweep-contracts.js';
import { TerminateContract } from './contracts/terminate-contract.js';
import { SubscriptionDunning } from './debts/subscription-dunning.js';
import { DebtSettlement } from './debts/debt-settlement.js';
import { SubscriptionDebts } from './debts/subscription-debts.js';
import { SweepDebtors } from './debts/sweep-debtors.js';
import { CreatePlanVersion } from './plans/create-plan-version.js';
import { MigratePlan } from './plans/migration/migrate-plan.js';
import { planObject } from './plans/plan-record.js';
import { ReadCohorts } from './revenue/read-cohorts.js';
import { ReadRevenue } from './revenue/read-revenue.js';
import { ActivateSubscription } from './subscriptions/activate-subscription.js';
import { CancelSubscription } from './subscriptions/cancel-subscription.js';
import { CreateSubscription } from './subscriptions/create-subscription.js';
import { ChangeSubscription } from './subscriptions/changes/change-subscription.js';
import { CustomerChange } from './subscriptions/changes/customer-change.js';
import { PreviewChange } from './subscriptions/changes/preview-change.js';
import { WithdrawChange } from './subscriptions/changes/withdraw-change.js';
import { ExtendTrial } from './subscriptions/extend-trial.js';
import { KeepSubscription } from './subscriptions/keep-subscription.js';
import { PauseSubscription } from './subscriptions/pause-subscription.js';
import { ReactivateSubscription } from './subscriptions/reactivate-subscription.js';
import { ResumeSubscription } from './subscriptions/resume-subscription.js';
import { subscriptionListSource } from './subscriptions/records/subscription-list-source.js';
import { subscriptionObject } from './subscriptions/records/subscription-object.js';
import { shownSubscription } from './subscriptions/names/shown-subscription.js';
import { SubscriptionFollowers } from './subscriptions/subscription-followers.js';
import { SubscriptionSteps } from './subscriptions/subscription-steps.js';
import { SuspendSubscription } from './subscriptions/suspend-subscription.js';
import { SweepSubscriptions } from './subscriptions/sweep-subscriptions.js';
import { UpdateSubscription } from './subscriptions/update-subscription.js';
import { ImportUsage } from './usage/import-usage.js';
import { IngestUsage } from './usage/ingest-usage.js';
import { meterObject } from './usage/meter-record.js';
import { ReadUsage } from './usage/read-usage.js';
import { VoidUsageEvent } from './usage/void-usage-event.js';

const providers = [
  ActivateContract,
  ActivateSubscription,
  CancelSubscription,
  ChangeSubscription,
  ContractSteps,
  CreatePlanVersion,
  CreateSubscription,
  CustomerChange,
  DueSubscriptions,
  SubscriptionDunning,
  ExtendTrial,
  GiveNotice,
  ImportUsage,
  IngestUsage,
  KeepSubscription,
  MigratePlan,
  PauseSubscription,
  PreviewChange,
  ReactivateSubscription,
  ReadCohorts,
  ReadRevenue,
  ReadUsage,
  RenewContract,
  ResumeSubscription,
  DebtSettlement,
  SubscriptionDebts,
  SubscriptionFollowers,
  SubscriptionSteps,
  SuspendSubscription,
  SweepContracts,
  SweepDebtors,
  SweepSubscriptions,
  TerminateContract,
  UpdateSubscription,
  VoidUsageEvent,
  WithdrawChange,
];

/** The record types of what is subscribed to. */
export const SUBSCRIPTION_OBJECTS = [planObject, meterObject, contractObject] as const;

/** What is agreed for a term and billed again and again. */
@Module({
  imports: [CompanyModule, CustomizationModule, NotificationsModule, ObjectsModule, TaxModule],
  providers,
  exports: providers,
})
export class SubscriptionsModule {
  constructor(catalogue: ObjectCatalogue, lists: ListCatalogue) {
    catalogue.register(...SUBSCRIPTION_OBJECTS, subscriptionObject);
    lists.registerSpecial(subscriptionListSource);
    catalogue.registerShown(shownSubscription);
    registerNumberedContracts();
  }
}
