import { Module } from '@nestjs/common';
import { IdentityModule } from '@quittance/identity';
import { AuthController } from './auth.controller.js';
import { MeController } from './me.controller.js';

@Module({ imports: [IdentityModule], controllers: [AuthController, MeController] })
export class IdentityApiModule {}
