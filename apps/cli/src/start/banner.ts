import type { Config } from '@quittance/config';
import { DEMO_ADMIN, DEMO_CUSTOMER } from './demo-admin.js';

/** What a person wants to know when everything runs. */
export function banner(config: Config, database: string, seconds: number): string {
  const { staffPublicUrl: staff, portalPublicUrl: portal } = config;
  const demo = [
    `  Sign in      POST ${staff}/auth/login`,
    `               {"email":"${DEMO_ADMIN.email}","password":"${DEMO_ADMIN.password}"}`,
    `  As customer  POST ${portal}/api/v1/mobile/portal/auth/login`,
    `               {"email":"${DEMO_CUSTOMER.email}","password":"${DEMO_CUSTOMER.password}"}`,
    `  Try it       npm run demo   (in another terminal: an invoice from schedule to payment)`,
  ];
  const mailbox = `  Mailbox      ${staff}/dev/mailbox    where e-mails end up in development`;
  return [
    '',
    `Quittance is ready after ${seconds.toFixed(1)} s, on ${database}.`,
    '',
    `  Staff API    ${staff}    read about it at ${staff}/docs`,
    `  Portal API   ${portal}    read about it at ${portal}/docs`,
    ...(config.devMailboxPort > 0 ? [mailbox] : []),
    ...(config.demoCompany ? demo : []),
    `  Stop         Ctrl-C`,
    '',
  ].join('\n');
}
