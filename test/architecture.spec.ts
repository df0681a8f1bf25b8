import { accessRules } from './architecture/access.rules';
import { clockRules } from './architecture/clock.rules';
import { databaseRules } from './architecture/database.rules';
import { frameworkRules } from './architecture/framework.rules';
import { levelRules } from './architecture/levels.rules';
import { moneyRules } from './architecture/money.rules';
import { operationRules } from './architecture/operation.rules';
import { orderRules } from './architecture/order.rules';
import { problemRules } from './architecture/problem.rules';
import { shapeRules } from './architecture/shape.rules';
import { testRules } from './architecture/test.rules';
import { suiteRules } from './architecture/suite.rules';

// The rules of the house that a machine can check by reading the sources.
levelRules();
frameworkRules();
accessRules();
shapeRules();
databaseRules();
problemRules();
clockRules();
moneyRules();
operationRules();
orderRules();
testRules();
suiteRules();
