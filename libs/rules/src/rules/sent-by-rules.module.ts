import { Module } from '@nestjs/common';
import { CompanyModels } from '@quittance/metadata';
import { NotificationsModule, TemplateUsage } from '@quittance/notifications';
import { EndpointUsage, EndpointUsageModule } from '@quittance/webhooks';
import { endpointUsage } from './endpoint-usage.js';
import { templateUsage } from './template-usage.js';

/** Says of templates and webhooks which workflow rules send by them. */
@Module({ imports: [EndpointUsageModule, NotificationsModule] })
export class SentByRulesModule {
  constructor(models: CompanyModels, templates: TemplateUsage, endpoints: EndpointUsage) {
    templates.register(templateUsage(models));
    endpoints.register(endpointUsage(models));
  }
}
