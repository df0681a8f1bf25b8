export { requireBilledSubscription } from './debts/billed-subscription.js';
export type { Debt } from './debts/debt.js';
export type { DebtSource } from './debts/debt-source.port.js';
export { SubscriptionDunning } from './debts/subscription-dunning.js';
export { DebtSettlement } from './debts/debt-settlement.js';
export { SubscriptionDebts } from './debts/subscription-debts.js';
export { SubscriptionsModule } from './subscriptions.module.js';
export type { SubscriptionId } from './subscriptions/subscription.js';
