import { CheckoutStage } from '../testing/checkout-stage.js';

let stage: CheckoutStage;

beforeAll(async () => {
  stage = await CheckoutStage.open();
});

afterAll(() => stage?.close());

test('connectors that are set up at once are set up one after the other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ctx = await stage.t.newCompany();
    const sandbox = { provider: 'sandbox', active: true, credentials: {}, settings: {} };
    const put = () => stage.gateway.putConnector.execute(ctx, sandbox);
    await Promise.all([stage.connect(ctx), put(), stage.connect(ctx), put()]);
    const connectors = await stage.t.db.read(ctx, (tx) =>
      tx.rows<{ provider: string; active: boolean }>(
        'select provider, active from gateway.connector order by provider',
      ),
    );
    expect(connectors.map(({ provider }) => provider)).toEqual(['razorpay', 'sandbox']);
    expect(connectors.filter(({ active }) => active)).toHaveLength(1);
  }
});
