import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DeviceSeals } from '../devices/device-seals.js';
import { AccessTokens, TOKEN_SETTINGS, type TokenSettings } from './access-tokens.js';

/** Gives one host its token signer and verifier; the guard and sign-in share it. */
@Global()
@Module({})
export class TokensModule {
  static forHost(settings: TokenSettings): DynamicModule {
    return {
      module: TokensModule,
      providers: [{ provide: TOKEN_SETTINGS, useValue: settings }, AccessTokens, DeviceSeals],
      exports: [AccessTokens, DeviceSeals],
    };
  }
}
