import { loadConfig, readEnvFile } from '@quittance/config/host';
import { dateAt } from '@quittance/calendar';
import { systemClock } from '@quittance/kernel';
import { ApiClient } from './demo/client.js';
import { makeSchedules, preview, runBilling } from './demo/billing.js';
import { awaitEmail } from './demo/email.js';
import { ageing, importHistory, overdue } from './demo/history.js';
import {
  awaitWebhook,
  checkOut,
  payOnThePage,
  sendInvoice,
  showEvents,
  showProof,
} from './demo/payment.js';
import { tell, type Step } from './demo/story.js';
import { fillCart, askForQuote, acceptQuote, sendQuote } from './demo/buying.js';
import { disputeThird, invoiceOrder, payTwo } from './demo/settling.js';
import { inviteCustomer, signInAsCustomer } from './demo/customer.js';
import {
  acceptByLink,
  confirmSale,
  convertLead,
  overruleCredit,
  quoteDeal,
  shipSale,
} from './demo/selling.js';
import { dunOverdue } from './demo/dunning.js';
import { offerPlan, recurringRevenue, sendUsage } from './demo/subscriptions.js';
import { DEMO_ADMIN } from './start/demo-admin.js';

interface Company {
  readonly legalName: string;
  readonly timeZone: string;
}

const signIn: Step = {
  title: 'Sign in',
  async run({ staff, known }) {
    await staff.signIn(DEMO_ADMIN.email, DEMO_ADMIN.password);
    const { legalName, timeZone } = await staff.get<Company>('/company');
    known.set('today', dateAt(systemClock.now(), timeZone));
    return [`${DEMO_ADMIN.email} at ${legalName}`];
  },
};

const STEPS: readonly Step[] = [
  signIn,
  importHistory,
  ageing,
  overdue,
  offerPlan,
  convertLead,
  quoteDeal,
  overruleCredit,
  acceptByLink,
  confirmSale,
  shipSale,
  sendUsage,
  makeSchedules,
  preview,
  runBilling,
  sendInvoice,
  awaitEmail,
  checkOut,
  payOnThePage,
  awaitWebhook,
  showProof,
  showEvents,
  recurringRevenue,
  inviteCustomer,
  signInAsCustomer,
  fillCart,
  askForQuote,
  sendQuote,
  acceptQuote,
  invoiceOrder,
  payTwo,
  disputeThird,
  dunOverdue,
];

/**
 * From the books of another system and a lead to a paid invoice, and on as a customer at the
 * portal, over HTTP against the running system.
 */
async function main(): Promise<void> {
  readEnvFile();
  const { host, staffPort, portalPort } = loadConfig(process.env, 'cli');
  const near = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const at = (port: number) => `http://${near.includes(':') ? `[${near}]` : near}:${port}`;
  const staff = new ApiClient(at(staffPort));
  const portal = new ApiClient(at(portalPort), '/api/v1/mobile/portal');
  console.log(`\nFrom lead to payment, over HTTP at ${staff.url}\n`);
  const started = performance.now();
  await tell({ staff, portal, known: new Map() }, STEPS);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\nAll ${STEPS.length} steps went well in ${seconds} s.\n`);
}

main().catch((error: Error) => {
  console.error(`\nThe demonstration stopped: ${error.message}\n`);
  process.exitCode = 1;
});
