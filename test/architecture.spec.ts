import { accessRules } from './architecture/access.rules';
import { databaseRules } from './architecture/database.rules';
import { frameworkRules } from './architecture/framework.rules';
import { levelRules } from './architecture/levels.rules';
import { problemRules } from './architecture/problem.rules';
import { shapeRules } from './architecture/shape.rules';
import { suiteRules } from './architecture/suite.rules';

// The rules of the house that a machine can check by reading the sources.
levelRules();
frameworkRules();
accessRules();
shapeRules();
databaseRules();
problemRules();
suiteRules();
