import { Inject, Injectable } from '@nestjs/common';
import { open, seal, type Sealed } from '@quittance/config';
import { AccessTokens } from '@quittance/identity';
import type { Ctx } from '@quittance/kernel';
import type { KeyObject } from 'node:crypto';
import { API_SETTINGS, type ApiSettings } from '../api-settings.js';
import type { StoredRow } from './stored-answer.js';

/** What of a kept answer must not be read from the database: secrets in it and in its request. */
@Injectable()
export class AnswerBox {
  /** Prints of requests are made with it: without it the passwords in a body could be tried out. */
  readonly printKey: KeyObject;

  constructor(
    tokens: AccessTokens,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {
    this.printKey = tokens.derivedKey('idempotency fingerprint');
  }

  /** Seals bodies for one caller and key: a row that is moved to another cannot be opened. */
  sealFor(ctx: Ctx, key: string): (body: string) => Sealed {
    return (body) => seal(this.settings.secretsKeys, body, placeOf(ctx, key));
  }

  /** The row with the body as it was answered. @throws Error when the sealing key is gone */
  opened(ctx: Ctx, key: string, row: StoredRow): StoredRow {
    const { sealed_body: sealed } = row;
    if (sealed === null) return row;
    return { ...row, body: open(this.settings.secretsKeys, sealed, placeOf(ctx, key)) };
  }
}

function placeOf({ companyId, actor }: Ctx, key: string): string {
  return `${companyId}/idempotency/${actor.kind}/${actor.id}/${key}`;
}
