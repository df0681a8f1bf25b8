import { RouteTable, type Route } from '@quittance/http/host';
import {
  UNAUDITED,
  auditRowsOf,
  unauditedWrites,
} from '../../../../test/support/watch/audit-rules.js';
import { nameOf } from '../../../../test/support/watch/open-api.js';
import * as billing from './writes/billing-writes.js';
import * as configuration from './writes/configuration-writes.js';
import * as credit from './writes/credit-writes.js';
import * as customers from './writes/customer-writes.js';
import * as crm from './writes/crm-writes.js';
import * as orders from './writes/order-writes.js';
import * as partners from './writes/partner-writes.js';
import * as portals from './writes/portal-writes.js';
import * as quotes from './writes/quote-writes.js';
import { writeRecords } from './writes/record-writes.js';
import { writeService } from './writes/service-writes.js';
import { writeShop } from './writes/shop-writes.js';
import * as setup from './writes/setup-writes.js';
import * as subscription from './writes/subscription-writes.js';
import { isWrite, missingOf } from './writes/what-is-left.js';
import { WriteStage } from './writes/write-stage.js';

let stage: WriteStage;
let routes: readonly Route[];

beforeAll(async () => {
  stage = await WriteStage.open();
  const hosts = [stage.staff, stage.portal];
  routes = hosts.flatMap(({ app }) => app.get(RouteTable).all().filter(isWrite));
});

afterAll(() => stage?.close());

const SCENES = {
  ...crm,
  ...billing,
  ...configuration,
  ...setup,
  ...credit,
  ...customers,
  ...orders,
  ...partners,
  ...portals,
  ...quotes,
  writeService,
  writeShop,
  ...subscription,
};

describe('every write of both hosts, carried out once', () => {
  // Each is on its own, so that one that fails hides no other; what they leave is looked at in the
  // end.
  test.each(Object.entries(SCENES))('%s', async (_, scene) => {
    await expect(scene(stage)).resolves.toBeUndefined();
  });

  test('writeRecords', () => writeRecords(stage, routes));

  test('leaves a row of who it was, the company and record, or is listed for none', async () => {
    const taken = [stage.staff, stage.portal].flatMap(({ watch }) => watch.seen().taken);
    const rows = await auditRowsOf(stage.t.ownerUrl, taken);
    const missing = routes.flatMap((route) => missingOf(route, taken, rows, stage.admin));
    expect(missing).toEqual([]);
  });

  test('is missed where it leaves none, in whichever test it is carried out', async () => {
    const [refund] = stage.staff.watch
      .seen()
      .taken.filter(({ route }) => route.endsWith('/payments/:id/refund'));
    if (!refund) throw new Error('No payment is refunded');
    const silent = { ...refund, requestId: 'of-nobody' };
    expect(await unauditedWrites(stage.t.ownerUrl, [refund, silent])).toEqual([
      `POST /payments/:id/refund 200 left no audit row of its own (${refund.path})`,
    ]);
  });

  test('is answered as the documents say', () => {
    expect([stage.staff, stage.portal].flatMap(({ watch }) => watch.seen().faults)).toEqual([]);
  });

  test('is there as long as it is listed as leaving nothing', () => {
    const names = new Set(routes.map(nameOf));
    expect(Object.keys(UNAUDITED).filter((name) => !names.has(name))).toEqual([]);
  });
});
