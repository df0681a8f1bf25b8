import {
  TaxEngineFailure,
  type EngineAccount,
  type EngineAddress,
  type EngineAnswer,
  type EngineDocument,
  type EngineRequest,
  type ExactJson,
  type RecordedName,
  type TaxEngine,
  jsonSentence,
} from '@quittance/tax/provider';
import { AVATAX_ORIGINS, AvataxRefusal, callAvatax, pathSafe } from './avatax-api.js';
import { bearsTax, readAvataxAddress, readAvataxTaxes } from './avatax-answer.js';
import { addressOf, documentBody, avataxEstimate, signed, typeOf } from './avatax-request.js';

/** The company that AvaTax itself takes for the default. */
const DEFAULT_COMPANY = 'DEFAULT';
const DETAILED = '?$include=Lines,Details,Summary';

interface CommitCall {
  readonly signal: AbortSignal;
  readonly again: boolean;
}

/** Avalara AvaTax, REST v2. */
export class AvataxEngine implements TaxEngine {
  readonly name = 'avatax';
  readonly credentialSets = [['accountId', 'licenseKey'], ['username', 'password'], ['token']];
  readonly settingNames = ['companyCode'] as const;
  readonly publicOrigins = AVATAX_ORIGINS;

  /** Ping is answered even with bad credentials; it says whether they are good. */
  async test(account: EngineAccount, signal: AbortSignal): Promise<void> {
    const answer = await callAvatax(account, { method: 'GET', path: 'utilities/ping', signal });
    if (answer.authenticated === true) return;
    throw new TaxEngineFailure('unauthorised', 'AvaTax does not accept the credentials.');
  }

  async validateAddress(
    account: EngineAccount,
    address: EngineAddress['address'],
    signal: AbortSignal,
  ): Promise<EngineAddress> {
    const body = addressOf(address);
    try {
      const call = { method: 'POST', path: 'addresses/resolve', body, signal } as const;
      return readAvataxAddress(await callAvatax(account, call), address);
    } catch (error) {
      if (!(error instanceof AvataxRefusal)) throw error;
      return { valid: false, address, problems: [error.message] };
    }
  }

  async calculate(
    account: EngineAccount,
    request: EngineRequest,
    signal: AbortSignal,
  ): Promise<EngineAnswer> {
    const body = avataxEstimate(request, companyOf(account));
    const path = `transactions/create${DETAILED}`;
    try {
      return readAvataxTaxes(
        await callAvatax(account, { method: 'POST', path, body, signal }),
        request,
      );
    } catch (error) {
      throw inOurIds(error, request);
    }
  }

  /**
   * Records the document, makes AvaTax report what the customer was charged, or is given back,
   * where its own tax is another by now, and commits it.
   */
  async commit(
    account: EngineAccount,
    document: EngineDocument,
    call: CommitCall,
  ): Promise<string | null> {
    let recorded = await this.record(account, document, call, document.fallback);
    if (!bearsTax(recorded, signed(document, document.tax), document.currency)) {
      recorded = await this.record(account, document, { ...call, again: true }, true);
    }
    if (recorded.status !== 'Committed') await this.setCommitted(account, document, call);
    return jsonSentence(recorded.id);
  }

  private record(
    account: EngineAccount,
    document: EngineDocument,
    { signal, again }: CommitCall,
    override: boolean,
  ): Promise<ExactJson> {
    const model = documentBody(document, companyOf(account), override);
    return callAvatax(account, {
      method: 'POST',
      path: again ? 'transactions/createoradjust' : 'transactions/create',
      body: again ? { createTransactionModel: model } : model,
      newConnection: again,
      signal,
    });
  }

  private async setCommitted(
    account: EngineAccount,
    document: RecordedName,
    { signal, again }: CommitCall,
  ): Promise<void> {
    const path = `${documentPath(account, document)}/commit?documentType=${typeOf(document)}`;
    const body = { commit: true };
    try {
      await callAvatax(account, { method: 'POST', path, body, newConnection: again, signal });
    } catch (error) {
      const done = error instanceof AvataxRefusal && error.code === 'TransactionIsCommitted';
      if (!done) throw error;
    }
  }

  async void(account: EngineAccount, document: RecordedName, signal: AbortSignal): Promise<void> {
    const path = `${documentPath(account, document)}/void?documentType=${typeOf(document)}`;
    const body = { code: 'DocVoided' };
    try {
      await callAvatax(account, { method: 'POST', path, body, newConnection: true, signal });
    } catch (error) {
      const never = error instanceof AvataxRefusal && error.status === 404;
      if (!never) throw error;
    }
  }
}

function companyOf({ settings }: EngineAccount): string {
  return settings.companyCode ?? DEFAULT_COMPANY;
}

function documentPath(account: EngineAccount, { code }: RecordedName): string {
  return `companies/${pathSafe(companyOf(account))}/transactions/${pathSafe(code)}`;
}

/** AvaTax names lines by their number in the request. */
function inOurIds(error: unknown, { lines }: EngineRequest): unknown {
  if (!(error instanceof AvataxRefusal) || error.lines.length === 0) return error;
  const ids = error.lines.flatMap((number) => lines[Number(number) - 1]?.id ?? []);
  return new TaxEngineFailure(error.kind, error.message, ids, { cause: error });
}
