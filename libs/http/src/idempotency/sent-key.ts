import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '../requests/api-request.js';
import { readKey } from './key.js';

export const HOLDS_KEY_MARK = 'quittance:holds-key';

/** The operation of a public route keeps the key of whoever calls by itself (`@SentKey()`). */
export const HoldsKey = () => SetMetadata(HOLDS_KEY_MARK, true);

/** The idempotency key of whoever calls, where they send one. */
export const SentKey = createParamDecorator(
  (_: undefined, host: ExecutionContext): string | undefined => {
    const { headers } = host.switchToHttp().getRequest<ApiRequest>();
    const header = headers['idempotency-key'];
    return header === undefined ? undefined : readKey(header);
  },
);
