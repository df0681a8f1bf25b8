import { Module } from '@nestjs/common';
import { AuditLog } from './audit.js';
import { AuditQuarantines } from './audit-quarantines.js';

@Module({ providers: [AuditLog, AuditQuarantines], exports: [AuditLog, AuditQuarantines] })
export class AuditModule {}
