import { refundRequestNoun } from '@quittance/gateway/host';
import { HeadBody } from '@quittance/http/host';

export class RefundRequestDto extends HeadBody(refundRequestNoun, {}) {}
