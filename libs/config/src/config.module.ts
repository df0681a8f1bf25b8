import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Config } from './config.js';

/** Injects the settings: `@Inject(CONFIG) private readonly config: Config`. */
export const CONFIG = Symbol('quittance:config');

/** Offers the settings the process was started with to every provider. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
