import {
  TaxEngineFailure,
  jsonObject,
  jsonSentence,
  type EngineAccount,
  type EngineAddress,
  type EngineAnswer,
  type EngineDocument,
  type EngineRequest,
  type RecordedName,
  type TaxEngine,
} from '@quittance/tax/provider';
import { TAXJAR_ORIGINS, TaxjarRefusal, callTaxjar } from './taxjar-api.js';
import {
  isSameTransaction,
  readTaxjarAddress,
  readTaxjarTaxes,
  unknownAddress,
} from './taxjar-answer.js';
import { addressBody, taxjarEstimate, orderBody, refundBody } from './taxjar-request.js';

/** TaxJar, API v2. It has no uncommitted state: committing is writing the order, or its refund. */
export class TaxjarEngine implements TaxEngine {
  readonly name = 'taxjar';
  readonly credentialSets = [['token']];
  readonly settingNames = [];
  readonly publicOrigins = TAXJAR_ORIGINS;

  /** There is no ping; the list of categories needs the token too. */
  async test(account: EngineAccount, signal: AbortSignal): Promise<void> {
    await callTaxjar(account, { method: 'GET', path: 'categories', signal });
  }

  async validateAddress(
    account: EngineAccount,
    address: EngineAddress['address'],
    signal: AbortSignal,
  ): Promise<EngineAddress | null> {
    if (address.country !== 'US') return null;
    const body = addressBody(address);
    try {
      const call = { method: 'POST', path: 'addresses/validate', body, signal } as const;
      return readTaxjarAddress(await callTaxjar(account, call), address);
    } catch (error) {
      if (!(error instanceof TaxjarRefusal)) throw error;
      if (error.status === 404) return unknownAddress(address);
      return { valid: false, address, problems: [error.message] };
    }
  }

  async calculate(
    account: EngineAccount,
    request: EngineRequest,
    signal: AbortSignal,
  ): Promise<EngineAnswer> {
    if (request.pricesIncludeTax) {
      const message = 'TaxJar computes no tax on prices that include it.';
      throw new TaxEngineFailure('unsupported', message);
    }
    const call = { method: 'POST', path: 'taxes', body: taxjarEstimate(request), signal } as const;
    return readTaxjarTaxes(await callTaxjar(account, call), request);
  }

  async commit(
    account: EngineAccount,
    document: EngineDocument,
    { signal, again }: { readonly signal: AbortSignal; readonly again: boolean },
  ): Promise<string | null> {
    const { corrects } = document;
    const path = pathOf(document);
    const body = corrects ? refundBody(document, corrects) : orderBody(document);
    try {
      const call = { method: 'POST', path, body, newConnection: again, signal } as const;
      const answer = await callTaxjar(account, call);
      const stored = jsonObject(corrects ? answer.refund : answer.order);
      return jsonSentence(stored?.transaction_id) ?? document.reference;
    } catch (error) {
      if (!(error instanceof TaxjarRefusal) || error.status !== 422) throw error;
      return this.adopt(account, document, signal, error);
    }
  }

  /** The id is taken: by an earlier try when the amounts agree. */
  private async adopt(
    account: EngineAccount,
    document: EngineDocument,
    signal: AbortSignal,
    refusal: TaxjarRefusal,
  ): Promise<string> {
    const path = namedPath(document);
    const known = await callTaxjar(account, { method: 'GET', path, signal });
    if (!isSameTransaction(known, document)) throw refusal;
    return document.reference;
  }

  async void(account: EngineAccount, document: RecordedName, signal: AbortSignal): Promise<void> {
    try {
      const path = namedPath(document);
      await callTaxjar(account, { method: 'DELETE', path, newConnection: true, signal });
    } catch (error) {
      if (!(error instanceof TaxjarRefusal) || error.status !== 404) throw error;
    }
  }
}

/** Invoices are orders, credit notes refunds of them. */
function pathOf({ corrects }: RecordedName): string {
  return corrects ? 'transactions/refunds' : 'transactions/orders';
}

/** They go by our id: an account may serve several companies, whose numbers are alike. */
function namedPath(document: RecordedName): string {
  return `${pathOf(document)}/${encodeURIComponent(document.reference)}`;
}
