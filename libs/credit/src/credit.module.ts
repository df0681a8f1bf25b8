import { Module } from '@nestjs/common';
import { CreditPorts } from './credit-ports.js';

const PROVIDERS = [CreditPorts];

/** Whether a customer may: checks, holds and overrides. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class CreditModule {}
