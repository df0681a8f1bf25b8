import { newId, type CompanyId } from '@quittance/kernel';
import { withDeadline } from '@quittance/work';
import type { LocalDate } from '@quittance/calendar';
import { AvataxEngine } from '@quittance/tax-avatax/host';
import { startFakeAvatax } from '@quittance/tax-avatax/testing';
import { TaxjarEngine } from '@quittance/tax-taxjar/host';
import { startFakeTaxjar } from '@quittance/tax-taxjar/testing';
import type { FakeServer } from '../testing/fake-server.js';
import {
  TaxEngineFailure,
  type EngineAccount,
  type EngineDocument,
  type EngineLine,
  type EngineRequest,
  type TaxEngine,
} from './tax-engine.port.js';

/** One adapter with the fake it speaks to. */
interface Candidate {
  readonly engine: TaxEngine;
  readonly account: EngineAccount;
  readonly fake: FakeServer;
  /** What the fake has recorded: its tax as text, and whether it is final. */
  recorded(document: EngineDocument): { tax: string; final: boolean } | undefined;
}

const candidates = new Map<string, Candidate>();
const companyId = newId<'company'>() satisfies CompanyId;

beforeAll(async () => {
  const avatax = await startFakeAvatax();
  const { accountId, licenseKey, documents } = avatax;
  candidates.set('avatax', {
    engine: new AvataxEngine(),
    account: {
      companyId,
      credentials: { accountId, licenseKey },
      settings: { baseUrl: avatax.url, companyCode: 'ACME/1' },
    },
    fake: avatax,
    recorded: ({ code }) => {
      const document = documents.get(`ACME/1/${code}`);
      if (!document || document.status === 'Cancelled') return undefined;
      const { units } = document.total;
      return { tax: String(units), final: document.status === 'Committed' };
    },
  });
  const taxjar = await startFakeTaxjar();
  candidates.set('taxjar', {
    engine: new TaxjarEngine(),
    account: {
      companyId,
      credentials: { token: taxjar.token },
      settings: { baseUrl: `${taxjar.url}/v2` },
    },
    fake: taxjar,
    recorded: ({ reference, corrects }) => {
      const order = (corrects ? taxjar.refunds : taxjar.orders).get(reference);
      return order && { tax: String(order.sales_tax).replace('.', ''), final: true };
    },
  });
});

afterAll(async () => {
  for (const { fake } of candidates.values()) await fake.stop();
});

const line = (id: string, over: Partial<EngineLine> = {}): EngineLine => ({
  id,
  quantity: '2.000000',
  unitPrice: '100.00',
  discount: 0n,
  amount: 20_000n,
  taxCode: null,
  ...over,
});

const AUSTIN = {
  country: 'US',
  region: 'TX',
  city: 'Austin',
  postalCode: '78701',
  line1: '9 Elm St',
};
const RENO = {
  country: 'US',
  region: 'NV',
  city: 'Reno',
  postalCode: '89501',
  line1: '1 Depot Rd',
};

const aRequest = (
  lines: readonly EngineLine[],
  over: Partial<EngineRequest> = {},
): EngineRequest => ({
  currency: 'USD',
  date: '2026-03-01' as LocalDate,
  pricesIncludeTax: false,
  seller: { ...RENO, taxRegistration: null },
  customer: { ...AUSTIN, taxRegistration: null, accountId: 'account-1' },
  exemption: null,
  lines,
  ...over,
});

let codes = 0;
function aDocument(over: Partial<EngineDocument> = {}): EngineDocument {
  codes += 1;
  const lines = [{ ...line('1'), description: 'Widget', itemCode: 'SKU-1', tax: 1_650n }];
  return {
    ...aRequest(lines),
    code: `INV/2026-${codes}`,
    reference: newId(),
    corrects: null,
    lines,
    net: 20_000n,
    tax: 1_650n,
    fallback: false,
    ...over,
  };
}

async function failure(work: Promise<unknown>): Promise<TaxEngineFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TaxEngineFailure);
  return error as TaxEngineFailure;
}

