export { hostileTemplates } from '../../libs/notifications/src/testing/hostile-templates.js';
