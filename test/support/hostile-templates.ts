export { hostileTemplates } from '@quittance/notifications/testing';