describe.each(['avatax', 'taxjar'])('the %s adapter', (name) => {
  const ask = () => {
    const candidate = candidates.get(name);
    if (!candidate) throw new Error(`${name} was not started`);
    return candidate;
  };
  const { signal } = new AbortController();
  const calculate = (request: EngineRequest, within = signal) =>
    ask().engine.calculate(ask().account, request, within);
  const commit = (document: EngineDocument, again = false) =>
    ask().engine.commit(ask().account, document, { signal, again });

  it('taxes each line, with the parts of the tax', async () => {
    const answer = await calculate(
      aRequest([line('a'), line('b', { amount: 999n, quantity: '1', unitPrice: '9.99' })]),
    );
    expect(answer.get('a')).toMatchObject({ tax: 1_650n, taxable: 20_000n });
    expect(answer.get('a')?.taxes).toMatchObject([
      { kind: 'sales', rate: '6.25', base: 20_000n, tax: 1_250n },
      { kind: 'sales', rate: '2', base: 20_000n, tax: 400n },
    ]);
    expect(answer.get('b')).toMatchObject({ tax: 82n, taxable: 999n });
  });

  it('taxes what the line comes to, whatever its quantity and discount', async () => {
    const odd = { quantity: '0.333', unitPrice: '99.99', amount: 3_330n };
    const cheaper = { quantity: '3', unitPrice: '10.00', discount: 500n, amount: 2_500n };
    const answer = await calculate(aRequest([line('a', odd), line('b', cheaper)]));
    expect([answer.get('a')?.taxable, answer.get('b')?.taxable]).toEqual([3_330n, 2_500n]);
  });

  it('taxes nothing where nothing is due: no nexus, or an exemption', async () => {
    const nowhere = {
      ...AUSTIN,
      region: 'OR',
      postalCode: '97201',
      taxRegistration: null,
      accountId: 'x',
    };
    const free = await calculate(aRequest([line('a')], { customer: nowhere }));
    expect(free.get('a')?.tax).toBe(0n);
    const exempt = await calculate(aRequest([line('a')], { exemption: 'CERT-1' }));
    expect(exempt.get('a')?.tax).toBe(0n);
  });

  it('loses no digit of a large amount', async () => {
    const large = { quantity: '1', unitPrice: '9007199254740.93', amount: 900_719_925_474_093n };
    const answer = await calculate(aRequest([line('a', large)]));
    expect(answer.get('a')?.taxable).toBe(900_719_925_474_093n);
    expect(answer.get('a')?.tax).toBe(56_294_995_342_131n + 18_014_398_509_482n);
  });

  it('answers the other lines when one is missing', async () => {
    ask().fake.fail('missing');
    const answer = await calculate(aRequest(['1', '2', '3'].map((id) => line(id))));
    expect([...answer.keys()]).toEqual(['1', '3']);
  });

  it.each([
    ['wrong_sum', 'bad_answer'],
    ['malformed', 'bad_answer'],
    ['error', 'unavailable'],
    ['drop_after', 'unavailable'],
    ['too_many', 'throttled'],
    ['unauthorised', 'unauthorised'],
    ['line', 'refused'],
  ] as const)('fails on %s as %s', async (fault, kind) => {
    ask().fake.fail(fault);
    expect((await failure(calculate(aRequest([line('1'), line('2')])))).kind).toBe(kind);
  });

  it('ends with the signal', async () => {
    ask().fake.fail('hang');
    const late = () => new Error('the adapter did not heed the signal');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const call = () => failure(calculate(aRequest([line('a')]), controller.signal));
    expect((await withDeadline(60_000, call, late)).kind).toBe('timeout');
  });

  it('fails when nobody is there', async () => {
    const account = { ...ask().account, settings: { baseUrl: 'http://127.0.0.1:1' } };
    const call = ask().engine.calculate(account, aRequest([line('a')]), signal);
    expect((await failure(call)).kind).toBe('unavailable');
  });

  it('commits a document, once, however often it is asked', async () => {
    const document = aDocument();
    expect(await commit(document)).toEqual(expect.any(String));
    expect(ask().recorded(document)).toEqual({ tax: '1650', final: true });
    await commit(document, true);
    expect(ask().recorded(document)).toEqual({ tax: '1650', final: true });
  });

  it.each(['error_after', 'drop_after'] as const)(
    'commits what an earlier try has recorded but %s',
    async (fault) => {
      const document = aDocument();
      ask().fake.fail(fault);
      await failure(commit(document));
      await commit(document, true);
      expect(ask().recorded(document)).toEqual({ tax: '1650', final: true });
    },
  );

  it('records what the customer was charged, not what it would compute now', async () => {
    const lines = [{ ...line('1'), description: 'Widget', itemCode: null, tax: 1_400n }];
    const document = aDocument({ lines, tax: 1_400n, fallback: true });
    await commit(document);
    expect(ask().recorded(document)?.tax).toBe('1400');
    const older = aDocument({ lines, tax: 1_400n });
    await commit(older);
    expect(ask().recorded(older)).toEqual({ tax: '1400', final: true });
  });

  describe('given a credit note', () => {
    const aNote = async (over: Partial<EngineDocument> = {}) => {
      const invoice = aDocument();
      await commit(invoice);
      const whole = { quantity: '1', unitPrice: '100.00', amount: 10_000n };
      const lines = [{ ...line('1', whole), description: 'Widget', itemCode: 'SKU-1', tax: 825n }];
      const { code, reference, date } = invoice;
      const corrects = { code, reference, date };
      const note = aDocument({ corrects, lines, net: 10_000n, tax: 825n, ...over });
      return { invoice, note: { ...note, code: `CN-${note.code}` } };
    };

    it('records what is given back, beside its invoice, once', async () => {
      const { invoice, note } = await aNote();
      expect(await commit(note)).toEqual(expect.any(String));
      await commit(note, true);
      expect(ask().recorded(note)).toEqual({ tax: '-825', final: true });
      expect(ask().recorded(invoice)).toEqual({ tax: '1650', final: true });
    });

    it.each(['error_after', 'drop_after'] as const)(
      'records what an earlier try has recorded but %s',
      async (fault) => {
        const { note } = await aNote();
        ask().fake.fail(fault);
        await failure(commit(note));
        await commit(note, true);
        expect(ask().recorded(note)).toEqual({ tax: '-825', final: true });
      },
    );

    it('records the tax that is given back, not what it would compute now', async () => {
      const { note } = await aNote();
      const [item] = note.lines;
      if (!item) throw new Error('The note has no line');
      const other = { ...note, lines: [{ ...item, tax: 700n }], tax: 700n };
      await commit(other);
      expect(ask().recorded(other)).toEqual({ tax: '-700', final: true });
    });

    it('takes it back and leaves its invoice', async () => {
      const { invoice, note } = await aNote();
      await commit(note);
      const { engine, account } = ask();
      await engine.void(account, note, signal);
      await engine.void(account, note, signal);
      expect(ask().recorded(note)).toBeUndefined();
      expect(ask().recorded(invoice)).toEqual({ tax: '1650', final: true });
    });
  });

  it('takes a document back, and again, and one that never was', async () => {
    const document = aDocument();
    await commit(document);
    const { engine, account } = ask();
    await engine.void(account, document, signal);
    expect(ask().recorded(document)).toBeUndefined();
    await engine.void(account, document, signal);
    await engine.void(account, aDocument(), signal);
  });

  it('validates an address', async () => {
    const { engine, account } = ask();
    const address = { ...AUSTIN, line2: null };
    const good = await engine.validateAddress(account, address, signal);
    expect(good).toMatchObject({ valid: true, address: { city: 'AUSTIN', postalCode: '78701' } });
    const bad = await engine.validateAddress(account, { ...address, postalCode: '00000' }, signal);
    expect(bad).toMatchObject({ valid: false, problems: [expect.any(String)] });
  });

  it('tells good credentials from bad ones', async () => {
    const { engine, account } = ask();
    await engine.test(account, signal);
    const credentials = Object.fromEntries(
      Object.keys(account.credentials).map((key) => [key, 'something-else']),
    );
    const refused = await failure(engine.test({ ...account, credentials }, signal));
    expect(refused.kind).toBe('unauthorised');
    expect(refused.message).not.toContain('something-else');
  });
});
