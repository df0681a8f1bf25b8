import {
  AcceptQuote,
  ApproveQuote,
  CancelQuote,
  ConvertQuote,
  CreateQuote,
  ReviseQuote,
  SendQuote,
  SubmitQuote,
  type QuoteId,
} from '@quittance/sales/host';
import { major, type Plan, type Planned } from '../planned.js';

type Planner = (plan: Plan) => Planned | null;

/** Goods, and for some what recurs of a plan as well. */
function offered(plan: Plan, currency: Parameters<typeof major>[1]) {
  const goods = {
    description: 'Goods',
    quantity: String(1 + Math.floor(plan.roll() * 5)),
    unitPrice: major(BigInt(100 + Math.floor(plan.roll() * 9000)), currency),
    taxRate: '19',
    invoicing: plan.roll() < 0.5 ? ('on_delivery' as const) : ('on_order' as const),
  };
  const [monthly] = plan.scene.plans;
  if (!monthly || plan.roll() < 0.6) return [goods];
  const { productId } = monthly;
  const recurring = { kind: 'recurring', frequency: 'monthly', timing: 'advance' } as const;
  const service = { description: 'Service', quantity: '1', unitPrice: '50', taxRate: '19' };
  return [goods, { ...service, ...recurring, productId }];
}

/** Offers something and takes it as far as it is drawn: to its order, or to another end. */
const quote: Planner = (plan) => {
  const customer = plan.pick(plan.scene.customers);
  if (!customer) return null;
  const { id: accountId, currency } = customer;
  const { stage } = plan.scene;
  const autoConvert = plan.roll() < 0.3 ? ('on_accept' as const) : ('manual' as const);
  const deposit = plan.roll() < 0.3 ? { percent: '20' } : null;
  const draft = {
    accountId,
    currency,
    autoConvert,
    deposit,
    termMonths: plan.roll() < 0.5 ? 12 : null,
    lines: offered(plan, currency),
  };
  const how = plan.roll();
  const next = () => plan.scene.request();
  const run: Planned['run'] = async (ctx) => {
    const { id } = await stage.get(CreateQuote).execute(ctx, draft);
    if (how < 0.1) return stage.get(CancelQuote).execute(next(), id, { reason: 'Not wanted' });
    // Some are taken on later.
    return how > 0.6 && how < 0.88 ? id : agreed(id);
  };
  const agreed = async (id: QuoteId) => {
    await stage.get(SubmitQuote).execute(next(), id);
    await stage.get(ApproveQuote).execute(next(), id);
    await stage.get(SendQuote).execute(next(), id);
    if (how < 0.2) return stage.get(ReviseQuote).execute(next(), id);
    const said = { name: 'Nora', evidence: 'On the phone' };
    const accepted = await stage.get(AcceptQuote).execute(next(), id, said);
    if (how > 0.9 || accepted.status === 'ordered') return accepted;
    return stage.get(ConvertQuote).execute(next(), id);
  };
  return { what: `quote of ${draft.lines.length} lines`, run };
};

/** What offers things and has them agreed to. */
export const QUOTES = { quote } satisfies Record<string, Planner>;
