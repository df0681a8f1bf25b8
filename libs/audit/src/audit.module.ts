import { Module } from '@nestjs/common';
import { AuditLog } from './audit.js';

@Module({ providers: [AuditLog], exports: [AuditLog] })
export class AuditModule {}
